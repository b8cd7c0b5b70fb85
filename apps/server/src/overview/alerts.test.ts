import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type AlertFacts, alertsOf } from './alerts.ts'

const now = new Date('2026-05-14T12:00:00Z')
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
const alerts = (facts: Partial<AlertFacts>) => alertsOf({ devices: [], cameras: [], ...facts }, now)

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
    { code: 'camera_error', subject: 'Cockpit', text: 'upload_failed', at: camera.last_frame_at.toISOString() },
  ])
  assert.equal(alerts({ cameras: [{ ...camera, last_frame_at: null }] })[0]!.at, camera.created_at.toISOString())
})

test('silent devices come first, and of each the newest', () => {
  const device = (name: string, minutes: number) => ({ name, enabled: true, last_seen_at: ago(minutes) })
  const camera = { label: 'Cockpit', last_error: 'upload_failed', last_frame_at: ago(5), created_at: ago(500) }
  const all = alerts({ devices: [device('Gateway', 900), device('Signal K', 90)], cameras: [camera] })
  assert.deepEqual(
    all.map(({ subject }) => subject),
    ['Signal K', 'Gateway', 'Cockpit'],
  )
})
