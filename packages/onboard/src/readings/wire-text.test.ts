import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fitInstance, fitText } from './wire-text.ts'

test('texts are cut in code points, as the service counts', () => {
  assert.equal(fitInstance('🔥'.repeat(50)), '🔥'.repeat(40))
  assert.equal(fitText('x'.repeat(200)).length, 120)
})

test('what cannot be stored is left out', () => assert.equal(fitText('a\0b\ud800c🔥'), 'abc🔥'))
