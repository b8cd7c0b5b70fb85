import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as contract from '@binnacle/contract'
import { sql } from 'kysely'
import { until } from '../../../../../../scripts/until.ts'
import { makeBoat } from '../../../testing/accounts/boat.ts'
import type { Owner } from '../../../testing/client.ts'
import { startService } from '../../../testing/service.ts'
import { startReceiver } from '../../testing/receiver.ts'
import { messageText } from '../words.ts'
import { lastPeriod } from './last-period.ts'
import { dueSummaries, writeSummary } from './write-summaries.ts'

const receiver = await startReceiver()
const service = await startService(
  { NOTIFY_ALLOW_PRIVATE: '127.0.0.0/8', TELEMETRY_GAP_MS: '0' },
  { sweepsOften: true },
)
const { client, database } = service
const { db } = database
const now = new Date()
const DAY_MS = 24 * 3_600_000

const writeSummaries = async (at: Date) => {
  for (const due of await dueSummaries(db, at)) await writeSummary(database, due, at)
}

const addChannel = async (owner: Owner, kind: 'ntfy' | 'webhook', name: string) => {
  const body = { kind, name, address: `${receiver.url}/${name}`, language: 'en' }
  return (await client.ok(contract.createChannel, owner.session, { body })).channel as contract.Channel
}
const change = (owner: Owner, { id }: contract.Channel, body: object) =>
  client.call(contract.changeChannel, owner.session, { params: { id }, body })
/** As if it had asked for summaries two months ago. */
const askedLongAgo = (id: string) =>
  db
    .updateTable('channel')
    .set({ summary_until: new Date(now.getTime() - 62 * DAY_MS) })
    .where('id', '=', id)
    .execute()
const summariesOf = async (channelId: string) => {
  const rows = await db.selectFrom('message').selectAll().where('channel_id', '=', channelId).orderBy('id').execute()
  return rows.map(({ content }) => messageText(content as never, 'en'))
}

test('each boat is summed up once, by one of several processes, over the newest period', async () => {
  const owner = await service.owner('Ada')
  const boat = await makeBoat(client, owner)
  await client.ok(contract.createVessel, owner.session, { body: { name: 'Berth', vessel_type: 'sailboat' } })
  const channel = await addChannel(owner, 'ntfy', 'ada')
  assert.equal(channel.summary, 'off')
  assert.equal((await change(owner, channel, { summary: 'weekly' })).body.channel.summary, 'weekly')
  await writeSummaries(now)
  assert.deepEqual(await summariesOf(channel.id), [], 'nothing of the past')

  const { from, until: end, firstDay } = lastPeriod('weekly', 'UTC', now)
  const params = { id: boat.id }
  const log = (title: string, at: number, cost: number | null, currency: string | null) =>
    client.ok(contract.logService, owner.key, {
      params,
      body: { title, cost, currency, done_at: new Date(at).toISOString() },
    })
  await log('Impeller', from.getTime(), 20.1, 'EUR')
  await log('Anodes', end.getTime() - 1, 10.2, 'eur')
  await log('Too early', from.getTime() - 1, 1000, 'EUR')
  await log('Too late', end.getTime(), 1000, 'EUR')
  for (const [days, hours] of [
    [-3, 100],
    [2, 112],
  ] as const)
    await sql`insert into engine_hour_log (vessel_id, id, hours, source, logged_at)
      values (${boat.id}, gen_random_uuid(), ${hours}, 'manual', ${new Date(from.getTime() + days * DAY_MS)})`.execute(
      db,
    )
  await client.ok(contract.createTask, owner.session, { params, body: { title: 'Rigging', interval_days: 365 } })
  const { task } = await client.ok(contract.createTask, owner.session, {
    params,
    body: { title: 'Sails', interval_days: 30 },
  })
  await sql`update task set start_at = ${new Date(now.getTime() - 90 * DAY_MS)} where id = ${task.id}`.execute(db)
  const readings = [0, 60, 120].map((minutes) => ({ minutes, lat: 54 + minutes / 600 }))
  for (const { minutes, lat } of readings) {
    const recorded_at = new Date(from.getTime() + DAY_MS + minutes * 60_000).toISOString()
    await client.ok(contract.postTelemetry, boat.device, {
      body: {
        readings: [
          { metric: 'position_lat', value: lat, recorded_at },
          { metric: 'position_lon', value: 10, recorded_at },
        ],
      },
    })
  }
  // Only these alarms.
  await sql`update alarm_rule set enabled = false`.execute(db)
  await sql`delete from alarm`.execute(db)
  for (const at of [from, new Date(end.getTime() - 1), end])
    await sql`insert into alarm (vessel_id, id, rule_id, kind, metric, instance, severity, began_at, ended_at)
      select vessel_id, gen_random_uuid(), id, kind, metric, '', 'warning', ${at}, ${at} from alarm_rule
      where vessel_id = ${boat.id} order by id limit 1`.execute(db)
  await askedLongAgo(channel.id)

  await Promise.all([writeSummaries(now), writeSummaries(now)])
  const [first, second, ...more] = (await summariesOf(channel.id)).sort((a, b) => b.text.length - a.text.length)
  assert.deepEqual(more, [])
  assert.equal(
    first!.text,
    [
      'Engine: 5 h',
      'Sailed: 12 nm',
      'Done: Impeller, Anodes',
      'Spent: 30.30\u00a0EUR',
      'Alarms: 0, warnings: 2',
      'Due: Sails (overdue)',
    ].join('\n'),
  )
  assert.ok(
    first!.title.startsWith('Aurora: ') && first!.title.includes(String(Number(firstDay.slice(8)))),
    first!.title,
  )
  assert.equal(second!.text, 'Nothing to report.')
  assert.match(second!.title, /^Berth: /)
  await writeSummaries(now)
  assert.equal((await summariesOf(channel.id)).length, 2, 'once')
  const sent = () => receiver.bodies('/').filter(({ topic }) => topic === 'ada')
  await until(() => sent().length === 2, 'both are sent')
  assert.ok(sent().some(({ click }) => click.endsWith(`/boats/${boat.id}`)))
})

