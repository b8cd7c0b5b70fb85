import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { sql } from 'kysely'
import { testServerUrl } from '../../../testing/database.ts'
import { insertAlarm, startKilledTelling } from '../../testing/kills.ts'

const { db, boat, got, messages, killedBefore, runUntil } = await startKilledTelling()
const { vesselId: vessel_id, connectionId: connection_id } = boat
const camera = { vessel_id, id: randomUUID() }

/** A rule that names a camera, and its alarm. */
async function prepare(): Promise<void> {
  const named = { registered_label: 'Bilge', label: 'Bilge', view: 'other', retain_frames: 24 } as const
  await db
    .insertInto('camera')
    .values({ ...camera, ...named, connection_id })
    .execute()
  const rule = { id: randomUUID(), kind: 'above', metric: 'bilge_pump_cycles', limit: 9 } as const
  const usual = { instance: null, margin: 0, hold_s: 0, applies: 'always', severity: 'warning', enabled: true } as const
  await db
    .insertInto('alarm_rule')
    .values({ ...rule, ...usual, lat: null, lon: null, vessel_id, camera_id: camera.id })
    .execute()
  await insertAlarm(db, boat, rule.metric, rule.id)
}

const checkIns = () => db.selectFrom('check_in').selectAll().execute()
const pictures = async () =>
  (await messages()).filter(({ content }) => (content as { event: string }).event === 'frame')

/** As the camera answers. */
const answer = () =>
  sql`insert into frame (vessel_id, id, camera_id, mime, trigger, captured_at, received_at)
    values (${vessel_id}, ${randomUUID()}, ${camera.id}, 'image/jpeg', 'request', now(), now())`.execute(db)

const skip = !testServerUrl && 'needs PostgreSQL'

test('the service is killed while it asks a camera and while it tells of the picture: it is asked once, and the picture told', {
  skip,
}, async () => {
  await prepare()
  await killedBefore('insert into "check_in"')
  assert.deepEqual([(await messages()).length, (await checkIns()).length], [1, 0], 'told, and not asked')
  await runUntil(async () => (await checkIns()).length === 1 && got().length > 0, 'the check-in')
  await answer()
  await killedBefore('set picture_until = null')
  assert.equal((await pictures()).length, 0)
  // It is killed once the picture is written, and before it is sent.
  await killedBefore('set picture_until = null\nwith due as')
  assert.equal((await pictures()).length, 1)
  await runUntil(async () => (await pictures()).every(({ done_at }) => done_at !== null), 'the picture')
  const sent = got().filter(({ body }) => body.includes('"camera"'))
  assert.equal(sent.length, 1)
  assert.equal((await checkIns()).length, 1)
})
