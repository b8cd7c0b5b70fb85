import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { test } from 'node:test'
import * as contract from '@binnacle/contract'
import { sql } from 'kysely'
import { until } from '../../../../../scripts/until.ts'
import type { Db } from '../../db/database.ts'
import { untilWaiting } from '../../testing/database.ts'
import { startService } from '../../testing/service.ts'
import { writeInstallationMessages } from '../tell/installation-messages-sql.ts'
import { startReceiver } from '../testing/receiver.ts'
import { judgeInstallation } from './judge-sql.ts'
import { noteEnd, noteProcess } from './process-sql.ts'
import { changeRuleOfInstallation } from './sql.ts'

const receiver = await startReceiver()
const service = await startService({ NOTIFY_ALLOW_PRIVATE: '127.0.0.1', TELEMETRY_GAP_MS: '0' }, { sweepsOften: true })
const { client } = service
const { db } = service.database
const olga = await service.owner('Olga')
const bob = await service.owner('Bob')

const address = (path: string) => ({ address: receiver.url + path })
const add = (who: typeof olga, kind: 'ntfy' | 'webhook', path: string, more: object = {}) =>
  client.ok(contract.createChannel, who.session, {
    body: { kind, name: path, ...address(path), severity: 'warning', ...more },
  })
await add(olga, 'ntfy', '/olga/phone')
await add(olga, 'ntfy', '/olga-alarms/phone', { severity: 'alarm' })
await add(olga, 'webhook', '/olga/hook', { events: ['installation.alarm'] })
await add(olga, 'webhook', '/olga/boats')
await add(bob, 'ntfy', '/bob/phone')
await add(bob, 'webhook', '/bob/hook', { events: ['installation.alarm', 'vessel.alarm'] })

const alarms = () => client.ok(contract.listInstallationAlarms, olga.session)
/** Whether a test has made it up: the real disk may be full. */
const isMadeUp = ({ instance }: Pick<contract.InstallationAlarm, 'instance'>) => !instance?.endsWith(`@${hostname()}`)
const openOf = async (kind: contract.InstallationRuleKind): Promise<contract.InstallationAlarm[]> =>
  (await alarms()).open.filter((alarm: contract.InstallationAlarm) => alarm.kind === kind && isMadeUp(alarm))
const endedOf = async (kind: contract.InstallationRuleKind): Promise<contract.InstallationAlarm[]> =>
  (await alarms()).ended.filter((alarm: contract.InstallationAlarm) => alarm.kind === kind && isMadeUp(alarm))
const change = (kind: contract.InstallationRuleKind, body: object) =>
  client.call(contract.changeInstallationRule, olga.session, { params: { kind }, body })
/** As several processes do it at once. */
const judge = (knowsOthers = true) => Promise.all([1, 2, 3, 4].map(() => judgeInstallation(db, knowsOthers)))
const tell = () => Promise.all([1, 2, 3].map(() => writeInstallationMessages(db, new Date())))
/** What ntfy was told of that names this. */
const told = (what: RegExp, path = '/olga/') =>
  receiver.bodies(path).filter(({ message }) => typeof message === 'string' && what.test(message))
const hooked = () => receiver.bodies('/olga/hook').filter(({ data }) => isMadeUp(data.alarm))

interface Process {
  place: string
  bootedMinutes?: number
  startedMinutes?: number
  seenMinutes?: number
  ended?: boolean
  lagMinutes?: { judge?: number; tell?: number }
  backups?: boolean
  disks?: object[]
}

/** A process that this test says there is: those of the service are on this machine. */
async function insertProcess(
  { place, bootedMinutes = 1000, startedMinutes = 100, seenMinutes = 0, ...more }: Process,
  to: Db = db,
): Promise<string> {
  const id = randomUUID()
  const ago = (minutes: number) => sql`now() - ${minutes}::double precision * interval '1 minute'`
  await sql`
    insert into service_process (id, place, booted_at, started_at, seen_at, ended_at, judged_at, told_at, makes_backups, disks)
    values (${id}, ${place}, ${ago(bootedMinutes)}, ${ago(startedMinutes)}, ${ago(seenMinutes)}, ${more.ended ? ago(seenMinutes) : null},
      ${ago(more.lagMinutes?.judge ?? 0)}, ${ago(more.lagMinutes?.tell ?? 0)}, ${more.backups ?? false}, ${JSON.stringify(more.disks ?? [])}::json)`.execute(
    to,
  )
  return id
}
/** While the processes of the service say nothing. */
const alone = <T>(work: (tx: Db) => Promise<T>): Promise<T> =>
  db.transaction().execute(async (tx) => {
    await sql`lock table service_process in exclusive mode`.execute(tx)
    return work(tx)
  })