test('who asks for none gets none: off, switched off, another account; a webhook cannot ask', async () => {
  const owner = await service.owner('Bob')
  await makeBoat(client, owner)
  const off = await addChannel(owner, 'ntfy', 'off')
  const disabled = await addChannel(owner, 'ntfy', 'disabled')
  await change(owner, disabled, { summary: 'monthly', enabled: false })
  const hook = await addChannel(owner, 'webhook', 'hook')
  const refused = await change(owner, hook, { summary: 'weekly' })
  assert.deepEqual([refused.status, refused.body.error], [400, 'invalid_request: /summary must be off for a webhook'])
  const back = await addChannel(owner, 'ntfy', 'back')
  await change(owner, back, { summary: 'weekly' })
  await change(owner, back, { summary: 'off' })
  for (const { id } of [off, disabled, hook, back]) await askedLongAgo(id)
  await writeSummaries(now)
  for (const { id } of [off, disabled, hook, back]) assert.deepEqual(await summariesOf(id), [])
})

test('a summary waits for the end of the quiet hours', async () => {
  const owner = await service.owner('Cyd')
  await makeBoat(client, owner)
  const channel = await addChannel(owner, 'ntfy', 'cyd')
  await change(owner, channel, { summary: 'monthly' })
  const at = (hours: number) => new Date(now.getTime() + hours * 3_600_000)
  const clock = (time: Date) => time.toISOString().slice(11, 16)
  const hours = { from: clock(at(-1)), until: clock(at(1)), time_zone: 'UTC' }
  await client.ok(contract.putQuietHours, owner.session, { body: hours })
  // Only now: the service would write one that is due before the quiet hours are set.
  await askedLongAgo(channel.id)
  await writeSummaries(now)
  assert.deepEqual(await summariesOf(channel.id), [])
  await writeSummaries(at(2))
  assert.equal((await summariesOf(channel.id)).length, 1)
})

test('a week is summed up once, also if its owner moves to another time zone', async () => {
  const owner = await service.owner('Eli')
  await makeBoat(client, owner)
  const channel = await addChannel(owner, 'ntfy', 'eli')
  await change(owner, channel, { summary: 'weekly' })
  await askedLongAgo(channel.id)
  await writeSummaries(now)
  const [from, until] = ['00:00', '00:01']
  // Further east it may be Monday already, and another week is due.
  for (const time_zone of ['Pacific/Pago_Pago', 'America/Sao_Paulo', 'America/New_York']) {
    await client.ok(contract.putQuietHours, owner.session, { body: { from, until, time_zone } })
    await client.ok(contract.deleteQuietHours, owner.session)
    await writeSummaries(now)
    assert.equal((await summariesOf(channel.id)).length, 1, time_zone)
  }
})

test('the service writes and sends them by itself', async () => {
  const owner = await service.owner('Dan')
  await makeBoat(client, owner)
  const channel = await addChannel(owner, 'ntfy', 'dan')
  await change(owner, channel, { summary: 'weekly' })
  await askedLongAgo(channel.id)
  await until(() => receiver.bodies('/').some(({ topic }) => topic === 'dan'), 'the summary')
  assert.equal((await summariesOf(channel.id)).length, 1)
})
