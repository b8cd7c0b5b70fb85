import assert from 'node:assert/strict'
import { createHmac, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import * as contract from '@binnacle/contract'
import { until } from '../../../../../scripts/until.ts'
import { type Boat, makeBoat } from '../../testing/accounts/boat.ts'
import { startService } from '../../testing/service.ts'
import { extendPauses } from '../testing/end-pauses.ts'
import { type Posted, startReceiver } from '../testing/receiver.ts'
import { untilJudged } from '../testing/until-judged.ts'
import { type ClaimedMessage, claimMessages, noteAccepted, noteRefused, writeMessages } from './messages-sql.ts'
import { NotAccepted } from './post/post.ts'

const { url: receiver, to: postedTo, bodies } = await startReceiver()
const service = await startService({ TELEMETRY_GAP_MS: '0', NOTIFY_ALLOW_PRIVATE: '127.0.0.1' }, { sweepsOften: true })
const { client } = service
const { db } = service.database

const at = (minutesAgo: number) => new Date(Date.now() - minutesAgo * 60_000).toISOString()
const send = async (boat: Boat, metric: string, value: number, minutesAgo: number) => {
  await client.ok(contract.postTelemetry, boat.device, {
    headers: { 'idempotency-key': randomUUID() },
    body: { readings: [{ metric, value, recorded_at: at(minutesAgo) }] },
  })
  await untilJudged(db)
}

async function ownerWith(channels: { kind: contract.ChannelKind; path: string; severity?: contract.Severity }[]) {
  const owner = await service.owner()
  const made = []
  for (const { path, ...channel } of channels)
    made.push(
      await client.ok(contract.createChannel, owner.session, {
        body: { ...channel, name: 'Phone', address: `${receiver}${path}` },
      }),
    )
  const boat = await makeBoat(client, owner)
  return { owner, boat, made }
}

const only = ({ id, content }: ClaimedMessage) => ({ content, told: [id], dropped: [] })

test('an alarm is told by a signed webhook when it begins and when it ends, each once', async () => {
  const { boat, made } = await ownerWith([{ kind: 'webhook', path: '/hook' }])
  await send(boat, 'bilge_water', 1, 2)
  await until(() => postedTo('/hook').length === 1, 'the first webhook')
  await send(boat, 'bilge_water', 1, 1)
  await send(boat, 'bilge_water', 0, 0)
  await until(() => postedTo('/hook').length === 2, 'the second webhook')
  const [began, ended] = bodies('/hook')
  assert.deepEqual([began.type, ended.type], ['vessel.alarm.began', 'vessel.alarm.ended'])
  assert.deepEqual(began.data.vessel, { id: boat.id, name: 'Aurora' })
  assert.equal(began.data.alarm.id, ended.data.alarm.id)
  const { metric, severity, value, ended_at } = began.data.alarm
  assert.deepEqual([metric, severity, value, ended_at], ['bilge_water', 'alarm', 1, null])
  assert.equal(ended.timestamp, ended.data.alarm.ended_at)
  const [{ headers, body }] = postedTo('/hook') as [Posted]
  const key = Buffer.from(made[0].secret.replace('whsec_', ''), 'base64')
  const signed = createHmac('sha256', key).update(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`)
  assert.equal(headers['webhook-signature'], `v1,${signed.digest('base64')}`)
})

test('ntfy gets a message in the channel’s language; warnings only where they are wanted', async () => {
  const { boat, owner, made } = await ownerWith([
    { kind: 'ntfy', path: '/all-of-it', severity: 'warning' },
    { kind: 'ntfy', path: '/alarms-only' },
  ])
  await client.ok(contract.changeChannel, owner.session, {
    params: { id: made[0].channel.id },
    body: { language: 'de' },
  })
  await send(boat, 'waste_level_pct', 95, 10)
  await send(boat, 'waste_level_pct', 95.5, 4)
  await send(boat, 'bilge_water', 1, 1)
  const sent = () => bodies('/').map(({ topic, title, message, priority }) => [topic, title, message, priority])
  await until(() => sent().length === 3, 'three messages')
  assert.deepEqual(sent().sort(), [
    ['alarms-only', 'Aurora: Alarm', 'Water in the bilge', 5],
    ['all-of-it', 'Aurora: Alarm', 'Wasser in der Bilge', 5],
    ['all-of-it', 'Aurora: Warnung', 'Abwasserstand über 90\u00a0%: 95,5\u00a0%', 3],
  ])
})

test('an alarm on board reaches the phone, once, and the boat is told of it; its end too; a backlog tells nothing again', async () => {
  const { owner, boat } = await ownerWith([{ kind: 'ntfy', path: '/anchor' }])
  const say = async (text_value: string, minutesAgo: number) => {
    const body = {
      readings: [{ metric: 'fault_code', text_value, instance: 'navigation.anchor', recorded_at: at(minutesAgo) }],
    }
    await client.ok(contract.postTelemetry, boat.device, { headers: { 'idempotency-key': randomUUID() }, body })
    await untilJudged(db)
  }
  const sent = () => bodies('/').flatMap(({ topic, title, message }) => (topic === 'anchor' ? [[title, message]] : []))
  const onboard = () => client.ok(contract.listOnboardAlarms, boat.device)
  assert.deepEqual(await onboard(), { worst: null, alarms: [], poll_after_ms: 30_000 })
  await say('Warning: 30 m off', 5)
  await say('Alarm: Anchor drags, 52 m', 4)
  const drags = 'Alarm on board (navigation.anchor): Anchor drags, 52 m'
  await until(() => sent().length === 1, 'the alarm')
  assert.deepEqual(sent(), [['Aurora: Alarm', drags]])
  const { worst, alarms } = await onboard()
  const shown = alarms.map(({ kind, severity, message, quiet }: contract.OnboardAlarm) => [
    kind,
    severity,
    message,
    quiet,
  ])
  const warning = ['fault', 'warning', 'Fault (navigation.anchor): Warning: 30 m off', false]
  assert.deepEqual([worst, shown], ['alarm', [['onboard_alarm', 'alarm', drags, false], warning]])
  for (const { id } of alarms) await client.ok(contract.acknowledgeAlarm, owner.session, { params: { id } })
  const acknowledged = await onboard()
  assert.deepEqual(
    [acknowledged.worst, acknowledged.alarms.map(({ quiet }: contract.OnboardAlarm) => quiet)],
    [null, [true, true]],
  )
  await say('none', 1)
  await until(() => sent().length === 2, 'its end')
  assert.deepEqual(sent()[1], ['Aurora: Ended', drags])
  assert.deepEqual((await onboard()).alarms, [])
  await say('Alarm: Anchor drags, 60 m', 3000)
  await say('none', 2990)
  await writeMessages(db, null, new Date(Date.now() + 21 * 60_000))
  const messages = await db.selectFrom('message').select('id').where('vessel_id', '=', boat.id).execute()
  assert.equal(messages.length, 2, 'what was over when it arrived is told to nobody')
  assert.equal((await client.call(contract.listOnboardAlarms, owner.key)).status, 401)
})

test('what is over when it arrives is not told; what the boat kept is told when all of it is here', async () => {
  const { boat } = await ownerWith([{ kind: 'webhook', path: '/late' }])
  await send(boat, 'bilge_water', 1, 3000)
  await writeMessages(db, null, new Date())
  const later = new Date(Date.now() + 5 * 60_000)
  await writeMessages(db, null, later)
  await send(boat, 'bilge_water', 0, 2990)
  await send(boat, 'bilge_water', 1, 2900)
  const waiting = () => db.selectFrom('message').select('id').where('vessel_id', '=', boat.id).execute()
  assert.deepEqual(await waiting(), [])
  await writeMessages(db, null, new Date(Date.now() + 21 * 60_000))
  assert.equal((await waiting()).length, 1, 'it still holds at the end')
})

test('nothing is told while an alarm is silenced, also of the next one of its rule; after that what still stands is', async () => {
  const { owner, boat } = await ownerWith([{ kind: 'webhook', path: '/silenced' }])
  const ofBoat = { params: { id: boat.id } }
  const newest = async (): Promise<contract.Alarm> =>
    (await client.ok(contract.listAlarms, owner.session, ofBoat)).alarms[0]
  const silence = async (until?: Date) =>
    client.ok(contract.silenceAlarm, owner.session, {
      params: { id: (await newest()).id },
      body: { until: until?.toISOString() },
    })
  await send(boat, 'bilge_water', 1, 5)
  await until(() => postedTo('/silenced').length === 1, 'the beginning')
  const inAnHour = new Date(Date.now() + 3_600_000)
  assert.equal((await silence(inAnHour)).alarm.silenced_until, inAnHour.toISOString())
  await send(boat, 'bilge_water', 0, 4)
  await send(boat, 'bilge_water', 1, 3)
  await writeMessages(db, null, new Date())
  const messages = () => db.selectFrom('message').select('content').where('vessel_id', '=', boat.id).execute()
  assert.equal((await messages()).length, 1)
  assert.equal((await newest()).silenced_until, inAnHour.toISOString(), 'it says so itself')
  await writeMessages(db, null, new Date(inAnHour.getTime() + 60_000))
  assert.equal((await messages()).length, 2, 'it still stands when the silence is over')
  assert.equal((await silence()).alarm.silenced_until, null)
  await send(boat, 'bilge_water', 0, 2)
  await writeMessages(db, null, new Date(inAnHour.getTime() + 60_000))
  assert.equal((await messages()).length, 2, 'silenced until it ends: nothing of its end')
  const { alarm } = await client.ok(contract.endSilence, owner.session, { params: { id: (await newest()).id } })
  assert.equal(alarm.silenced_at, null)
})

test('a silence until a time is of the rule: given at an alarm that is over it counts for the next; its end at any of them is final', async () => {
  const { owner, boat } = await ownerWith([{ kind: 'webhook', path: '/flaps' }])
  const alarms = async (): Promise<contract.Alarm[]> =>
    (await client.ok(contract.listAlarms, owner.session, { params: { id: boat.id } })).alarms
  const of = (alarm: contract.Alarm) => ({ params: { id: alarm.id } })
  const silences = async () => (await alarms()).map(({ silenced_until }) => silenced_until)
  const inAnHour = new Date(Date.now() + 3_600_000).toISOString()
  const flap = async (minutesAgo: number) => {
    await send(boat, 'bilge_water', 0, minutesAgo + 1)
    await send(boat, 'bilge_water', 1, minutesAgo)
  }
  await flap(10)
  await flap(8)
  const [, first] = await alarms()
  await client.ok(contract.silenceAlarm, owner.session, { ...of(first!), body: { until: inAnHour } })
  assert.deepEqual(await silences(), [inAnHour, inAnHour], 'the page still showed the one before')
  await flap(6)
  assert.deepEqual(await silences(), [inAnHour, inAnHour, inAnHour])
  await client.ok(contract.endSilence, owner.session, of((await alarms())[0]!))
  await flap(4)
  assert.deepEqual(await silences(), [null, null, null, null], 'it does not come back')
  const [fourth] = await alarms()
  await until(() => bodies('/flaps').some(({ data }) => data.alarm.id === fourth!.id), 'the message about it')
  await client.ok(contract.silenceAlarm, owner.session, { ...of(fourth!), body: {} })
  await flap(2)
  assert.deepEqual(await silences(), [null, null, null, null, null], 'until it ends: not the next one')
  assert.deepEqual(
    (await alarms()).map(({ silenced_at }) => silenced_at !== null),
    [false, true, false, false, false],
  )
})

test('what is not accepted is tried again later and later for a day, the end after the beginning; two never have the same', async () => {
  const { boat, owner, made } = await ownerWith([{ kind: 'webhook', path: '/down/hook' }])
  await send(boat, 'bilge_water', 1, 1)
  const channel = async () => (await client.ok(contract.listChannels, owner.session)).channels[0] as contract.Channel
  await until(async () => (await channel()).last_error === 'answered 503', 'the refusal')
  const inAnHour = new Date(Date.now() + 3_600_000)
  await until(async () => (await extendPauses(db, boat.id, inAnHour)) === 1, 'that the service does not try it again')
  await send(boat, 'bilge_water', 0, 0)
  const ofBoat = () =>
    db.selectFrom('message').selectAll().where('vessel_id', '=', boat.id).orderBy('created_at').execute()
  await until(async () => (await ofBoat()).length === 2, 'the message of the end')
  // Nor the end, once the beginning is given up.
  await db.updateTable('message').set({ next_try_at: inAnHour }).where('vessel_id', '=', boat.id).execute()
  const { alarms } = await client.ok(contract.listAlarms, owner.session, { params: { id: boat.id } })
  await client.ok(contract.silenceAlarm, owner.session, { params: { id: alarms[0].id }, body: { until: at(1) } })
  const waiting = (await ofBoat()).map(({ done_at }) => done_at)
  assert.deepEqual(waiting, [null, null], 'silent until a time that is over: they are still sent')
  const claimed = (await Promise.all([1, 2].map(() => claimMessages(db, 20, inAnHour)))).flat()
  const [first] = claimed.filter(({ vessel_id }) => vessel_id === boat.id)
  assert.equal(claimed.filter(({ vessel_id }) => vessel_id === boat.id).length, 1, 'the end waits for the beginning')
  assert.equal(first!.content.event, 'began')
  const pauseAfter = async (tries: number) => {
    await noteRefused(db, { ...first!, tries }, only(first!), new NotAccepted('answered 503'), inAnHour)
    const [row] = await ofBoat()
    assert.equal(row!.done_at, null)
    return row!.next_try_at.getTime() - inAnHour.getTime()
  }
  assert.ok((await pauseAfter(1)) <= 10_000)
  assert.ok((await pauseAfter(8)) >= 600_000)
  await noteRefused(db, first!, only(first!), new NotAccepted('answered 503'), new Date(Date.now() + 24 * 3_600_000))
  assert.ok((await ofBoat())[0]!.done_at, 'given up after a day')
  const [second] = (await claimMessages(db, 20, new Date(Date.now() + 25 * 3_600_000))).filter(
    ({ vessel_id }) => vessel_id === boat.id,
  )
  assert.equal(second!.content.event, 'ended')
  await noteAccepted(db, second!, only(second!), new Date())
  assert.deepEqual([(await channel()).last_error, (await ofBoat()).filter(({ done_at }) => !done_at)], [null, []])
  await client.ok(contract.deleteChannel, owner.session, { params: { id: made[0].channel.id } })
  assert.deepEqual(await ofBoat(), [])
})

test('a receiver that hangs has two messages at once, however many wait for it, and others get theirs', async () => {
  const [open, counts]: [Set<object>, number[]] = [new Set(), []]
  const hanging = createServer((request) => {
    open.add(request)
    counts.push(open.size)
    request.once('close', () => open.delete(request))
  }).listen(0, '127.0.0.1')
  after(() => hanging.close())
  await once(hanging, 'listening')
  const { owner, boat } = await ownerWith([])
  const add = (address: string) =>
    client.ok(contract.createChannel, owner.session, { body: { kind: 'webhook', name: 'x', address } })
  await add(`http://127.0.0.1:${(hanging.address() as AddressInfo).port}/`)
  const ruleFor = (limit: number) =>
    client.ok(contract.createAlarmRule, owner.key, {
      params: { id: boat.id },
      body: { kind: 'above', metric: 'water_temp', limit },
    })
  for (let limit = 0; limit < 30; limit++) await ruleFor(limit)
  await send(boat, 'water_temp', 40, 1)
  await until(() => counts.length > 0, 'the first message')
  await add(`${receiver}/beside-hanging`)
  await send(boat, 'bilge_water', 1, 0)
  await until(() => postedTo('/beside-hanging').length > 0, 'the message for the other')
  assert.equal(Math.max(...counts), 2)
})

test('a test says what came of it; an address that cannot be one is refused', async () => {
  const { owner, made } = await ownerWith([
    { kind: 'webhook', path: '/test' },
    { kind: 'ntfy', path: '/down/topic' },
  ])
  const tried = []
  for (const { channel } of made)
    tried.push((await client.ok(contract.testChannel, owner.session, { params: { id: channel.id } })).error)
  assert.deepEqual(tried, [null, 'answered 503'])
  assert.equal(bodies('/test')[0].type, 'test')
  const refuses = async (kind: string, address: string) =>
    (await client.call(contract.createChannel, owner.session, { body: { kind, name: 'x', address } })).status
  for (const address of [
    'ftp://example.org/x',
    'https://user:secret@example.org/x',
    'example.org/x',
    'https://example.org/\r\nx',
    'https://example.org/\0',
  ])
    assert.equal(await refuses('webhook', address), 400, address)
  assert.equal(await refuses('ntfy', 'https://ntfy.sh/'), 400)
})

test('what was sent is listed, for its owner only, and can be sent again with the same id', async () => {
  const { boat, owner, made } = await ownerWith([{ kind: 'webhook', path: '/again' }])
  await send(boat, 'bilge_water', 1, 1)
  const list = async (who = owner) =>
    (await client.ok(contract.listDeliveries, who.key, { query: { channel_id: made[0].channel.id } })).deliveries
  await until(async () => (await list())[0]?.state === 'accepted', 'the delivery')
  const [delivery] = await list()
  assert.deepEqual([delivery.vessel_name, delivery.event, delivery.severity], ['Aurora', 'vessel.alarm.began', 'alarm'])
  assert.deepEqual(await list(await service.owner()), [])
  await client.ok(contract.sendAgain, owner.key, { params: { id: delivery.id } })
  await until(() => postedTo('/again').length === 2, 'the second time')
  const ids = postedTo('/again').map(({ headers }) => headers['webhook-id'])
  assert.deepEqual(ids, [delivery.id, delivery.id])
})

test('nothing goes to a channel that was switched off or to a suspended account, nor what waited for days meanwhile', async () => {
  const { boat, owner, made } = await ownerWith([{ kind: 'webhook', path: '/down/held' }])
  await send(boat, 'bilge_water', 1, 1)
  const params = { id: made[0].channel.id as string }
  await until(() => postedTo('/down/held').length > 0, 'the first try')
  const claimed = async (hours: number) => {
    const due = await claimMessages(db, 1000, new Date(Date.now() + hours * 3_600_000))
    return due.filter(({ vessel_id }) => vessel_id === boat.id).length
  }
  await client.ok(contract.changeChannel, owner.session, { params, body: { enabled: false } })
  assert.equal(await claimed(1), 0)
  await client.ok(contract.changeChannel, owner.session, { params, body: { enabled: true } })
  const { account } = await client.ok(contract.getMe, owner.session)
  const suspend = (at: Date | null) =>
    db.updateTable('owner').set({ suspended_at: at }).where('id', '=', account.id).execute()
  await suspend(new Date())
  assert.equal(await claimed(2), 0)
  await suspend(null)
  assert.equal(await claimed(3), 1)
  assert.equal(await claimed(50), 0, 'it is stale')
})

test('the audit log says who added, changed and deleted a channel, and its host, but never its topic', async () => {
  const { owner, made } = await ownerWith([{ kind: 'ntfy', path: '/secret-topic' }])
  const params = { id: made[0].channel.id as string }
  await client.ok(contract.changeChannel, owner.session, { params, body: { enabled: false } })
  await client.ok(contract.deleteChannel, owner.session, { params })
  const { events } = await client.ok(contract.listActivity, owner.session)
  const about = events.filter(({ kind }: contract.AuditEvent) => kind.startsWith('channel_'))
  const detail = { name: 'Phone', value: `ntfy ${new URL(receiver).host}` }
  assert.deepEqual(
    about.map(({ kind, detail }: contract.AuditEvent) => [kind, detail]),
    [
      ['channel_deleted', detail],
      ['channel_changed', detail],
      ['channel_created', detail],
    ],
  )
})