const remove = (id: string) => db.deleteFrom('service_process').where('id', '=', id).execute()

test('the rules are there from the start; the operator changes them, within their range, and nobody else sees them', async () => {
  const { rules } = await client.ok(contract.listInstallationRules, olga.session)
  assert.deepEqual(
    rules.map(({ kind, limit, severity, enabled }: contract.InstallationRule) => [kind, limit, severity, enabled]),
    [
      ['disk_space', 10, 'alarm', true],
      ['backup', 48, 'alarm', true],
      ['process', 3, 'warning', true],
      ['lag', 5, 'warning', true],
    ],
  )
  assert.deepEqual(
    Object.keys(contract.INSTALLATION_RULE_KINDS),
    rules.map(({ kind }: contract.InstallationRule) => kind),
  )
  const refused = await change('backup', { limit: 24 })
  assert.deepEqual([refused.status, refused.body.error], [400, 'invalid_request: /limit must be between 25 and 10000'])
  // Its kind is no field of the body.
  const changed = await change('backup', { limit: 72, severity: 'warning', kind: 'lag' })
  assert.deepEqual(changed.body.rule, { kind: 'backup', limit: 72, severity: 'warning', enabled: true })
  const { events } = await client.ok(contract.listInstallationActivity, olga.session)
  assert.equal(events[0].detail.value, 'backup limit=72, backup severity=warning')
  await change('backup', { limit: 48, severity: 'alarm' })
  assert.equal((await client.call(contract.listInstallationAlarms, bob.session)).body.error, 'operator_required')
})

test('each process says that it runs, and how full its disks are', async () => {
  const rows = await until(async () => {
    const found = await db.selectFrom('service_process').selectAll().execute()
    return found.length > 0 ? found : null
  }, 'a process')
  const disks = rows[0]!.disks as unknown as { name: string; path: string; freePercent: number }[]
  assert.deepEqual([disks[0]!.name, disks[0]!.path], ['data', service.dataDir])
  assert.ok(disks[0]!.freePercent > 0 && disks[0]!.freePercent <= 100)
})

test('a full disk is one alarm, told once to the operator’s channels and to nobody else; it ends only well above the limit', async () => {
  const disk = (freePercent: number) => [{ name: 'backups', path: '/mnt/nas', freePercent }]
  const id = await insertProcess({ place: 'nas:8080', disks: disk(9.4) })
  const set = (percent: number) =>
    sql`update service_process set disks = ${JSON.stringify(disk(percent))}::json where id = ${id}`.execute(db)
  await judge()
  const [alarm] = await openOf('disk_space')
  assert.deepEqual(
    [alarm!.instance, alarm!.value, alarm!.text, alarm!.limit, alarm!.severity],
    ['backups@nas', 9.4, 'nas: /mnt/nas', 10, 'alarm'],
  )
  await tell()
  await until(() => told(/backups/).length === 1 && hooked().length === 1, 'the messages')
  const [{ title, message, priority, click }] = told(/backups/)
  assert.deepEqual([title, priority], ['Binnacle: Alarm', 5])
  assert.equal(message, 'The disk of the backups is nearly full: 9.4 % are free (nas: /mnt/nas)')
  assert.equal(click, `${service.config.baseUrl}/operator#alarms`)
  const [hook] = hooked()
  assert.equal(hook.type, 'installation.alarm.began')
  assert.deepEqual([hook.data.alarm.id, hook.data.alarm.kind, 'vessel' in hook.data], [alarm!.id, 'disk_space', false])
  for (const percent of [10.4, 9.9, 11.9, 8.2, 11]) {
    await set(percent)
    await judge()
    await tell()
  }
  assert.deepEqual(
    (await openOf('disk_space')).map(({ id, value }) => [id, value]),
    [[alarm!.id, 8.2]],
    'how far it went',
  )
  const acknowledged = await client.ok(contract.acknowledgeInstallationAlarm, olga.session, {
    params: { id: alarm!.id },
  })
  assert.equal(acknowledged.alarm.acknowledged_by, 'Olga')
  await set(12.1)
  await judge()
  await tell()
  await until(() => told(/backups/).length === 2 && hooked().length === 2, 'the end')
  assert.equal(told(/backups/)[1].title, 'Binnacle: Ended')
  assert.equal((await endedOf('disk_space'))[0]!.id, alarm!.id)
  assert.equal(told(/backups/, '/olga-alarms/').length, 2)
  assert.deepEqual([receiver.bodies('/bob/'), receiver.bodies('/olga/boats')], [[], []])
  const { deliveries } = await client.ok(contract.listDeliveries, olga.key)
  const ended = deliveries.find(({ event }: contract.Delivery) => event === 'installation.alarm.ended')
  assert.deepEqual([ended.vessel_id, ended.vessel_name], [null, null])
  assert.equal((await client.ok(contract.listDeliveries, bob.key)).deliveries.length, 0)
  await remove(id)
})

