import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Metric } from '@binnacle/contract/metrics'
import { axisRange, firstSeries, type Pane, panesOf } from './panes.ts'

const named = (metric: Metric, instance: string | null = null) => ({ metric, instance })
const UNITS: Partial<Record<Metric, string>> = { battery_soc_pct: '%', fuel_level_pct: '%', depth: 'm' }
const panes = (...metrics: Metric[]) =>
  panesOf(
    metrics.map((metric) => named(metric)),
    ({ metric }) => UNITS[metric] ?? '',
  ).map(({ kind, series }) => `${kind}: ${series.map(({ metric }) => metric).join(' ')}`)

test('the same unit shares an axis, switches one of their own, counts none', () => {
  assert.deepEqual(
    panes('battery_soc_pct', 'depth', 'fuel_level_pct', 'shore_power', 'bilge_water', 'bilge_pump_cycles'),
    [
      'percent: battery_soc_pct fuel_level_pct',
      'amount: depth',
      'switch: shore_power bilge_water',
      'amount: bilge_pump_cycles',
    ],
  )
})

const of = (kind: Pane<unknown>['kind'], unit = '') => ({ kind, unit })

test('an axis has a height though all values are equal', () => {
  const [from, to] = axisRange(of('number'), 12.8, 12.8)
  assert.ok(from < 12.8 && to > 12.8)
  assert.deepEqual(axisRange(of('number'), null, null), [0, 1])
  assert.equal(axisRange(of('number'), 0, 0)[0], 0)
})

test('noise looks like noise, and a small change of a large number is still seen', () => {
  const volts = axisRange(of('number', 'V'), 14.1, 14.2)
  assert.ok(volts[0] < 13.7 && volts[1] > 14.6)
  const hours = axisRange(of('number', 'h'), 2080, 2084)
  assert.ok(hours[0] > 2070 && hours[1] < 2090)
})

test('amounts are seen against nothing', () => {
  const [from, to] = axisRange(of('amount'), 1830, 1850)
  assert.equal(from, 0)
  assert.ok(to > 1950)
  assert.ok(axisRange(of('amount'), -2, 10)[0] < -2)
})

test('shares are seen as shares of the whole', () => {
  assert.deepEqual(axisRange(of('percent'), 40, 60), [0, 100])
  assert.deepEqual(axisRange(of('percent'), -2, 104), [-2, 104])
})

test('what is shown first', () => {
  const chosen = firstSeries([
    named('depth'),
    named('engine_rpm', 'port'),
    named('engine_rpm', 'starboard'),
    named('battery_voltage', 'house'),
    named('fuel_level_pct', '0'),
  ])
  assert.deepEqual(
    chosen.map(({ metric }) => metric),
    ['battery_voltage', 'engine_rpm', 'engine_rpm'],
  )
  assert.deepEqual(firstSeries([named('fault_code'), named('depth')]), [named('depth')])
  assert.deepEqual(firstSeries([named('position_lat')]), [])
})
