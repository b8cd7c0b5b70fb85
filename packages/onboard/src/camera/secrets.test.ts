import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withoutSecrets } from './secrets.ts'

test('of a URL only scheme, host and port stay', () => {
  const cases = [
    ['rtsp://admin:s3cret@10.0.0.5:554/live: 401', 'rtsp://10.0.0.5:554 401'],
    ['rtsp://admin:p@ss/word@cam/live failed', 'rtsp://cam failed'],
    ["'http://cam/user=admin&password=x_s3cret'", "'http://cam'"],
    ['http://cam?pwd=s3cret', 'http://cam'],
    ['RTSP://a:b@cam/ and http://c:d@other/', 'RTSP://cam and http://other'],
    ['nothing to hide', 'nothing to hide'],
  ] as const
  for (const [text, expected] of cases) assert.equal(withoutSecrets(text), expected)
})

test('a secret outside of a URL is blotted out, and nothing where there is none', () => {
  assert.equal(withoutSecrets('user admin, password s3cret', ['s3cret', undefined, '']), 'user admin, password ***')
})
