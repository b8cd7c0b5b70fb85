import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import * as contract from '@binnacle/contract'
import { type Boat, makeBoat } from '../testing/accounts/boat.ts'
import { startService } from '../testing/service.ts'
import { judgeByClock } from './judge/clock/clock-sql.ts'
import { judgeTasks } from './judge/clock/tasks-sql.ts'
import { untilJudged } from './testing/until-judged.ts'

const service = await startService({ TELEMETRY_GAP_MS: '0' })
const { client } = service
const { db } = service.database
const owner = await service.owner()

const MINUTE = 60_000
const now = Date.now()
/** Minutes ago. */
const ago = (minutes: number) => new Date(now - minutes * MINUTE).toISOString()

type Sent = [metric: contract.Metric, value: number | string, minutesAgo: number, instance?: string]

const send = (boat: Boat, ...readings: Sent[]) =>
  client.ok(contract.postTelemetry, boat.device, {
    headers: { 'idempotency-key': randomUUID() },
    body: {
      readings: readings.map(([metric, value, minutes, instance]) => ({
        metric,
        [typeof value === 'string' ? 'text_value' : 'value']: value,
        recorded_at: ago(minutes),
        ...(instance && { instance }),
      })),
    },
  })

const alarmsOf = async (boat: Boat, query: Record<string, string> = {}): Promise<contract.Alarm[]> => {
  await untilJudged(db)
  return (await client.ok(contract.listAlarms, owner.session, { params: { id: boat.id }, query })).alarms
}

/** What began and ended when, in minutes ago, the oldest first. */
const story = async (boat: Boat) =>
  (await alarmsOf(boat)).reverse().map(({ metric, instance, value, began_at, ended_at }) => {
    const minutes = (at: string | null) => at && Math.round((now - Date.parse(at)) / MINUTE)
    return [metric, instance, value, minutes(began_at), minutes(ended_at)]
  })

const rulesOf = async (boat: Boat): Promise<contract.AlarmRule[]> =>
  (await client.ok(contract.listAlarmRules, owner.session, { params: { id: boat.id } })).rules

const addRule = (boat: Boat, body: object) =>
  client.call(contract.createAlarmRule, owner.session, { params: { id: boat.id }, body })

test('a new boat has the ready-made rules', async () => {
  const boat = await makeBoat(client, owner)
  const rules = (await rulesOf(boat)).map(({ id: _, instance, lat, lon, camera_id, ...rule }) => {
    assert.deepEqual([instance, lat, lon, camera_id], [null, null, null, null])
    return rule
  })
  assert.deepEqual(rules, contract.READY_MADE_RULES, 'in their order')
})

test('a starter battery has a limit of its own, whatever its device is called; tanks and depth are told of when they are low', async () => {
  const boat = await makeBoat(client, owner)
  for (const minutes of [16, 10, 4])
    await send(
      boat,
      ['battery_voltage', 12.1, minutes, '256-starter'],
      ['battery_voltage', 24.2, minutes, 'Starter port'],
      ['battery_voltage', 12.1, minutes, 'house'],
      ['battery_voltage', 12.3, minutes, 'start'],
      ['fuel_level_pct', 14, minutes, '0'],
      ['fuel_level_pct', 16, minutes, '1'],
      ['water_level_pct', 9, minutes],
      ['depth', 1.9, minutes],
    )
  const open = (await alarmsOf(boat, { state: 'open' })).map(({ kind, instance }) => [kind, instance])
  assert.deepEqual(open.toSorted(), [
    ['below', null],
    ['below', '0'],
    ['starter_below', '256-starter'],
    ['starter_below', 'Starter port'],
  ])
  await send(boat, ['speed_over_ground', 4, 3], ['depth', 1.9, 3], ['speed_over_ground', 4, 2], ['depth', 1.9, 2])
  assert.equal((await alarmsOf(boat, { state: 'open' }))[0]!.metric, 'depth', 'under way')
})

test('a starter battery that is almost empty has one warning; a rule that names a battery looks at it, whatever its name', async () => {
  const boat = await makeBoat(client, owner)
  const warn = (kind: string, instance: string) =>
    client.ok(contract.createAlarmRule, owner.key, {
      params: { id: boat.id },
      body: { kind, metric: 'battery_voltage', instance, limit: 12.4 },
    })
  await warn('bank_below', 'starter aft')
  await warn('starter_below', '2')
  for (const minutes of [16, 10, 4])
    await send(
      boat,
      ['battery_voltage', 11.5, minutes, 'starter'],
      ['battery_voltage', 12.3, minutes, 'starter aft'],
      ['battery_voltage', 12.3, minutes, '2'],
    )
  const open = (await alarmsOf(boat, { state: 'open' })).map(({ kind, instance }) => [kind, instance])
  assert.deepEqual(open.toSorted(), [
    ['bank_below', 'starter aft'],
    ['starter_below', '2'],
    ['starter_below', 'starter'],
  ])
})

