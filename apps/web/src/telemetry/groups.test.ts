import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Series } from '@binnacle/contract'
import type { Metric } from '@binnacle/contract/metrics'
import { groupSeries, isNamed } from './groups.ts'

const at = '2026-05-14T09:30:00Z'
const series = (metric: Metric, instance: string | null, value: number | null = 1, recorded_at = at): Series => ({
  metric,
  instance,
  unit: null,
  value,
  text_value: null,
  recorded_at,
  arrived_at: at,
})
const fault = (text_value: string): Series => ({ ...series('fault_code', 'port', null), text_value })

test('engines by instance, each with its own fuel', () => {
  const { engines } = groupSeries([
    series('fuel_rate', 'starboard'),
    series('engine_rpm', 'starboard'),
    series('engine_hours', 'port'),
    series('engine_rpm', 'port'),
  ])
  assert.deepEqual(
    engines.map(({ instance, series }) => [instance, series.map(({ metric }) => metric)]),
    [
      ['port', ['engine_rpm', 'engine_hours']],
      ['starboard', ['engine_rpm', 'fuel_rate']],
    ],
  )
})

test('tanks by kind, then by number as people count', () => {
  const { tanks } = groupSeries([
    series('water_level_pct', '10'),
    series('water_level_pct', '2'),
    series('fuel_level_pct', '0'),
  ])
  assert.deepEqual(
    tanks.map(({ metric, instance }) => `${metric} ${instance}`),
    ['fuel_level_pct 0', 'water_level_pct 2', 'water_level_pct 10'],
  )
})

test('a battery with both its values, one with a single one', () => {
  const { batteries } = groupSeries([
    series('battery_soc_pct', 'house', 80),
    series('battery_voltage', 'starter', 12.8),
    series('battery_voltage', 'house', 13.1),
  ])
  assert.deepEqual(
    batteries.map(({ instance, voltage, charge }) => [instance, voltage?.value, charge?.value]),
    [
      ['house', 13.1, 80],
      ['starter', 12.8, undefined],
    ],
  )
})

test('a position has both halves of one instance; the newest that can be', () => {
  const { position } = groupSeries([
    series('position_lat', 'broken', 200, '2026-05-14T09:29:00Z'),
    series('position_lon', 'broken', 10, '2026-05-14T09:29:00Z'),
    series('position_lat', 'old', 1, '2026-05-14T08:00:00Z'),
    series('position_lon', 'old', 2, '2026-05-14T08:00:00Z'),
    series('position_lat', null, 54.3, '2026-05-14T09:00:00Z'),
    series('position_lon', null, 10.1, '2026-05-14T09:00:00Z'),
    series('position_lat', 'half', 55, '2026-05-14T09:30:00Z'),
  ])
  assert.equal(position?.lat, 54.3)
  assert.equal(position?.lon, 10.1)
})

test('a fault that is over is none', () => {
  for (const text of ['none', 'None', 'OK', ' ', '']) assert.deepEqual(groupSeries([fault(text)]).faults, [], text)
  assert.equal(groupSeries([fault('SPN 110 FMI 0')]).faults.length, 1)
})

test('the only tank of its kind needs no number', () => {
  const [fuel, port, starboard] = [
    series('fuel_level_pct', '0'),
    series('water_level_pct', '0'),
    series('water_level_pct', '1'),
  ] as const
  assert.equal(isNamed(fuel, [fuel, port, starboard]), false)
  assert.equal(isNamed(port, [fuel, port, starboard]), true)
  assert.equal(isNamed(series('fuel_level_pct', 'day tank'), []), true)
  assert.equal(isNamed(series('fuel_level_pct', null), []), false)
})