test('a backup that is too old, or failed, is an alarm where backups are made; the next good one ends it', async () => {
  const status = (made: number | null, failed: number | null) =>
    sql`insert into backup_status (made_at, failed_at, problem) values (
        now() - ${made}::double precision * interval '1 hour', now() - ${failed}::double precision * interval '1 hour', ${failed === null ? null : 'ENOSPC'})
      on conflict (singleton) do update set made_at = excluded.made_at, failed_at = excluded.failed_at, problem = excluded.problem`.execute(
      db,
    )
  await status(100, null)
  await judge()
  assert.deepEqual(await openOf('backup'), [], 'nobody makes backups')
  const id = await insertProcess({ place: 'a:1', backups: true })
  await judge()
  const [old] = await openOf('backup')
  assert.equal(old!.text, null)
  assert.ok(Date.now() - Date.parse(old!.began_at) > 51 * 3_600_000, 'since the limit was reached')
  await tell()
  await until(() => told(/^No backup for 48 hours$/).length === 1, 'the message')
  await status(1, null)
  await judge()
  assert.deepEqual(await openOf('backup'), [])
  await status(10, 2)
  await judge()
  assert.equal((await openOf('backup'))[0]!.text, 'ENOSPC')
  await tell()
  await until(() => told(/^The backup failed: ENOSPC$/).length === 1, 'the message')
  await status(0, 2)
  await judge()
  assert.deepEqual(await openOf('backup'), [])
  await remove(id)
})

test('each machine’s disk is an alarm of its own, which names the folder that is the worst', async () => {
  const disk = (path: string, freePercent: number) => [{ name: 'data', path, freePercent }]
  const ids = [
    await insertProcess({ place: 'one:1', disks: disk('/srv/a', 8) }),
    await insertProcess({ place: 'two:1', disks: disk('/srv/b', 5) }),
  ]
  const open = async () =>
    (await openOf('disk_space')).map(({ instance, value, text }) => [instance, value, text]).toSorted()
  await judge()
  assert.deepEqual(await open(), [
    ['data@one', 8, 'one: /srv/a'],
    ['data@two', 5, 'two: /srv/b'],
  ])
  ids.push(await insertProcess({ place: 'one:2', disks: disk('/srv/c', 3) }))
  await judge()
  assert.deepEqual((await open())[0], ['data@one', 3, 'one: /srv/c'])
  for (const id of ids) await remove(id)
  await judge()
})

test('without any backup the time counts from when backups were wanted, across restarts, until no process makes them', () =>
  alone(async (tx) => {
    const others = await tx.selectFrom('service_process').selectAll().execute()
    await tx.deleteFrom('service_process').execute()
    await sql`delete from backup_status`.execute(tx)
    const process = (makesBackups: boolean) => ({
      ...{ id: randomUUID(), place: 'a:1', upMs: 0, ageMs: 0, judgeLagMs: 0, tellLagMs: 0, makesBackups, disks: [] },
    })
    const later = (hours: number) =>
      Promise.all([
        sql`update service_process set started_at = started_at - ${hours} * interval '1 hour', seen_at = seen_at - ${hours} * interval '1 hour'`.execute(
          tx,
        ),
        sql`update backup_status set wanted_since = wanted_since - ${hours} * interval '1 hour'`.execute(tx),
      ])
    const open = () =>
      tx
        .selectFrom('installation_alarm')
        .selectAll()
        .where('kind', '=', 'backup')
        .where('ended_at', 'is', null)
        .execute()
    // Restarted daily.
    for (const hours of [25, 24]) {
      const one = process(true)
      await noteProcess(tx, one)
      await noteEnd(tx, one.id)
      await judgeInstallation(tx, true)
      assert.deepEqual(await open(), [])
      await later(hours)
    }
    await noteProcess(tx, process(true))
    await judgeInstallation(tx, true)
    const [alarm] = await open()
    assert.ok(alarm, 'after 49 hours')
    await later(25)
    await noteProcess(tx, process(true))
    await judgeInstallation(tx, true)
    assert.equal((await open())[0]?.id, alarm.id)
    await later(25)
    await noteProcess(tx, process(false))
    await judgeInstallation(tx, true)
    assert.deepEqual(await open(), [])
    await noteProcess(tx, process(true))
    await judgeInstallation(tx, true)
    assert.deepEqual(await open(), [], 'wanted anew')
    await tx.deleteFrom('service_process').execute()
    await sql`delete from backup_status`.execute(tx)
    for (const row of others)
      await tx
        .insertInto('service_process')
        .values({ ...row, disks: JSON.stringify(row.disks) })
        .execute()
  }))