test('an alarm begins with the reading that breaks a rule and ends with one that is well; each engine has its own', async () => {
  const boat = await makeBoat(client, owner)
  await send(boat, ['engine_coolant_temp', 90, 30, 'port'], ['engine_coolant_temp', 99, 20, 'port'])
  await send(boat, ['engine_coolant_temp', 101.5, 18, 'port'], ['engine_coolant_temp', 80, 18, 'starboard'])
  assert.deepEqual(await story(boat), [['engine_coolant_temp', 'port', 101.5, 18, null]])
  await send(boat, ['engine_coolant_temp', 97, 16, 'port'])
  assert.equal((await alarmsOf(boat, { state: 'open' })).length, 1, '97 is not 4 within the limit')
  await send(boat, ['engine_coolant_temp', 93, 15, 'port'])
  assert.deepEqual(await story(boat), [['engine_coolant_temp', 'port', 101.5, 18, 15]])
  assert.deepEqual(await alarmsOf(boat, { state: 'open' }), [])
})

test('what comes late makes the history that it would have made in time, and never an open alarm for what is over', async () => {
  const boat = await makeBoat(client, owner)
  await send(boat, ['bilge_water', 0, 2])
  assert.deepEqual(await story(boat), [])
  await send(boat, ['bilge_water', 1, 3000], ['bilge_water', 1, 2990])
  assert.deepEqual(await story(boat), [['bilge_water', null, 1, 3000, 2]], 'as far as it is known then')
  await send(boat, ['bilge_water', 0, 2980])
  assert.deepEqual(await story(boat), [['bilge_water', null, 1, 3000, 2980]])
  await send(boat, ['bilge_water', 1, 3010])
  const [alarm] = await alarmsOf(boat)
  assert.deepEqual(await story(boat), [['bilge_water', null, 1, 3010, 2980]])
  await send(boat, ['bilge_water', 0, 3005])
  assert.deepEqual(await story(boat), [
    ['bilge_water', null, 1, 3010, 3005],
    ['bilge_water', null, 1, 3000, 2980],
  ])
  assert.ok(
    (await alarmsOf(boat)).some(({ id }) => id === alarm!.id),
    'an alarm that moved is the same one',
  )
})

test('one batch of weeks gives the same history', async () => {
  const boat = await makeBoat(client, owner)
  const day = 24 * 60
  await send(boat, ['bilge_water', 1, 20 * day], ['bilge_water', 0, 19 * day], ['bilge_water', 1, 5])
  assert.deepEqual(await story(boat), [
    ['bilge_water', null, 1, 20 * day, 19 * day],
    ['bilge_water', null, 1, 5, null],
  ])
})

test('oil pressure counts only while the engine turns; shore power only at the berth', async () => {
  const boat = await makeBoat(client, owner)
  await send(
    boat,
    ['engine_oil_pressure', 0, 30],
    ['engine_rpm', 0, 30],
    ['shore_power', 1, 30, 'a'],
    ['shore_power', 0, 30, 'b'],
  )
  await send(boat, ['engine_rpm', 900, 29], ['engine_oil_pressure', 300, 29], ['shore_power', 0, 29, 'a'])
  await send(boat, ['engine_oil_pressure', 20, 28], ['engine_oil_pressure', 18, 27], ['engine_rpm', 900, 27])
  assert.deepEqual(await story(boat), [['engine_oil_pressure', null, 18, 27, null]])
  await send(boat, ['engine_rpm', 0, 26], ['shore_power', 0, 26, 'a'])
  await send(boat, ['shore_power', 0, 24, 'a'])
  assert.deepEqual(await story(boat), [
    ['engine_oil_pressure', null, 18, 27, 26],
    ['shore_power', null, 0, 24, null],
  ])
})

test('a fault text stands until it is none; the starts of a pump are counted by the hour; volts are those of a 12 V bank', async () => {
  const boat = await makeBoat(client, owner)
  await send(boat, ['fault_code', 'E042 low flow', 90], ['bilge_pump_cycles', 4, 85], ['bilge_pump_cycles', 3, 40])
  await send(boat, ['bilge_pump_cycles', 1, 35], ['fault_code', 'none', 30], ['bilge_pump_cycles', 0, 20])
  await send(
    boat,
    ['battery_voltage', 23.4, 20, 'house'],
    ['battery_voltage', 23.4, 14, 'house'],
    ['battery_voltage', 0.1, 14, 'spare'],
  )
  assert.deepEqual(await story(boat), [
    ['fault_code', null, null, 90, 30],
    ['bilge_pump_cycles', null, 7, 40, 20],
    ['battery_voltage', 'house', 23.4, 14, null],
  ])
})

