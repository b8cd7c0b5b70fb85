import assert from 'node:assert/strict'
import { test } from 'node:test'
import { safePath } from './safe-path.ts'

test('the page that was asked for, with its search', () => {
  for (const path of ['/', '/boats/1/charts?range=year', '/account#passkeys', '/sign-information'])
    assert.equal(safePath(path), path)
})

test('another site, or a page for people who are not signed in: the boats', () => {
  const wrong = [
    undefined,
    '',
    'boats',
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
  ]
  for (const path of [...wrong, 'javascript:alert(1)', '/sign-in', '/sign-in?to=/sign-in', '/welcome', '/sign-up/'])
    assert.equal(safePath(path), '/', String(path))
})
