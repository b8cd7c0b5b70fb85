import assert from 'node:assert/strict'
import { test } from 'node:test'
import { arrivalOf, SILENT_MS, stateOf } from './state.ts'

const NOW = Date.parse('2026-05-14T12:00:00Z')
const ago = (ms: number) => new Date(NOW - ms).toISOString()
const well = { enabled: true, last_seen_at: ago(30_000), last_error: null }

test('a connection is off, refused, waiting, silent or well, in this order', () => {
  assert.equal(stateOf(well, NOW), 'well')
  assert.equal(stateOf({ ...well, last_seen_at: ago(SILENT_MS) }, NOW), 'well')
  assert.equal(stateOf({ ...well, last_seen_at: ago(SILENT_MS + 1) }, NOW), 'silent')
  assert.equal(stateOf({ ...well, last_seen_at: null }, NOW), 'waiting')
  assert.equal(stateOf({ ...well, last_seen_at: null, last_error: 'too_many_readings' }, NOW), 'refused')
  assert.equal(stateOf({ enabled: false, last_seen_at: null, last_error: 'unknown metric' }, NOW), 'off')
})

test('a clock that is behind the service makes nothing silent', () => {
  assert.equal(stateOf({ ...well, last_seen_at: ago(-SILENT_MS) }, NOW), 'well')
})

test('an onboard device arrives by what it does with the key that is shown', () => {
  const nothing = { last_seen_at: null, readings_last_day: 0, cameras: [] }
  const asked = { ...nothing, last_seen_at: ago(1_000) }
  assert.equal(arrivalOf(nothing, null), 'waiting')
  assert.equal(arrivalOf(asked, null), 'reached')
  assert.equal(arrivalOf({ ...asked, readings_last_day: 1 }, null), 'connected')
  const camera = { id: '0b9f6a52-5d3e-4c0e-9a43-6a1f2f7d9c11', label: 'Cockpit' }
  assert.equal(arrivalOf({ ...asked, cameras: [camera] }, null), 'connected')
  const busy = { ...nothing, last_seen_at: ago(60_000), readings_last_day: 9 }
  assert.equal(arrivalOf(busy, ago(60_000)), 'waiting')
  assert.equal(arrivalOf(busy, ago(90_000)), 'connected')
})
