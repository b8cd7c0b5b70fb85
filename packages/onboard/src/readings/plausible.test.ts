import assert from 'node:assert/strict'
import { test } from 'node:test'
import { METRIC_NAMES, type Metric } from '@binnacle/contract'
import fc from 'fast-check'
import { plausible } from './plausible.ts'

test('no metric is ever infinite or not a number', () => {
  for (const metric of METRIC_NAMES)
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])
      assert.ok(!plausible(metric, value), `${metric} ${value}`)
})

// The ends of NMEA 2000's fields, which mean "not available", "out of range" and "reserved", in the metric's unit.
const NOT_AVAILABLE: [metric: Metric, values: number[]][] = [
  ['engine_hours', [0xffffffff, 0xfffffffe, 0xfffffffd].map((s) => s / 3600)],
  ['engine_rpm', [0xffff, 0xfffe, 0xfffd].map((n) => n / 4)],
  ['engine_coolant_temp', [0xffff, 0xfffe, 0xfffd].map((n) => n / 100 - 273.15)],
  ['engine_oil_pressure', [0xffff, 0xfffe, 0xfffd].map((n) => n / 10)],
  ['fuel_level_pct', [0x7fff, 0x7ffe, 0x7ffd, -1].map((n) => n * 0.004)],
  ['fuel_rate', [0x7fff, 0x7ffe, 0x7ffd, -1].map((n) => n / 10)],
  ['fuel_used', [0xffff, 0xfffe, 0xfffd]],
  ['battery_voltage', [0x7fff, 0x7ffe, 0x7ffd].map((n) => n / 100)],
  ['battery_soc_pct', [0xff, 0xfe, 0xfd]],
  ['bilge_pump_cycles', [0xffffffff, 0xfffffffe, 0xfffffffd]],
  ['position_lat', [0x7fffffff, 0x7ffffffe].map((n) => n / 1e7)],
  ['position_lon', [0x7fffffff, 0x7ffffffe].map((n) => n / 1e7)],
  ['depth', [0xffffffff, 0xfffffffe].map((n) => n / 100)],
  ['speed_over_ground', [0xffff, 0xfffe, 0xfffd].map((n) => (n / 100) * 1.943844)],
  ['water_temp', [0xffff, 0xfffe, 0, 24_900].map((n) => n / 100 - 273.15)],
]

for (const [metric, values] of NOT_AVAILABLE)
  test(`${metric}: the ends of its field are no measurement`, () => {
    for (const value of values) assert.ok(!plausible(metric, value), String(value))
  })

test('zero kelvin is no temperature, and a text is no number', () => {
  assert.ok(!plausible('water_temp', -273.15) && !plausible('engine_coolant_temp', -273.15))
  assert.ok(!plausible('fault_code', 1))
})

const ORDINARY: { [metric in Metric]?: [min: number, max: number] } = {
  engine_hours: [0.1, 60_000],
  engine_rpm: [0, 6_000],
  engine_coolant_temp: [-30, 130],
  engine_oil_pressure: [0, 900],
  fuel_level_pct: [0, 100],
  fuel_rate: [0, 600],
  battery_voltage: [0, 60],
  depth: [0, 11_000],
  speed_over_ground: [0, 80],
  water_temp: [-1.9, 37.6],
  position_lat: [-90, 90],
  position_lon: [-180, 180],
}

test('what boats do is plausible', () => {
  for (const [metric, [min, max]] of Object.entries(ORDINARY))
    fc.assert(fc.property(fc.double({ min, max, noNaN: true }), (value) => plausible(metric as Metric, value)))
})
