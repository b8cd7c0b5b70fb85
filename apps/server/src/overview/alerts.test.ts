import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Metric, Series } from '@binnacle/contract'
import { type AlertFacts, alertsOf } from './alerts.ts'

const now = new Date('2026-05-14T12:00:00Z')
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000)

const reading = (metric: Metric, value: number | string, instance: string | null = null, minutes = 1): Series => ({
  metric,
  instance,
  unit: null,
  value: typeof value === 'number' ? value : null,
  text_value: typeof value === 'string' ? value : null,
  recorded_at: ago(minutes).toISOString(),
  arrived_at: ago(minutes).toISOString(),
})

const alerts = (facts: Partial<AlertFacts>) => alertsOf({ series: [], devices: [], cameras: [], ...facts }, now)
const told = (...series: Series[]) =>
  alerts({ series }).map(({ code, subject, text, value, unit }) =>
    [code, subject, text, value, unit].filter((part) => part !== null),
  )

test('a boat that is well, and one that says nothing, has no alerts', () => {
  assert.deepEqual(alerts({}), [])
  assert.deepEqual(
    told(
      reading('bilge_water', 0),
      reading('fault_code', 'none', 'port'),
      reading('shore_power', 1),
      reading('battery_voltage', 12.7, 'house'),
      reading('battery_soc_pct', 80, 'house'),
    ),
    [],
  )
})

test('water in the bilge, and which', () => {
  assert.deepEqual(told(reading('bilge_water', 1, 'aft'), reading('bilge_water', 0, 'fore')), [['bilge_water', 'aft']])
})

test('a fault stands until its engine says that it has ended', () => {
  assert.deepEqual(told(reading('fault_code', 'SPN 110 FMI 0', 'port', 60 * 24 * 30)), [
    ['fault', 'port', 'SPN 110 FMI 0'],
  ])
  for (const ended of ['none', 'None ', 'OK', '', ' ']) assert.deepEqual(told(reading('fault_code', ended)), [], ended)
})

test('shore power is lost when no inlet has it and the boat lies still', () => {
  assert.deepEqual(told(reading('shore_power', 0)), [['shore_power_lost']])
  assert.deepEqual(told(reading('shore_power', 0, 'port'), reading('shore_power', 1, 'starboard')), [])
  assert.deepEqual(told(reading('shore_power', 0), reading('speed_over_ground', 0.4), reading('engine_rpm', 0)), [
    ['shore_power_lost'],
  ])
  assert.deepEqual(told(reading('shore_power', 0), reading('speed_over_ground', 5.2)), [])
  assert.deepEqual(told(reading('shore_power', 0), reading('engine_rpm', 800, 'port')), [])
})

test('a battery is low by its charge, or by its voltage where its charge is not known', () => {
  assert.deepEqual(told(reading('battery_soc_pct', 20, 'house')), [['battery_low', 'house', 20, '%']])
  assert.deepEqual(told(reading('battery_soc_pct', 21, 'house')), [])
  assert.deepEqual(told(reading('battery_soc_pct', 60, 'house'), reading('battery_voltage', 11.2, 'house')), [])
  assert.deepEqual(told(reading('battery_soc_pct', 60, 'house'), reading('battery_voltage', 11.2, 'start')), [
    ['battery_low', 'start', 11.2, 'V'],
  ])
})

test('low voltage is that of the bank: 12, 24 or 48 V; a sensor that is not wired is no battery', () => {
  const low = (volts: number) => told(reading('battery_voltage', volts)).length > 0
  assert.deepEqual([11.79, 11.8, 14.6, 23.5, 23.6, 28, 47.1, 47.2].map(low), [
    true,
    false,
    false,
    true,
    false,
    false,
    true,
    false,
  ])
  assert.deepEqual([0, -0.1, 5].map(low), [false, false, false])
})

test('an onboard device is silent after an hour; one that is switched off or was never heard is not', () => {
  const device = (minutes: number | null, enabled = true) =>
    alerts({ devices: [{ name: 'Signal K', enabled, last_seen_at: minutes === null ? null : ago(minutes) }] })
  assert.deepEqual(device(60), [])
  assert.deepEqual(
    device(61).map(({ code, subject, at }) => [code, subject, at]),
    [['box_silent', 'Signal K', ago(61).toISOString()]],
  )
  assert.deepEqual(device(61, false), [])
  assert.deepEqual(device(null), [])
})

test('a camera whose picture was refused, and why', () => {
  const camera = { label: 'Cockpit', last_error: 'upload_failed', last_frame_at: ago(5), created_at: ago(500) }
  assert.deepEqual(alerts({ cameras: [camera, { ...camera, last_error: null }] }), [
    {
      code: 'camera_error',
      subject: 'Cockpit',
      text: 'upload_failed',
      value: null,
      unit: null,
      at: camera.last_frame_at.toISOString(),
    },
  ])
  assert.equal(alerts({ cameras: [{ ...camera, last_frame_at: null }] })[0]!.at, camera.created_at.toISOString())
})

test('the worst comes first, and of those the newest', () => {
  const all = alerts({
    series: [
      reading('battery_soc_pct', 5),
      reading('fault_code', 'old', 'port', 60),
      reading('fault_code', 'new', 'starboard', 5),
      reading('bilge_water', 1, null, 300),
    ],
    devices: [{ name: 'Gateway', enabled: true, last_seen_at: ago(90) }],
  })
  assert.deepEqual(
    all.map(({ code, text }) => text ?? code),
    ['bilge_water', 'new', 'old', 'battery_low', 'box_silent'],
  )
})
