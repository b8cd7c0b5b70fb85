import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import * as contract from '@binnacle/contract'
import { until } from '../../../../../../scripts/until.ts'
import { type Boat, makeBoat } from '../../../testing/accounts/boat.ts'
import type { Owner } from '../../../testing/client.ts'
import { startService } from '../../../testing/service.ts'
import { startReceiver } from '../../testing/receiver.ts'
import { untilJudged } from '../../testing/until-judged.ts'
import { type ClaimedMessage, claimMessages, noteRefused, removeOldMessages } from '../messages-sql.ts'
import { NotAccepted } from '../post/post.ts'
import { parcelOf } from './parcel.ts'
import { holdMessage } from './quiet-sql.ts'

const receiver = await startReceiver()
const service = await startService({ TELEMETRY_GAP_MS: '0', NOTIFY_ALLOW_PRIVATE: '127.0.0.1' }, { sweepsOften: true })
const { client } = service
const { db } = service.database

const HOUR_MS = 3_600_000
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS)
/** Quiet hours in UTC, by hours from now. */
const hours = (from: number, until: number) => {
  const [begin, end] = [from, until].map((each) => inHours(each).toISOString().slice(11, 16))
  return { from: begin!, until: end!, time_zone: 'UTC' }
}
const setQuiet = (owner: Owner, from: number, until: number) =>
  client.ok(contract.putQuietHours, owner.session, { body: hours(from, until) })
const endQuiet = (owner: Owner) => client.ok(contract.deleteQuietHours, owner.session)

const at = (minutesAgo: number) => new Date(Date.now() - minutesAgo * 60_000).toISOString()
const send = async (boat: Boat, metric: string, value: number, minutesAgo: number) => {
  const body = { readings: [{ metric, value, recorded_at: at(minutesAgo) }] }
  await client.ok(contract.postTelemetry, boat.device, { headers: { 'idempotency-key': randomUUID() }, body })
  await untilJudged(db)
}
/** Warnings of the ready-made rules. */
const shorePowerLost = async (boat: Boat, minutesAgo: number) => {
  await send(boat, 'shore_power', 0, minutesAgo + 2)
  await send(boat, 'shore_power', 0, minutesAgo)
}
const wasteFull = async (boat: Boat, minutesAgo: number) => {
  await send(boat, 'waste_level_pct', 95, minutesAgo + 6)
  await send(boat, 'waste_level_pct', 95, minutesAgo)
}

let owners = 0
/** An owner who is told of everything by ntfy, and has a boat. */
async function anOwner(server = 'up') {
  const owner = await service.owner()
  const path = `/${server}/${owners++}/`
  const body = { kind: 'ntfy', name: 'Phone', address: `${receiver.url}${path}boat`, severity: 'warning' } as const
  const { channel } = await client.ok(contract.createChannel, owner.session, { body })
  const boat = await makeBoat(client, owner)
  return { owner, path, boat, channel: channel as contract.Channel }
}

const sentTo = receiver.bodies
const deliveries = async (owner: Owner): Promise<contract.Delivery[]> =>
  (await client.ok(contract.listDeliveries, owner.key)).deliveries
const untilHeld = (owner: Owner, n: number) =>
  until(async () => (await deliveries(owner)).filter(({ held_until }) => held_until).length === n, `${n} are held`)
const alarmOf = async (owner: Owner, boat: Boat, metric: string): Promise<contract.Alarm> =>
  (await client.ok(contract.listAlarms, owner.session, { params: { id: boat.id } })).alarms.find(
    (alarm: contract.Alarm) => alarm.metric === metric,
  )
const change = (owner: Owner, { id }: contract.Channel, body: Partial<contract.Channel>) =>
  client.call(contract.changeChannel, owner.session, { params: { id }, body })

test('warnings wait for the end of the quiet hours, alarms and webhooks do not; then all of a boat are one message', async () => {
  const { owner, path, boat } = await anOwner()
  const hook = { kind: 'webhook', name: 'Pager', address: `${receiver.url}/pager`, severity: 'warning' } as const
  await client.ok(contract.createChannel, owner.session, { body: hook })
  const { quiet_hours } = await setQuiet(owner, -1, 3)
  await shorePowerLost(boat, 8)
  await wasteFull(boat, 2)
  await send(boat, 'bilge_water', 1, 1)
  await untilHeld(owner, 2)
  await until(() => sentTo(path).length === 1 && sentTo('/pager').length === 3, 'what passes')
  assert.equal(sentTo(path)[0]!.title, 'Aurora: Alarm')
  const held = (await deliveries(owner)).filter(({ held_until }) => held_until)
  for (const { state, tries, held_until } of held)
    assert.deepEqual([state, tries, held_until!.slice(11, 16)], ['waiting', 0, quiet_hours.until])
  await send(boat, 'shore_power', 1, 0)
  await untilHeld(owner, 3)
  const [power, waste] = [await alarmOf(owner, boat, 'shore_power'), await alarmOf(owner, boat, 'waste_level_pct')]
  const time = (at: string) =>
    new Intl.DateTimeFormat('en-GB', { weekday: 'short', hour: '2-digit', minute: '2-digit', timeZone: 'UTC' }).format(
      new Date(at),
    )
  await endQuiet(owner)
  await until(() => sentTo(path).length === 2, 'the digest')
  const [, digest] = sentTo(path)
  assert.deepEqual(digest!.message.split('\n'), [
    `Since ${time(waste.began_at)}: Waste tank level above 90\u00a0%: 95\u00a0%`,
    `${time(power.began_at)}–${time(power.ended_at!)}: Shore power lost`,
  ])
  assert.deepEqual([digest!.title, digest!.priority], ['Aurora: During quiet hours', 3])
  assert.match(digest!.click, /\/boats\/.*\/alarms$/)
  await until(async () => (await deliveries(owner)).every(({ state }) => state === 'accepted'), 'the end')
  assert.equal(sentTo(path).length, 2)
})