test('a rule of the owner is judged at once; it can be changed, switched off and deleted', async () => {
  const boat = await makeBoat(client, owner)
  await send(boat, ['depth', 2.5, 10])
  const { rule } = (await addRule(boat, { kind: 'below', metric: 'depth', limit: 3, margin: 1 })).body
  assert.deepEqual(await story(boat), [['depth', null, 2.5, 10, null]])
  const change = (body: object) => client.ok(contract.changeAlarmRule, owner.session, { params: { id: rule.id }, body })
  assert.equal((await change({ limit: 1 })).rule.limit, 1)
  assert.deepEqual(await story(boat), [['depth', null, 2.5, 10, 10]], 'by the new limit it is well')
  await change({ limit: 3 })
  assert.deepEqual((await story(boat)).at(-1), ['depth', null, 2.5, 10, null])
  await change({ enabled: false })
  const [ended] = await alarmsOf(boat)
  assert.ok(ended!.ended_at, 'switched off, it ends')
  await send(boat, ['depth', 1, 4])
  assert.deepEqual((await alarmsOf(boat, { state: 'open' })).length, 0)
  await client.ok(contract.deleteAlarmRule, owner.session, { params: { id: rule.id } })
  assert.ok(!(await rulesOf(boat)).some(({ id }) => id === rule.id))
  assert.ok((await alarmsOf(boat)).length > 0, 'the history stays')
})

test('a rule that could never be judged is refused', async () => {
  const boat = await makeBoat(client, owner)
  for (const [body, why] of [
    [{ kind: 'above', limit: 1 }, '/metric is required'],
    [{ kind: 'above', metric: 'depth' }, '/limit is required'],
    [{ kind: 'fault', metric: 'depth' }, '/metric must be fault_code'],
    [{ kind: 'fault', metric: 'fault_code', limit: 1 }, '/limit must be absent'],
    [{ kind: 'silent', metric: 'depth', limit: 1 }, '/metric must be absent'],
    [{ kind: 'silent', limit: 0 }, '/limit must be at least 1'],
    [{ kind: 'outside', limit: 50, lat: 54 }, '/lon is required'],
    [{ kind: 'above', metric: 'depth', limit: 50, lat: 54 }, '/lat must be absent'],
    [{ kind: 'hours_stuck', metric: 'depth', limit: 2 }, '/metric must be engine_hours'],
    [{ kind: 'hours_stuck', metric: 'engine_hours', limit: 25 }, '/limit must be at most 24'],
    [{ kind: 'task_overdue', limit: 1 }, '/limit must be absent'],
    [{ kind: 'above', metric: 'fault_code', limit: 1 }, '/metric must have numbers'],
    [{ kind: 'bank_below', metric: 'depth', limit: 1 }, '/metric must be battery_voltage'],
    [{ kind: 'above', metric: 'engine_rpm', limit: -1 }, '/limit must be at least 0'],
    [{ kind: 'below', metric: 'fuel_level_pct', limit: 101 }, '/limit must be at most 100'],
  ] as const) {
    const { status, body: answer } = await addRule(boat, body)
    assert.deepEqual([status, answer.error], [400, `invalid_request: ${why}`])
  }
})

test('an alarm ends at the last value that there can be, if the margin is greater', async () => {
  const boat = await makeBoat(client, owner)
  for (const body of [
    { kind: 'outside', limit: 1000, margin: 2000, lat: 54, lon: 10 },
    { kind: 'sum_above', metric: 'bilge_pump_cycles', limit: 1, margin: 2 },
    { kind: 'above', metric: 'waste_level_pct', limit: 3, margin: 5 },
    { kind: 'below', metric: 'battery_soc_pct', limit: 90, margin: 20 },
  ])
    assert.equal((await addRule(boat, body)).status, 201)
  const open = async () => (await alarmsOf(boat, { state: 'open' })).map(({ kind }) => kind).toSorted()
  await send(boat, ['position_lat', 54.1, 9], ['position_lon', 10, 9], ['bilge_pump_cycles', 2, 9])
  await send(boat, ['waste_level_pct', 4, 9], ['battery_soc_pct', 80, 9])
  assert.deepEqual(await open(), ['above', 'below', 'outside', 'sum_above'])
  await send(boat, ['position_lat', 54.001, 8], ['position_lon', 10, 8], ['bilge_pump_cycles', 0, 8])
  await send(boat, ['waste_level_pct', 0, 8], ['battery_soc_pct', 100, 8])
  assert.deepEqual(await open(), ['sum_above'], 'it goes by the hour')
})

