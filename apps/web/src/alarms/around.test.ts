import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Alarm } from '@binnacle/contract'
import { around, pictureOf, spanOf, worstOf } from './around.ts'

const MINUTE = 60_000
const points = (...rows: [at: number, min: number, max: number][]): [number[], number[], number[]] => [
  rows.map(([at]) => at * MINUTE),
  rows.map(([, min]) => min),
  rows.map(([, , max]) => max),
]
const worst = (kind: Alarm['kind'], metric: Alarm['metric'], ...rows: [number, number, number][]) =>
  worstOf({ kind, metric }, points(...rows), { from: 12 * MINUTE, to: 20 * MINUTE }, 5 * MINUTE)

test('an open alarm reaches to now; the chart around it has air on both sides', () => {
  const span = spanOf({ began_at: new Date(60 * MINUTE).toISOString(), ended_at: null }, 160 * MINUTE)
  assert.deepEqual(span, { from: 60 * MINUTE, to: 160 * MINUTE })
  assert.deepEqual(around(span), { from: 30 * MINUTE, to: 190 * MINUTE })
  assert.deepEqual(around({ from: 60 * MINUTE, to: 61 * MINUTE }), { from: 50 * MINUTE, to: 71 * MINUTE })
})

test('how far it went: the highest above a limit, the lowest below one, of its own time only', () => {
  assert.equal(worst('above', 'engine_coolant_temp', [5, 90, 120], [10, 97, 101], [15, 99, 104], [25, 80, 130]), 104)
  assert.equal(worst('below', 'engine_oil_pressure', [5, 10, 300], [15, 60, 90]), 60)
  assert.equal(worst('bank_below', 'battery_voltage', [15, 23.1, 23.4]), 23.1)
})

test('of a switch, of what is counted, and without a reading there is no worst', () => {
  assert.equal(worst('above', 'bilge_water', [15, 1, 1]), null)
  assert.equal(worst('sum_above', 'bilge_pump_cycles', [15, 1, 3]), null)
  assert.equal(worst('above', 'engine_coolant_temp', [25, 1, 3]), null)
})

test('the newest picture of its time, or of a quarter of an hour around it', () => {
  const frame = (minute: number, cameraId = 'mast') => ({
    cameraId,
    captured_at: new Date(minute * MINUTE).toISOString(),
  })
  const span = { from: 60 * MINUTE, to: 70 * MINUTE }
  assert.deepEqual(pictureOf([frame(44), frame(61), frame(85), frame(86)], span, null), frame(85))
  assert.equal(pictureOf([frame(44), frame(86)], span, null), undefined)
  const bilge = frame(61, 'bilge')
  assert.deepEqual(pictureOf([bilge, frame(62)], span, 'bilge'), bilge, 'of the camera that the rule named')
  assert.deepEqual(pictureOf([bilge, frame(62)], span, 'saloon'), frame(62), 'which has none')
})
