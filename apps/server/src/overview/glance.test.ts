import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Metric, Series } from '@binnacle/contract'
import type { FrameKey } from '../cameras/stores/frame-store.ts'
import { type Facts, glanceOf, positionOf } from './glance.ts'

const now = new Date('2026-05-14T12:00:00Z')
const at = (minutes: number) => new Date(now.getTime() - minutes * 60_000)

const reading = (metric: Metric, value: number | null, minutes = 1, instance: string | null = null): Series => ({
  metric,
  instance,
  unit: null,
  value,
  text_value: null,
  recorded_at: at(minutes).toISOString(),
  arrived_at: at(minutes).toISOString(),
})

test('the position is the newest pair, never halves of two', () => {
  assert.equal(positionOf([]), null)
  assert.equal(positionOf([reading('position_lat', 54.6)]), null)
  const gps = [reading('position_lat', 54.6, 2), reading('position_lon', 9.9, 2)]
  assert.deepEqual(positionOf(gps), { lat: 54.6, lon: 9.9, recorded_at: at(2).toISOString() })
  const ais = [reading('position_lat', 55, 1, 'ais'), reading('position_lon', 10, 9, 'ais')]
  assert.deepEqual(positionOf([...gps, ...ais]), { lat: 55, lon: 10, recorded_at: at(1).toISOString() })
  assert.deepEqual(positionOf([...gps, ais[0]!]), { lat: 54.6, lon: 9.9, recorded_at: at(2).toISOString() })
})

test('what cannot be a position is none', () => {
  for (const [lat, lon] of [
    [91, 0],
    [0, 180.1],
    [null, 10],
  ] as const)
    assert.equal(positionOf([reading('position_lat', lat), reading('position_lon', lon)]), null)
})

const camera = (label: string, taken: number | null) => ({
  vessel_id: 'boat',
  camera_id: `camera-${label}`,
  label,
  last_error: null,
  last_frame_at: null,
  created_at: at(999),
  frame_id: taken === null ? null : `frame-of-${label}`,
  mime: 'image/png' as const,
  width: 1280,
  height: 720,
  captured_at: taken === null ? null : at(taken),
})

const facts: Facts = {
  vessel: { name: 'Aurora' } as Facts['vessel'],
  reasons: [],
  tasks: [],
  alarms: [],
  devices: [],
  cameras: [],
  series: [],
}
const linksTo = async ({ vesselId, cameraId, frameId, mime }: FrameKey) => {
  const url = `https://boat/${vesselId}/${cameraId}/${frameId}?${mime}`
  return { url, thumb_url: `${url}&size=thumb`, screen_url: `${url}&size=screen` }
}
const glance = (known: Partial<Facts>) => glanceOf({ ...facts, ...known }, linksTo, now)

test('a boat of which nothing is known', async () => {
  assert.deepEqual(await glance({}), {
    vessel: facts.vessel,
    due: { overdue: 0, due_soon: 0, ok: 0, never_logged: 0, next: null },
    last_seen_at: null,
    box_count: 0,
    position: null,
    frame: null,
    alarms: [],
    alerts: [],
    health_reasons: [],
  })
})

test('the picture is the one that was taken last, of whichever camera', async () => {
  const { frame } = await glance({ cameras: [camera('old', 60), camera('new', 5), camera('blind', null)] })
  assert.deepEqual(frame, {
    url: 'https://boat/boat/camera-new/frame-of-new?image/png',
    thumb_url: 'https://boat/boat/camera-new/frame-of-new?image/png&size=thumb',
    screen_url: 'https://boat/boat/camera-new/frame-of-new?image/png&size=screen',
    width: 1280,
    height: 720,
    captured_at: at(5),
    camera_label: 'new',
  })
})

test('due tasks in numbers, the first of them the next; a boat was seen when any of its onboard devices was', async () => {
  const item = (title: string, status: 'ok' | 'due_soon' | 'overdue') => ({
    task_id: title,
    title,
    status,
    due_date: null,
    due_hours: 500,
  })
  const due = [item('Oil', 'overdue'), item('Belt', 'due_soon'), item('Zinc', 'ok'), item('Pump', 'ok')]
  const device = (last_seen_at: Date | null) => ({ name: 'device', enabled: true, last_seen_at })
  const tasks = due.map(
    (item) =>
      ({ item, task: { served_at: item.title === 'Pump' ? null : now, safety: false } }) as Facts['tasks'][number],
  )
  const seen = await glance({ tasks, devices: [device(at(30)), device(null), device(at(2))] })
  assert.deepEqual(seen.due, { overdue: 1, due_soon: 1, ok: 2, never_logged: 1, next: due[0] })
  assert.deepEqual([seen.last_seen_at, seen.box_count], [at(2), 3])
})

test('a boat whose silence is an alarm is not told to be silent twice', async () => {
  const devices = [{ name: 'Signal K', enabled: true, last_seen_at: at(60 * 30) }]
  const silent = { kind: 'silent' } as Facts['alarms'][number]
  assert.equal((await glance({ devices })).alerts.length, 1)
  assert.deepEqual((await glance({ devices, alarms: [silent] })).alerts, [])
})