test('who acknowledged first counts', async () => {
  const boat = await makeBoat(client, owner)
  await send(boat, ['bilge_water', 1, 5])
  const [{ id }] = (await alarmsOf(boat)) as [contract.Alarm]
  const acknowledge = async () =>
    (await client.ok(contract.acknowledgeAlarm, owner.session, { params: { id } })).alarm.acknowledged_at
  const first = await acknowledge()
  assert.ok(first)
  assert.equal(await acknowledge(), first)
  await send(boat, ['bilge_water', 1, 6])
  const [moved] = await alarmsOf(boat)
  assert.deepEqual([moved!.id, moved!.acknowledged_at], [id, first], 'also when it turns out to have begun before')
})

test('the name of who acknowledged stays, of a person or of an access key', async () => {
  const boat = await makeBoat(client, owner)
  await send(boat, ['bilge_water', 1, 5])
  const [{ id }] = (await alarmsOf(boat)) as [contract.Alarm]
  const { key } = await client.ok(contract.createAccessKey, owner.session, {
    body: { name: 'Chart table', scopes: ['read:alarms', 'write:alarms'] },
  })
  const by = async (caller: { key: string } | typeof owner.session) =>
    (await client.ok(contract.acknowledgeAlarm, caller, { params: { id } })).alarm.acknowledged_by
  assert.equal(await by({ key }), 'Chart table')
  assert.equal(await by(owner.session), 'Chart table')
})

test('alarms are read page by page', async () => {
  const boat = await makeBoat(client, owner)
  await send(boat, ...Array.from({ length: 10 }, (_, i): Sent => ['bilge_water', i % 2, 20 - i]))
  const all = await alarmsOf(boat)
  assert.equal(all.length, 5)
  const seen: contract.Alarm[] = []
  for (let cursor: string | null = null; ; ) {
    const query = { limit: '2', order: 'asc', ...(cursor && { cursor }) }
    const page: { alarms: contract.Alarm[]; next: string | null } = await client.ok(
      contract.listAlarms,
      owner.session,
      {
        params: { id: boat.id },
        query,
      },
    )
    seen.push(...page.alarms)
    cursor = page.next
    if (!cursor) break
  }
  assert.deepEqual(seen, all.reverse())
})

test('a boat is silent when nothing came for as many hours as the rule says, until something comes', async () => {
  const boat = await makeBoat(client, owner)
  const seen = async (hoursAgo: number) => {
    await db
      .updateTable('connection')
      .set({ last_seen_at: new Date(now - hoursAgo * 60 * MINUTE) })
      .where('id', '=', boat.connectionId)
      .execute()
    await Promise.all([judgeByClock(db, new Date(now)), judgeByClock(db, new Date(now))])
    return (await alarmsOf(boat)).map(({ kind, limit, began_at, ended_at }) => [
      kind,
      limit,
      ...[began_at, ended_at].map((at) => at && (now - Date.parse(at)) / MINUTE / 60),
    ])
  }
  await judgeByClock(db, new Date(now))
  assert.deepEqual(await alarmsOf(boat), [], 'it never sent anything')
  assert.deepEqual(await seen(23), [])
  assert.deepEqual(await seen(30), [['silent', 24, 6, null]])
  const [alarm] = await alarmsOf(boat)
  const until = new Date(now + 24 * 60 * MINUTE).toISOString()
  await client.ok(contract.silenceAlarm, owner.session, { params: { id: alarm!.id }, body: { until } })
  assert.deepEqual(await seen(2), [['silent', 24, 6, 2]])
  await seen(28)
  assert.equal((await alarmsOf(boat))[0]!.silenced_until, until, 'the next one is silenced too')
})

