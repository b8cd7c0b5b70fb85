import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isPlausible } from './plausible.ts'

test('what a metric cannot be', () => {
  assert.equal(isPlausible('engine_rpm', 1e300), false)
  assert.equal(isPlausible('engine_hours', 4294967295), false)
  assert.equal(isPlausible('engine_coolant_temp', -273.15), false)
  assert.equal(isPlausible('shore_power', 2), false)
  assert.equal(isPlausible('engine_rpm', Number.NaN), false)
})

test('what is unusual but can be', () => {
  assert.equal(isPlausible('depth', 10_935), true)
  assert.equal(isPlausible('fuel_level_pct', 101.2), true)
  assert.equal(isPlausible('engine_coolant_temp', 130), true)
})

test('hours sent in seconds are not judged as hours', () => {
  assert.equal(isPlausible('engine_hours', 20_000_000, false), true)
  assert.equal(isPlausible('engine_hours', 1e300, false), false)
})
