import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MeterReading } from '@binnacle/contract'
import fc from 'fast-check'
import { meterLine } from './meter-line.ts'

const now = new Date(2026, 4, 14).getTime()
const reading = (at: Date, hours: number): MeterReading => ({
  ...{ id: String(at.getTime()), hours, source: 'manual', logged_at: at.toISOString() },
})

test('from the first reading to now, between round hours, with the years', () => {
  const { points, low, high, years } = meterLine(
    [reading(new Date(2024, 4, 14), 403), reading(new Date(2026, 4, 14), 812)],
    now,
  )
  assert.deepEqual([points[0]!.x, points.at(-1)!.x, low, high], [0, 1, 400, 1_000])
  assert.deepEqual(
    years.map(({ year }) => year),
    [2025, 2026],
  )
})

test('property: every point is in the picture, and a century has no more years than fit on a phone', () => {
  const at = fc.date({ min: new Date(1920, 0, 1), max: new Date(2030, 0, 1), noInvalidDate: true })
  fc.assert(
    fc.property(fc.array(fc.tuple(at, fc.nat(1_000_000)), { minLength: 1 }), (given) => {
      const readings = given.map(([date, hours]) => reading(date, hours))
      readings.sort((a, b) => Date.parse(a.logged_at) - Date.parse(b.logged_at))
      const { points, years } = meterLine(readings, now)
      for (const { x, y } of points) assert.ok(x >= 0 && x <= 1 && y >= 0 && y <= 1)
      assert.ok(years.length <= 7 && years.every(({ x }) => x >= 0 && x <= 1))
    }),
  )
})