test('a boat that leaves its circle is an alarm with the distance, by the times of the readings', async () => {
  const boat = await makeBoat(client, owner)
  const at = (lat: number, lon: number, minutes: number): Sent[] => [
    ['position_lat', lat, minutes],
    ['position_lon', lon, minutes],
  ]
  await send(boat, ...at(54.5, 10, 50))
  const { rule } = (await addRule(boat, { kind: 'outside', limit: 60, margin: 10, lat: 54.5, lon: 10 })).body
  await send(boat, ...at(54.501, 10, 40))
  await send(boat, ...at(54.5005, 10, 30), ...at(54.5002, 10, 20))
  const found = async () => (await story(boat)).filter(([metric]) => metric === null)
  assert.deepEqual(await found(), [[null, null, 111, 40, 20]], '56 m is not 10 within the limit')
  await send(boat, ...at(54.5, 10, 35))
  assert.deepEqual(await found(), [[null, null, 111, 40, 35]])
  await client.ok(contract.changeAlarmRule, owner.session, { params: { id: rule.id }, body: { lat: 54.6 } })
  assert.deepEqual((await found()).at(-1)?.slice(2), [11097, 20, null])
})

test('engine hours that do not move while the engine turns are an alarm', async () => {
  const boat = await makeBoat(client, owner)
  await addRule(boat, { kind: 'hours_stuck', metric: 'engine_hours', limit: 1 })
  for (let minutes = 120; minutes >= 10; minutes -= 10)
    await send(boat, ['engine_rpm', 1200, minutes], ['engine_hours', minutes > 90 ? 412 : 413, minutes])
  assert.deepEqual(await story(boat), [['engine_hours', null, 413, 20, null]])
  await send(boat, ['engine_rpm', 0, 0])
  assert.deepEqual(await story(boat), [['engine_hours', null, 413, 20, 0]])
})

test('a camera without pictures, an overdue task and a key that expires are alarms, each once, until that is over', async () => {
  const other = await service.owner('Grace')
  const boat = await makeBoat(client, other)
  await makeBoat(client, other)
  const ofBoat = { params: { id: boat.id } }
  const open = async () => {
    const at = new Date()
    await Promise.all([judgeByClock(db, at), judgeByClock(db, at), judgeTasks(db, at), judgeTasks(db, at)])
    const { alarms } = await client.ok(contract.listAlarms, other.session, { ...ofBoat, query: { state: 'open' } })
    return (alarms as contract.Alarm[]).map(({ kind, text }) => [kind, text]).sort()
  }
  assert.deepEqual(await open(), [])
  const { task } = await client.ok(contract.createTask, other.session, {
    ...ofBoat,
    body: { title: 'Impeller', interval_days: 30, start_at: ago(60 * 24 * 60) },
  })
  assert.deepEqual(await open(), [['task_overdue', 'Impeller']])
  const { alarms } = await client.ok(contract.listOnboardAlarms, boat.device)
  assert.deepEqual(alarms, [], 'no reason for a buzzer')
  await client.ok(contract.logService, other.session, { ...ofBoat, body: { title: 'Impeller', task_id: task.id } })
  assert.deepEqual(await open(), [])
  const soon = new Date(now + 5 * 24 * 60 * MINUTE)
  await client.ok(contract.createAccessKey, other.session, { body: { name: 'Script', expires_at: soon.toISOString() } })
  assert.deepEqual(await open(), [['key_expiring', 'Script']], 'at one boat of the two')
  const camera = randomUUID()
  const label = { registered_label: 'Mast', label: 'Mast', view: 'deck' as const }
  await db
    .insertInto('camera')
    .values({
      ...{ vessel_id: boat.id, id: camera, connection_id: boat.connectionId, ...label, retain_frames: 24 },
      last_frame_at: new Date(now - 30 * 60 * MINUTE),
      last_error: null,
      watched_at: null,
    })
    .execute()
  assert.deepEqual(await open(), [['key_expiring', 'Script']], 'the rule is off until it is wanted')
  const { rules } = await client.ok(contract.listAlarmRules, other.session, ofBoat)
  const rule = (rules as contract.AlarmRule[]).find(({ kind }) => kind === 'camera_silent')!
  await client.ok(contract.changeAlarmRule, other.session, { params: { id: rule.id }, body: { enabled: true } })
  assert.deepEqual(await open(), [
    ['camera_silent', 'Mast'],
    ['key_expiring', 'Script'],
  ])
  const ofCamera = db.updateTable('camera').where('id', '=', camera)
  await ofCamera.set({ enabled: false }).execute()
  assert.deepEqual(await open(), [['key_expiring', 'Script']])
  const { alarms: all } = await client.ok(contract.listAlarms, other.session, { ...ofBoat, query: { state: 'ended' } })
  const { ended_at } = (all as contract.Alarm[]).find(({ kind }) => kind === 'camera_silent')!
  assert.ok(Date.parse(ended_at!) >= now, 'not when it began: six hours ago')
  await ofCamera.set({ last_frame_at: new Date(), enabled: true }).execute()
  await db.deleteFrom('access_key').where('name', '=', 'Script').execute()
  assert.deepEqual(await open(), [])
})
