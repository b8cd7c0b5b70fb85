import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import * as contract from '@binnacle/contract'
import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { until } from '../../../../../scripts/until.ts'
import { takeFrame } from '../../cameras/frames/take-frame.ts'
import type { Db } from '../../db/database.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { makeAjv } from '../../http/route/validate.ts'
import { logService as insertService } from '../../maintenance/logbook/sql.ts'
import { quotasOf } from '../../quotas/quotas.ts'
import { type Boat, makeBoat } from '../../testing/accounts/boat.ts'
import type { Owner } from '../../testing/client.ts'
import { untilWaiting } from '../../testing/database.ts'
import { postPicture } from '../../testing/picture.ts'
import { startService } from '../../testing/service.ts'
import { judgeByClock } from '../judge/clock/clock-sql.ts'
import { judgeTasks } from '../judge/clock/tasks-sql.ts'
import { startReceiver } from '../testing/receiver.ts'
import { untilJudged } from '../testing/until-judged.ts'
import { removeOldMessages, writeMessages } from './messages-sql.ts'

const receiver = await startReceiver()
const service = await startService(
  { TELEMETRY_GAP_MS: '0', FRAME_GAP_MS: '0', NOTIFY_ALLOW_PRIVATE: '127.0.0.1' },
  { sweepsOften: true },
)
const { client } = service
const { db } = service.database
const ajv = makeAjv()

const HOUR = 3_600_000
const ago = (hours: number) => new Date(Date.now() - hours * HOUR)

interface Hook {
  id: string
  path: string
  secret: string
}

async function addHook(owner: Owner, given: { events?: contract.WebhookEvent[]; severity?: contract.Severity } = {}) {
  const path = `/${randomUUID()}`
  const { channel, secret } = await client.ok(contract.createChannel, owner.session, {
    body: { kind: 'webhook', name: 'Program', address: receiver.url + path, ...given },
  })
  return { id: channel.id, path, secret } as Hook
}

/** What came, as a receiver takes it: the signature is checked by the package, the body by the contract. */
function received({ path, secret }: Hook) {
  return receiver.to(path).map(({ headers, body }) => {
    const payload = new Webhook(secret).verify(body, headers) as { type: string; timestamp: string; data: object }
    const { schema } = contract.WEBHOOKS[payload.type as keyof typeof contract.WEBHOOKS]
    const { title: _, ...plain } = JSON.parse(JSON.stringify(schema))
    assert.ok(ajv.validate(plain, payload), `${body}\n${ajv.errorsText()}`)
    return payload
  })
}

const types = (hook: Hook) => received(hook).map(({ type }) => type)
const untilTypes = (hook: Hook, expected: string[]) =>
  until(() => types(hook).length >= expected.length, `${expected} at a webhook`).then(() =>
    assert.deepEqual(types(hook), expected),
  )

const bilge = async (boat: Boat, value: number) => {
  await client.ok(contract.postTelemetry, boat.device, { body: { readings: [{ metric: 'bilge_water', value }] } })
  await untilJudged(db)
}
const waste = async (boat: Boat, value: number, minutes: number) => {
  const readings = [{ metric: 'waste_level_pct', value, recorded_at: ago(minutes / 60).toISOString() }]
  await client.ok(contract.postTelemetry, boat.device, {
    headers: { 'idempotency-key': randomUUID() },
    body: { readings },
  })
  await untilJudged(db)
}
const logService = (owner: Owner, boat: Boat, body: object) =>
  client.ok(contract.logService, owner.key, { params: { id: boat.id }, body: { title: 'Impeller', ...body } })