test('a process that is gone is missed, by one that has run for a while; one that was stopped in order is not', async () => {
  await change('process', { limit: 60 })
  const gone = await alone(async (tx) => {
    const stopped = await insertProcess({ place: 'old:1', seenMinutes: 90, ended: true }, tx)
    const recent = await insertProcess({ place: 'busy:1', seenMinutes: 30 }, tx)
    const id = await insertProcess({ place: 'gone:1', seenMinutes: 61 }, tx)
    await judgeInstallation(tx, false)
    const found = await tx.selectFrom('installation_alarm').select('id').where('kind', '=', 'process').execute()
    assert.deepEqual(found, [], 'the database was away for all of them, maybe')
    await judgeInstallation(tx, true)
    await tx.deleteFrom('service_process').where('id', 'in', [stopped, recent]).execute()
    return id
  })
  const [alarm, ...others] = await openOf('process')
  assert.deepEqual([alarm!.instance, alarm!.value, others.length], ['gone:1', null, 0])
  await tell()
  await until(() => told(/is gone: gone:1$/).length === 1, 'the message')
  const again = await insertProcess({ place: 'gone:1', startedMinutes: 1 })
  await judge()
  assert.deepEqual(
    (await openOf('process')).map(({ id, value }) => [id, value]),
    [[alarm!.id, 1]],
    'the same alarm',
  )
  for (const id of [gone, again]) await remove(id)
  await judge()
  assert.deepEqual(await openOf('process'), [])
  const stillGone = await insertProcess({ place: 'lost:1', seenMinutes: 61 })
  await judge()
  await tell()
  await remove(stillGone)
  await judge()
  assert.equal((await endedOf('process'))[0]!.text, 'not back')
  await tell()
  await until(() => told(/gone for a day, and is no longer missed: lost:1$/).length === 1, 'that it did not come back')
  await change('process', { limit: 3 })
})

test('a process that crashes again and again is one alarm, until it has run for an hour', async () => {
  // At once: of two of them the service would tell another alarm.
  const ids = await db
    .transaction()
    .execute(async (tx) => [
      await insertProcess({ place: 'loop:1', startedMinutes: 30, seenMinutes: 20 }, tx),
      await insertProcess({ place: 'loop:1', startedMinutes: 19, seenMinutes: 10 }, tx),
      await insertProcess({ place: 'loop:1', startedMinutes: 9 }, tx),
    ])
  await judge(false)
  const [alarm] = await openOf('process')
  assert.deepEqual([alarm!.instance, alarm!.value], ['loop:1', 2])
  await tell()
  await until(() => told(/after a crash: loop:1 \(2 times in an hour\)$/).length === 1, 'the message')
  await sql`update service_process set started_at = started_at - interval '55 minutes',
      seen_at = case when id = ${ids[2]!} then seen_at else seen_at - interval '55 minutes' end
    where id = any(${ids}::uuid[])`.execute(db)
  await judge()
  assert.deepEqual(await openOf('process'), [])
  for (const id of ids) await remove(id)
})

test('the switch of a boat is no crash; twice in an hour is', async () => {
  const ids = [await insertProcess({ place: 'boat:1', startedMinutes: 200, seenMinutes: 100 })]
  const restart = async (startedMinutes: number) => {
    ids.push(await insertProcess({ place: 'boat:1', bootedMinutes: startedMinutes + 1, startedMinutes }))
    await judge(false)
    return (await openOf('process')).map(({ value }) => value)
  }
  assert.deepEqual(await restart(50), [])
  await sql`update service_process set seen_at = now() - interval '40 minutes' where id = ${ids[1]!}`.execute(db)
  assert.deepEqual(await restart(30), [2])
  for (const id of ids) await remove(id)
  await judge()
})

test('of two machines of one name none is taken for the follower of the other, and each is missed', async () => {
  const living = await insertProcess({ place: 'twin:1', seenMinutes: 0.1 })
  const other = await insertProcess({ place: 'twin:1', startedMinutes: 0.05 })
  await judge()
  assert.deepEqual(await openOf('process'), [], 'both live')
  await sql`update service_process set started_at = now() - interval '50 minutes' where id = ${other}`.execute(db)
  await sql`update service_process set seen_at = now() - interval '10 minutes' where id = ${living}`.execute(db)
  await judge()
  assert.deepEqual(
    (await openOf('process')).map(({ instance, value }) => [instance, value]),
    [['twin:1', null]],
  )
  for (const id of [living, other]) await remove(id)
  await judge()
})