test('one that was held goes as it is; nothing goes about what was acknowledged, silenced or removed meanwhile', async () => {
  const { owner, path, boat } = await anOwner()
  await setQuiet(owner, -1, 3)
  await shorePowerLost(boat, 8)
  await wasteFull(boat, 2)
  await untilHeld(owner, 2)
  const params = { id: (await alarmOf(owner, boat, 'shore_power')).id }
  await client.ok(contract.acknowledgeAlarm, owner.session, { params })
  await setQuiet(owner, 3, 4)
  await until(() => sentTo(path).length === 1, 'the other one')
  const [{ title, message }] = sentTo(path)
  assert.deepEqual([title, message], ['Aurora: Warning', 'Waste tank level above 90\u00a0%: 95\u00a0%'])
  const states = async () => (await deliveries(owner)).map(({ state, error }) => [state, error]).sort()
  const dropped = 'acknowledged, silenced or removed while it was held, or a picture beside another alarm'
  await until(async () => (await states()).every(([state]) => state !== 'waiting'), 'both are done')
  assert.deepEqual(await states(), [
    ['accepted', null],
    ['given_up', dropped],
  ])
  await setQuiet(owner, -1, 3)
  await send(boat, 'battery_soc_pct', 10, 8)
  await send(boat, 'battery_soc_pct', 10, 1)
  await untilHeld(owner, 1)
  await db.deleteFrom('alarm').where('vessel_id', '=', boat.id).where('metric', '=', 'battery_soc_pct').execute()
  await endQuiet(owner)
  await until(async () => (await deliveries(owner)).every(({ state }) => state !== 'waiting'), 'it is done')
  assert.equal(sentTo(path).length, 1)
})

test('a channel lets everything pass, or nothing; what it lets pass later goes at once', async () => {
  const { owner, path, boat, channel } = await anOwner()
  await change(owner, channel, { quiet_passes: 'nothing' })
  await setQuiet(owner, -1, 3)
  await shorePowerLost(boat, 5)
  await send(boat, 'bilge_water', 1, 1)
  await untilHeld(owner, 2)
  await change(owner, channel, { quiet_passes: 'alarms' })
  await until(() => sentTo(path).length === 1, 'the alarm')
  assert.equal(sentTo(path)[0]!.message, 'Water in the bilge')
  await untilHeld(owner, 1)
  await change(owner, channel, { quiet_passes: 'everything' })
  await until(() => sentTo(path).length === 2, 'the warning')
  const hook = { kind: 'webhook', name: 'Pager', address: `${receiver.url}/pager` } as const
  const { channel: pager } = await client.ok(contract.createChannel, owner.session, { body: hook })
  assert.equal(pager.quiet_passes, 'everything')
  const refused = await change(owner, pager, { quiet_passes: 'alarms' })
  assert.deepEqual(
    [refused.status, refused.body],
    [400, { error: 'invalid_request: /quiet_passes must be everything for a webhook' }],
  )
})

test('what is held can be sent at once; also what is days old is sent again', async () => {
  const { owner, path, boat } = await anOwner()
  await setQuiet(owner, -1, 3)
  await shorePowerLost(boat, 8)
  await wasteFull(boat, 2)
  await untilHeld(owner, 2)
  const again = async () => {
    const [newest] = await deliveries(owner)
    return client.ok(contract.sendAgain, owner.key, { params: { id: newest!.id } })
  }
  assert.equal((await again()).delivery.held_until, null)
  await until(() => sentTo(path).length === 1, 'one of them')
  const isAccepted = ({ state }: contract.Delivery) => state === 'accepted'
  await until(async () => (await deliveries(owner)).some(isAccepted), 'that the service has noted it')
  assert.equal((await deliveries(owner)).filter(({ held_until }) => held_until).length, 1)
  const weekAgo = inHours(-7 * 24)
  await db.updateTable('message').set({ created_at: weekAgo }).where('vessel_id', '=', boat.id).execute()
  await again()
  await until(() => sentTo(path).length === 2, 'it again')
})