test('a webhook is told of the events that were chosen for it, signed, as the contract says, each once', async () => {
  const owner = await service.owner()
  const boat = await makeBoat(client, owner)
  const all = await addHook(owner, { events: contract.WEBHOOK_EVENT_NAMES })
  const logbook = await addHook(owner, { events: ['service.logged'] })
  const { service_log } = await logService(owner, boat, { cost: 12.5, currency: 'EUR' })
  await untilTypes(all, ['service.logged'])
  const { body: frame } = await postPicture(client, boat.device, { label: 'Mast' })
  await untilTypes(all, ['service.logged', 'frame.stored'])
  await bilge(boat, 1)
  await untilTypes(all, ['service.logged', 'frame.stored', 'vessel.alarm.began'])
  await bilge(boat, 0)
  await untilTypes(all, ['service.logged', 'frame.stored', 'vessel.alarm.began', 'vessel.alarm.ended'])
  await untilTypes(logbook, ['service.logged'])
  const [logged, stored] = received(all)
  assert.deepEqual(logged!.data, { vessel: { id: boat.id, name: 'Aurora' }, service_log })
  const { url: _, ...shown } = (await client.ok(contract.listFrames, owner.key, { params: { id: frame.camera_id } }))
    .frames[0]
  assert.deepEqual(stored!.data, {
    vessel: { id: boat.id, name: 'Aurora' },
    frame: { ...shown, camera_id: frame.camera_id, label: 'Mast' },
  })
})

test('a webhook that is deleted at that moment stops neither a service nor a picture nor an alarm from being stored', async () => {
  const owner = await service.owner()
  const boat = await makeBoat(client, owner)
  const doings: (() => Promise<unknown>)[] = [
    () => logService(owner, boat, {}),
    async () => assert.equal((await postPicture(client, boat.device)).status, 202),
    async () => {
      await bilge(boat, 1)
      await writeMessages(db, [boat.id], new Date())
    },
  ]
  for (const doing of doings) {
    const { id } = await addHook(owner, { events: contract.WEBHOOK_EVENT_NAMES })
    const done = await db.transaction().execute(async (tx) => {
      await tx.deleteFrom('channel').where('id', '=', id).execute()
      const under = { way: doing() }
      under.way.catch(() => {})
      await untilWaiting(service.database, 1)
      return under
    })
    await done.way
  }
})

test('a task that becomes due and a boat that falls silent are events of their own, of any severity', async () => {
  const owner = await service.owner()
  const boat = await makeBoat(client, owner)
  const hook = await addHook(owner, { events: ['task.due', 'connection.silent'], severity: 'alarm' })
  const alarms = await addHook(owner, { events: ['vessel.alarm'], severity: 'warning' })
  const tell = async () => {
    await Promise.all([judgeByClock(db, new Date()), judgeTasks(db, new Date())])
    await writeMessages(db, null, new Date(Date.now() + HOUR))
    // Written as if it was an hour later, they are sent now.
    await db.updateTable('message').set({ next_try_at: new Date() }).where('tries', '=', 0).execute()
  }
  const { task } = await client.ok(contract.createTask, owner.session, {
    params: { id: boat.id },
    body: { title: 'Impeller', interval_days: 30, start_at: ago(60 * 24).toISOString() },
  })
  await tell()
  await untilTypes(hook, ['task.due.began'])
  await logService(owner, boat, { task_id: task.id })
  await tell()
  await untilTypes(hook, ['task.due.began', 'task.due.ended'])
  const seen = (last_seen_at: Date) =>
    db.updateTable('connection').set({ last_seen_at }).where('id', '=', boat.connectionId).execute()
  await seen(ago(30))
  await tell()
  await untilTypes(hook, ['task.due.began', 'task.due.ended', 'connection.silent.began'])
  await seen(new Date())
  await tell()
  await untilTypes(hook, ['task.due.began', 'task.due.ended', 'connection.silent.began', 'connection.silent.ended'])
  await waste(boat, 95, 10)
  await waste(boat, 95.5, 4)
  await untilTypes(alarms, ['vessel.alarm.began'])
  assert.equal(types(hook).length, 4)
})

