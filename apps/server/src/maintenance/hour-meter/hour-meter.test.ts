import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LIMITS } from '@binnacle/contract'
import fc from 'fast-check'
import { type HoursReading, meterValue, raisesMeter } from './hour-meter.ts'

/** The meter after each of the readings. */
function run(meter: number | null, readings: HoursReading[]): (number | null)[] {
  return readings.map((reading) => {
    const hours = meterValue(reading)
    if (hours !== null && raisesMeter(meter, hours)) meter = hours
    return meter
  })
}

const h = (value: number) => ({ value, unit: 'h' })

test('a reading of 412.4 sets the meter to 412; a later 412.9 changes nothing; 413.1 sets it to 413', () => {
  assert.deepEqual(run(400, [h(412.4), h(412.9), h(413.1)]), [412, 412, 413])
  assert.deepEqual(run(null, [h(412.4)]), [412])
  assert.deepEqual([raisesMeter(412, meterValue(h(412.9))!), raisesMeter(412, meterValue(h(413.1))!)], [false, true])
})

test('bad-input 25: seconds, no number, negatives and more than any engine has run never move the meter', () => {
  const never = [{ value: 500, unit: 's' }, { value: null, unit: 'h' }, h(-1), h(Number.NaN), h(LIMITS.meterHours + 1)]
  assert.deepEqual(run(400, [...never, h(4_294_967_295), h(Infinity)]), Array(7).fill(400))
  assert.deepEqual(run(400, [{ value: 401.5, unit: null }, h(LIMITS.meterHours)]), [401, LIMITS.meterHours])
})

test('property: the meter ends at the highest whole hour that was read, in whatever order', () => {
  const reading = fc.record({
    value: fc.option(fc.oneof(fc.double(), fc.double({ min: 0, max: 20_000 }))),
    unit: fc.constantFrom('h', null, 's'),
  })
  fc.assert(
    fc.property(fc.nat(20_000), fc.array(reading), (meter, readings) => {
      const meters = run(meter, readings)
      const read = readings
        .filter(({ value, unit }) => unit !== 's' && value !== null && value >= 0 && value <= LIMITS.meterHours)
        .map(({ value }) => Math.trunc(value!))
      assert.equal(meters.at(-1) ?? meter, Math.max(meter, ...read))
      assert.ok(meters.every((at, i) => at! >= (meters[i - 1] ?? meter)))
    }),
  )
})