test('two never have what is held; a refused digest stays one, and is given up a day after the quiet hours', async () => {
  const { owner, boat, channel } = await anOwner('down')
  await setQuiet(owner, -1, 3)
  await shorePowerLost(boat, 8)
  await wasteFull(boat, 2)
  await untilHeld(owner, 2)
  const messages = () =>
    db.selectFrom('message').selectAll().where('vessel_id', '=', boat.id).orderBy('created_at').execute()
  const claim = async (when: Date): Promise<ClaimedMessage[]> =>
    (await Promise.all([1, 2, 3].map(() => claimMessages(db, 100, when))))
      .flat()
      .filter(({ channel_id }) => channel_id === channel.id)
  assert.deepEqual(await claim(inHours(2)), [])
  const morning = inHours(3)
  const claimed = await claim(morning)
  assert.equal(claimed.length, 1)
  const [first] = claimed as [ClaimedMessage]
  const parcel = await parcelOf(db, first, morning)
  assert.equal(parcel.told.length, 2)
  await noteRefused(db, first, parcel, new NotAccepted('answered 503'), morning)
  assert.deepEqual(
    (await messages()).map(({ error, done_at }) => [error, done_at]),
    [
      ['answered 503', null],
      ['answered 503', null],
    ],
  )
  const [second] = (await claim(inHours(4))) as [ClaimedMessage]
  assert.deepEqual([second.id, second.tries], [first.id, 2])
  await holdMessage(db, second, inHours(27))
  const [{ held_until, next_try_at, tries }] = (await messages()) as [Awaited<ReturnType<typeof messages>>[0]]
  assert.deepEqual([held_until, next_try_at.getTime() > inHours(26).getTime(), tries], [first.held_until, true, 1])
  await noteRefused(db, second, parcel, new NotAccepted('answered 503'), inHours(26.9))
  assert.equal((await messages()).filter(({ done_at }) => done_at).length, 0, 'a day is not over')
  await noteRefused(db, second, parcel, new NotAccepted('answered 503'), inHours(27.1))
  assert.equal((await messages()).filter(({ done_at }) => done_at).length, 2, 'all of it is given up')
})

test('nothing is held by quiet hours that were changed meanwhile', async () => {
  const { owner, boat, channel } = await anOwner('down')
  await setQuiet(owner, -1, 3)
  await shorePowerLost(boat, 1)
  await untilHeld(owner, 1)
  const find = async () =>
    (await claimMessages(db, 100, inHours(3))).find(({ channel_id }) => channel_id === channel.id)!
  const message = await find()
  await endQuiet(owner)
  await holdMessage(db, message, inHours(9))
  const [row] = await db.selectFrom('message').selectAll().where('vessel_id', '=', boat.id).execute()
  assert.ok(row!.next_try_at < inHours(4))
})

test('what was not sent within two days is given up, and the log says so', async () => {
  const { owner, boat, channel } = await anOwner()
  await setQuiet(owner, -1, 3)
  await shorePowerLost(boat, 1)
  await untilHeld(owner, 1)
  await change(owner, channel, { enabled: false })
  await removeOldMessages(db, inHours(50))
  assert.equal((await deliveries(owner))[0]!.state, 'waiting', 'from the end of the quiet hours on')
  await removeOldMessages(db, inHours(52))
  const [{ state, error }] = (await deliveries(owner)) as [contract.Delivery]
  assert.deepEqual([state, error], ['given_up', 'not sent within two days'])
})

test('quiet hours are shown, changed and switched off; the audit log says so', async () => {
  const { owner } = await anOwner()
  const shown = async () => (await client.ok(contract.listChannels, owner.session)).quiet_hours
  assert.equal(await shown(), null)
  const night = { from: '22:00', until: '07:00', time_zone: 'Europe/Berlin' }
  await client.ok(contract.putQuietHours, owner.session, { body: night })
  assert.deepEqual(await shown(), night)
  const refused = async (wrong: Partial<contract.QuietHours>) =>
    (await client.call(contract.putQuietHours, owner.session, { body: { ...night, ...wrong } })).body
  assert.match((await refused({ time_zone: 'Europe/Nowhere' })).error, /\/time_zone must be the name of a time zone/)
  assert.match((await refused({ until: '22:00' })).error, /\/until must differ from \/from/)
  assert.match((await refused({ from: '24:00' })).error, /\/from/)
  await endQuiet(owner)
  assert.equal(await shown(), null)
  const { events } = await client.ok(contract.listActivity, owner.session)
  const about = events.filter(({ kind }: contract.AuditEvent) => kind === 'quiet_hours_changed')
  assert.deepEqual(
    about.map(({ detail }: contract.AuditEvent) => detail.value),
    [undefined, '22:00–07:00 Europe/Berlin'],
  )
})
