import assert from 'node:assert/strict'
import { test } from 'node:test'
import { localeOf, readPreferences } from './preferences.ts'

test('without a choice language and units follow the browser', () => {
  assert.deepEqual(readPreferences(null, ['de-AT', 'en']), { language: 'de', units: 'metric' })
  assert.deepEqual(readPreferences(null, ['en-US']), { language: 'en', units: 'us' })
  assert.deepEqual(readPreferences(null, ['fr-FR', 'de']), { language: 'de', units: 'metric' })
  assert.deepEqual(readPreferences(null, []), { language: 'en', units: 'metric' })
})

test('what was chosen stays; what cannot be read is as if it was not chosen', () => {
  assert.deepEqual(readPreferences('{"units":"us","language":"de"}', ['en-GB']), { language: 'de', units: 'us' })
  for (const broken of ['{', 'null', '7', '{"units":"stone","language":"constructor"}'])
    assert.deepEqual(readPreferences(broken, ['en-GB']), { language: 'en', units: 'metric' })
})

test('dates are those of the reader’s country', () => {
  assert.equal(localeOf('de', ['en-US', 'de-CH']), 'de-CH')
  assert.equal(localeOf('en', ['de-DE']), 'en-GB')
})