test('a lag is one of all processes, and ends below the limit', () =>
  alone(async (tx) => {
    const others = await tx.selectFrom('service_process').selectAll().execute()
    await tx.deleteFrom('service_process').execute()
    const open = () =>
      tx.selectFrom('installation_alarm').selectAll().where('kind', '=', 'lag').where('ended_at', 'is', null).execute()
    const slow = await insertProcess({ place: 'slow:1', lagMinutes: { judge: 6 } }, tx)
    const quick = await insertProcess({ place: 'quick:1' }, tx)
    await judgeInstallation(tx, true)
    assert.deepEqual(await open(), [], 'another process judges')
    await tx.deleteFrom('service_process').where('id', '=', quick).execute()
    await judgeInstallation(tx, true)
    const [alarm] = await open()
    assert.deepEqual([alarm!.instance, Math.round(alarm!.value!)], ['judge', 6])
    await sql`update service_process set judged_at = now() - interval '4.5 minutes' where id = ${slow}`.execute(tx)
    await judgeInstallation(tx, true)
    assert.equal((await open())[0]?.id, alarm!.id, 'nothing flaps')
    await sql`update service_process set judged_at = now() where id = ${slow}`.execute(tx)
    await judgeInstallation(tx, true)
    assert.deepEqual(await open(), [])
    await tx.deleteFrom('service_process').execute()
    for (const row of others)
      await tx
        .insertInto('service_process')
        .values({ ...row, disks: JSON.stringify(row.disks) })
        .execute()
  }))

test('after a silence the next alarm of its kind and place is not told before that time; a rule that is off has none', async () => {
  const disks = [{ name: 'database', path: '/var/lib/postgresql', freePercent: 1 }]
  const id = await insertProcess({ place: 'db:1', disks })
  await judge()
  // The service may tell the first one before it can be silenced.
  await tell()
  await until(() => told(/database/).length === 1, 'the first message')
  const [alarm] = await openOf('disk_space')
  const params = { id: alarm!.id }
  const silenced_until = new Date(Date.now() + 3_600_000).toISOString()
  await client.ok(contract.silenceInstallationAlarm, olga.session, { params, body: { until: silenced_until } })
  await change('disk_space', { enabled: false })
  assert.deepEqual(await openOf('disk_space'), [])
  await judge()
  assert.deepEqual(await openOf('disk_space'), [])
  await change('disk_space', { enabled: true })
  await judge()
  const [next] = await openOf('disk_space')
  assert.equal(next!.silenced_until, silenced_until)
  const messages = () => db.selectFrom('message').select('id').where('alarm_id', '=', next!.id).execute()
  await tell()
  assert.deepEqual(await messages(), [])
  await client.ok(contract.endInstallationSilence, olga.session, { params: { id: next!.id } })
  await tell()
  await until(() => told(/database/).length === 2, 'the message')
  await remove(id)
})

test('a rule that is switched off while it is judged has no alarm afterwards', async () => {
  const disks = [{ name: 'backups', path: '/mnt/nas', freePercent: 2 }]
  const id = await insertProcess({ place: 'late:1', disks })
  await judge()
  assert.equal((await openOf('disk_space')).length, 1)
  const judging = await db.transaction().execute(async (tx) => {
    await changeRuleOfInstallation(tx, 'disk_space', { enabled: false }, new Date())
    const judging = { done: judgeInstallation(db, true) }
    await untilWaiting(service.database, 1)
    return judging
  })
  await judging.done
  assert.deepEqual(await openOf('disk_space'), [])
  await remove(id)
  await change('disk_space', { enabled: true })
})

test('quiet hours hold a warning about the installation, and tell it afterwards', async () => {
  const minute = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString().slice(11, 16)
  const quiet = { from: minute(-60), until: minute(120), time_zone: 'UTC' }
  await client.ok(contract.putQuietHours, olga.session, { body: quiet })
  const gone = await insertProcess({ place: 'night:1', seenMinutes: 10 })
  await judge()
  await tell()
  await until(async () => {
    const { deliveries } = await client.ok(contract.listDeliveries, olga.key)
    return deliveries.some(({ held_until }: contract.Delivery) => held_until !== null)
  }, 'that it is held')
  assert.equal(told(/night/).length, 0)
  await client.ok(contract.deleteQuietHours, olga.session)
  await until(() => told(/night/).length === 1, 'the message')
  await remove(gone)
})