test('a webhook for which nothing was chosen is told of alarms; what is chosen can change; other channels have no choice', async () => {
  const owner = await service.owner()
  const boat = await makeBoat(client, owner)
  const hook = await addHook(owner)
  const change = (id: string, events: contract.WebhookEvent[]) =>
    client.call(contract.changeChannel, owner.session, { params: { id }, body: { events } })
  const { channels } = await client.ok(contract.listChannels, owner.session)
  assert.deepEqual(channels[0].events, ['vessel.alarm', 'task.due', 'connection.silent'])
  await logService(owner, boat, {})
  assert.deepEqual((await change(hook.id, ['service.logged'])).body.channel.events, ['service.logged'])
  await logService(owner, boat, {})
  await untilTypes(hook, ['service.logged'])
  const { channel: phone } = await client.ok(contract.createChannel, owner.session, {
    body: { kind: 'ntfy', name: 'Phone', address: `${receiver.url}/phone` },
  })
  assert.equal(phone.events, null)
  const refused = await change(phone.id, ['service.logged'])
  assert.deepEqual([refused.status, refused.body.error], [400, 'invalid_request: /events is for webhooks only'])
  assert.equal((await change(hook.id, [])).status, 400)
})

test('what has happened and the message about it are stored by one transaction: no kill leaves one without the other', async () => {
  const owner = await service.owner()
  const boat = await makeBoat(client, owner)
  const hook = await addHook(owner, { events: ['service.logged', 'frame.stored'] })
  const { account } = await client.ok(contract.getMe, owner.session)
  const { body: known } = await postPicture(client, boat.device)
  const sent = { camera_id: known.camera_id, mime: 'image/jpeg', bytes: 1, trigger: 'device' } as const
  const key = { vesselId: boat.id, cameraId: known.camera_id, frameId: randomUUID(), mime: 'image/jpeg' } as const
  const { key_hash: keyHash } = await db
    .selectFrom('connection')
    .select('key_hash')
    .where('id', '=', boat.connectionId)
    .executeTakeFirstOrThrow()
  const device = {
    keyHash: Buffer.from(keyHash),
    connectionId: boat.connectionId,
    vesselId: boat.id,
    enabled: true,
    suspended: false,
  }
  const counts = async (tx: Db) => {
    const { rows } = await sql<object>`
      select (select count(*)::int from service_log where vessel_id = ${boat.id}) as services,
        (select count(*)::int from frame where vessel_id = ${boat.id}) as frames,
        (select count(*)::int from message where channel_id = ${hook.id}) as messages`.execute(tx)
    return rows[0]
  }
  const undone = inTransaction(db, async (tx) => {
    await insertService(tx, account.id, boat.id, { title: 'Impeller' }, new Date())
    await takeFrame(tx, device, sent, { key, width: 1, height: 1 }, { gapMs: 0, quotas: quotasOf(service.config) })
    assert.deepEqual(await counts(tx), { services: 1, frames: 2, messages: 3 })
    throw new Error('as if killed')
  })
  await assert.rejects(undone, /as if killed/)
  assert.deepEqual(await counts(db), { services: 0, frames: 1, messages: 1 })
})

test('the log names the event, and can send it again with the same id; frames stay in it for two days', async () => {
  const owner = await service.owner()
  const boat = await makeBoat(client, owner)
  const hook = await addHook(owner, { events: contract.WEBHOOK_EVENT_NAMES })
  const log = async () =>
    (await client.ok(contract.listDeliveries, owner.key, { query: { channel_id: hook.id } })).deliveries
  await logService(owner, boat, {})
  await until(async () => (await log())[0]?.state === 'accepted', 'the service')
  await postPicture(client, boat.device)
  await bilge(boat, 1)
  const accepted = async () => (await log()).filter(({ state }: contract.Delivery) => state === 'accepted')
  await until(async () => (await accepted()).length === 3, 'all of it')
  const shown = (await log()).map(({ event, severity }: contract.Delivery) => [event, severity]).toReversed()
  assert.deepEqual(shown, [
    ['service.logged', null],
    ['frame.stored', null],
    ['vessel.alarm.began', 'alarm'],
  ])
  const { id } = (await log()).at(-1)
  await client.ok(contract.sendAgain, owner.key, { params: { id } })
  await until(() => receiver.to(hook.path).length === 4, 'the service again')
  assert.equal(received(hook).at(-1)!.type, 'service.logged')
  assert.equal(receiver.to(hook.path).at(-1)!.headers['webhook-id'], id)
  await removeOldMessages(db, new Date(Date.now() + 49 * HOUR))
  assert.deepEqual((await log()).map(({ event }: contract.Delivery) => event).toReversed(), [
    'service.logged',
    'vessel.alarm.began',
  ])
})
