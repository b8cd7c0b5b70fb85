import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withoutSecrets } from './secrets.ts'

test('of a URL only scheme, host and port stay', () => {
  const cases = [
    ['rtsp://admin:s3cret@10.0.0.5:554/live: 401', 'rtsp://10.0.0.5:554 401'],
    ['rtsp://admin:p@ss/word@cam/live failed', 'rtsp://cam failed'],
    ["'http://cam/user=admin&password=x_s3cret'", "'http://cam'"],
    ['http://cam?pwd=s3cret', 'http://cam'],
    ['http:///user=admin&password=s3cret', 'http://'],
    ['RTSP://a:b@cam/ and http://c:d@other/', 'RTSP://cam and http://other'],
    ['nothing to hide', 'nothing to hide'],
  ] as const
  for (const [text, expected] of cases) assert.equal(withoutSecrets(text), expected)
})

test('a secret outside of a URL is blotted out, and nothing where there is none', () => {
  assert.equal(withoutSecrets('user admin, password s3cret', ['s3cret', undefined, '']), 'user admin, password ***')
})

test('a long text costs no long time', () => {
  // Of the processor: another program that has it meanwhile does not count.
  const before = process.cpuUsage()
  for (const part of ['a', 'a:///', '://']) withoutSecrets(part.repeat(64_000 / part.length))
  const { user } = process.cpuUsage(before)
  assert.ok(user < 2_000_000, `${user} µs`)
})
