import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hoursOf, measured, tankLevel } from './measured.ts'

test('rounded to three places, a position to seven', () => {
  assert.equal(measured('depth', 10.44049), 10.44)
  assert.equal(measured('position_lon', -71.32148376), -71.3214838)
})
test('engine hours stay as they are', () => assert.equal(measured('engine_hours', 411.9999), 411.9999))
test('what is missing or cannot be is no measurement', () => {
  assert.equal(measured('depth', undefined), undefined)
  assert.equal(measured('water_temp', 40), undefined)
  assert.equal(measured('engine_rpm', Number.NaN), undefined)
})
test('seconds are cut to hours: 59 s short of an hour is no hour', () => {
  assert.equal(hoursOf(412 * 3600 + 3599), 412.999)
  assert.equal(hoursOf(0), undefined)
})
test('a full tank may overshoot by 5 %', () => {
  assert.deepEqual([100, 105, 106].map(tankLevel), [100, 100, 106])
})
