import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import * as contract from '@binnacle/contract'
import fc from 'fast-check'
import type { Db } from '../../db/database.ts'
import { startService } from '../../testing/service.ts'
import { titleKey } from '../tasks/title-key.ts'
import { type DueTask, dueFeed } from './due.ts'
import { dueFeeds } from './sql.ts'

const service = await startService()
const { client } = service
const { db } = service.database
const owner = await service.owner('Ada')

const DAY_MS = 86_400_000
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString()

const addVessel = async (engine_hours: number | null = null): Promise<{ id: string }> => {
  const body = { name: 'Aurora', vessel_type: 'sailboat', engine_hours }
  return { id: (await client.ok(contract.createVessel, owner.session, { body })).vessel.id }
}
const addTask = async (params: { id: string }, body: object) =>
  (await client.ok(contract.createTask, owner.session, { params, body: { title: 'Oil', ...body } })).task.id as string
const serve = (params: { id: string }, body: object) => client.ok(contract.logService, owner.key, { params, body })
const feed = (params: { id: string }) => client.ok(contract.getDueFeed, owner.key, { params })
const one = async (params: { id: string }) => (await feed(params)).items[0] as contract.DueItem
const plusDays = (iso: string, days: number) => new Date(Date.parse(iso) + days * DAY_MS).toISOString()

test('GET due: the vessel, its meter, and an item for each task; null and nothing without', async () => {
  const params = await addVessel(412)
  assert.deepEqual(await feed(params), { vessel_id: params.id, engine_hours: 412, items: [] })
  const task_id = await addTask(params, { interval_hours: 250 })
  const item = { task_id, title: 'Oil', status: 'ok', due_date: null, due_hours: 662 }
  assert.deepEqual((await feed(params)).items, [item])
  assert.equal((await feed(await addVessel())).engine_hours, null)
})

test('the feed is recalculated whenever the hour meter moves', async () => {
  const params = await addVessel(400)
  await addTask(params, { interval_hours: 100 })
  const statuses = []
  for (const hours of [400, 475, 500]) {
    await client.ok(contract.logEngineHours, owner.key, { params, body: { hours } })
    statuses.push((await one(params)).status)
  }
  await client.ok(contract.changeVessel, owner.session, { params, body: { engine_hours: 410 } })
  assert.deepEqual([...statuses, (await one(params)).status], ['ok', 'due_soon', 'overdue', 'ok'])
})

test('a task is due when its time or its hours trip, counted from the last matching service', async () => {
  const params = await addVessel(400)
  const task_id = await addTask(params, { interval_days: 365, interval_hours: 100, start_at: daysAgo(500) })
  assert.equal((await one(params)).status, 'overdue')
  const done_at = daysAgo(100)
  await serve(params, { title: 'anything', task_id, done_at, engine_hours: 390 })
  const { status, due_date, due_hours } = await one(params)
  assert.deepEqual([status, due_date, due_hours], ['ok', plusDays(done_at, 365), 490])
})

test('without a task_id a service of the same title settles the task, and the newest of both kinds counts', async () => {
  const params = await addVessel()
  const task_id = await addTask(params, { title: 'Öl wechseln', interval_days: 10, start_at: daysAgo(90) })
  const dueDays = async () => Math.round((Date.parse((await one(params)).due_date!) - Date.now()) / DAY_MS)
  await serve(params, { title: '  ÖL WECHSELN', done_at: daysAgo(60) })
  assert.equal(await dueDays(), -50)
  await serve(params, { title: 'by id', task_id, done_at: daysAgo(40) })
  assert.equal(await dueDays(), -30)
  await serve(params, { title: 'öl wechseln', done_at: daysAgo(20) })
  assert.equal(await dueDays(), -10)
  await serve(params, { title: 'Öl', done_at: daysAgo(5) })
  assert.equal(await dueDays(), -10)
})

test('a service that names one task does not settle another of the same title', async () => {
  const params = await addVessel()
  const [port, starboard] = [
    await addTask(params, { interval_days: 10, start_at: daysAgo(90) }),
    await addTask(params, { interval_days: 10, start_at: daysAgo(90) }),
  ]
  await serve(params, { title: 'Oil', task_id: port })
  const { items } = await feed(params)
  assert.deepEqual(
    items.map(({ task_id, status }: contract.DueItem) => [task_id, status]),
    [
      [starboard, 'overdue'],
      [port, 'ok'],
    ],
  )
})

test('a service without hours counts from the meter at that time: the newest hour log by then, else the start', async () => {
  const params = await addVessel(400)
  const task_id = await addTask(params, { interval_hours: 100, start_hours: 350 })
  for (const [hours, days] of [
    [410, 30],
    [420, 20],
    [430, 10],
  ] as const)
    await client.ok(contract.logEngineHours, owner.key, { params, body: { hours, logged_at: daysAgo(days) } })
  const dueAfter = async (days: number) => {
    await serve(params, { title: 'Oil', task_id, done_at: daysAgo(days) })
    return (await one(params)).due_hours
  }
  assert.deepEqual([await dueAfter(31), await dueAfter(15), await dueAfter(9), await dueAfter(0)], [450, 520, 530, 500])
})

test('a task made before the meter is known counts from the first known meter', async () => {
  const params = await addVessel()
  const dueHours = async () => (await one(params)).due_hours
  await addTask(params, { interval_hours: 250, start_at: daysAgo(10) })
  assert.equal(await dueHours(), null)
  await client.ok(contract.logEngineHours, owner.key, { params, body: { hours: 412, logged_at: daysAgo(5) } })
  assert.equal(await dueHours(), 662)
  await client.ok(contract.logEngineHours, owner.key, { params, body: { hours: 420 } })
  assert.equal(await dueHours(), 662)
  assert.equal((await one(params)).status, 'ok')
})

test('a service dated days ahead settles nothing yet', async () => {
  const params = await addVessel()
  await addTask(params, { interval_days: 10, start_at: daysAgo(90) })
  await serve(params, { title: 'Oil', done_at: daysAgo(-2) })
  assert.equal((await one(params)).status, 'overdue')
  await serve(params, { title: 'Oil', done_at: daysAgo(-0.5) })
  assert.equal((await one(params)).status, 'ok')
})

test('a date past the year 9999 and hours past an integer are answered, cut', async () => {
  const params = await addVessel(2_147_483_647)
  await addTask(params, { interval_days: 36_500, interval_hours: 1_000_000, start_at: '9999-12-31T00:00:00Z' })
  const { status, due_date, due_hours } = await one(params)
  assert.deepEqual([status, due_date, due_hours], ['ok', '9999-12-31T23:59:59.999Z', 2_147_483_647])
})

/** Entries as a boat of many years has them; times are in whole minutes and collide now and then. */
interface Given {
  tasks: { title: string; days: number | null; hours: number | null; startAgo: number; startHours: number }[]
  services: { task: number | null; title: string; ago: number; hours: number | null }[]
  hourLog: { ago: number; hours: number | null }[]
}

async function write(tx: Db, vesselId: string, given: Given, now: Date) {
  const at = (minutesAgo: number) => new Date(now.getTime() - minutesAgo * 60_000)
  const tasks = given.tasks.map(({ title, days, hours, startAgo, startHours }) => ({
    vessel_id: vesselId,
    id: randomUUID(),
    title,
    title_key: titleKey(title),
    interval_days: days,
    interval_hours: hours,
    lead_days: 30,
    lead_hours: 25,
    start_at: at(startAgo),
    start_hours: startHours,
    safety: false,
    once: false,
  }))
  const services = given.services.map(({ task, title, ago, hours }) => ({
    vessel_id: vesselId,
    id: randomUUID(),
    title,
    title_key: titleKey(title),
    done_at: at(ago),
    engine_hours: hours,
    route: 'diy' as const,
    task_id: task === null ? null : (tasks[task % tasks.length]?.id ?? null),
  }))
  const hourLog = given.hourLog.map(({ ago, hours }) => ({
    vessel_id: vesselId,
    id: randomUUID(),
    hours,
    source: 'manual' as const,
    logged_at: at(ago),
  }))
  for (const [table, rows] of Object.entries({ task: tasks, service_log: services, engine_hour_log: hourLog }))
    for (let i = 0; i < rows.length; i += 500)
      await tx
        .insertInto(table as 'task')
        .values(rows.slice(i, i + 500) as typeof tasks)
        .execute()
  return { tasks, services, hourLog }
}

/** What each task counts from, found by looking at every entry. */
function naiveTasks({ tasks, services, hourLog }: Awaited<ReturnType<typeof write>>, now: Date): DueTask[] {
  const newest = <T extends { id: string }>(rows: T[], time: (row: T) => Date): T | undefined =>
    rows.reduce<T | undefined>((best, row) => {
      const later = !best || time(row) > time(best) || (+time(row) === +time(best) && row.id > best.id)
      return later ? row : best
    }, undefined)
  const same = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase()
  return tasks.map((task) => {
    const matching = services.filter(
      (one) => +one.done_at <= +now + DAY_MS && (one.task_id ? one.task_id === task.id : same(one.title, task.title)),
    )
    const service = newest(matching, (row) => row.done_at)
    const logs = hourLog.filter((log) => service && log.hours !== null && log.logged_at <= service.done_at)
    const metered = newest(logs, (row) => row.logged_at)
    return {
      ...task,
      served_at: service?.done_at ?? null,
      served_hours: service?.engine_hours ?? metered?.hours ?? null,
    }
  })
}

const titles = fc.constantFrom('Oil', ' oil', 'OIL ', 'Impeller', 'impeller', 'Zinc', 'Belt', 'Öl', 'öl\n')
const ago = fc.integer({ min: -4_000, max: 900_000 }).map((minutes) => Math.round(minutes / 500) * 500 + 1)
const hours = fc.nat(2_000)
const tasksOf = (size: fc.ArrayConstraints) =>
  fc.array(
    fc
      .record({
        title: titles,
        days: fc.integer({ min: 1, max: 700 }),
        hours: fc.integer({ min: 1, max: 900 }),
        startAgo: ago,
        startHours: hours,
      })
      .chain((task) => fc.constantFrom(task, { ...task, days: null }, { ...task, hours: null })),
    size,
  )
const servicesOf = (size: fc.ArrayConstraints) =>
  fc.array(fc.record({ task: fc.option(fc.nat(60)), title: titles, ago, hours: fc.option(hours) }), size)
const logsOf = (size: fc.ArrayConstraints) => fc.array(fc.record({ ago, hours: fc.option(hours, { freq: 3 }) }), size)

test('property: the one statement finds for each task what a look at every entry finds, for several vessels at once', async () => {
  const vessel = fc.record<Given>({
    tasks: tasksOf({ maxLength: 6 }),
    services: servicesOf({ maxLength: 30 }),
    hourLog: logsOf({ maxLength: 12 }),
  })
  const { id: ownerId } = (await client.ok(contract.getMe, owner.session)).account
  await fc.assert(
    fc.asyncProperty(fc.array(vessel, { maxLength: 3 }), fc.option(hours), async (givens, engine_hours) => {
      const now = new Date()
      const vessels: { id: string; engine_hours: number | null }[] = []
      const expected = new Map<string, contract.DueItem[]>()
      for (const given of givens) {
        const id = randomUUID()
        await db.insertInto('vessel').values({ id, owner_id: ownerId, name: 'V', vessel_type: 'rib' }).execute()
        const written = await write(db, id, given, now)
        vessels.push({ id, engine_hours })
        expected.set(id, dueFeed(naiveTasks(written, now), engine_hours, now))
      }
      assert.deepEqual(await dueFeeds(db, vessels, now), expected)
    }),
    { numRuns: 40 },
  )
})

test('a vessel with 50 tasks and 2,000 services, read and listed: the feed is that of the rule, and the health follows', async () => {
  const params = await addVessel(1_000)
  const [given] = fc.sample(
    fc.record<Given>({
      tasks: tasksOf({ minLength: 50, maxLength: 50 }),
      services: servicesOf({ minLength: 2_000, maxLength: 2_000, size: 'max' }),
      hourLog: logsOf({ minLength: 300, maxLength: 300 }),
    }),
    { numRuns: 1, seed: 7 },
  )
  const now = new Date()
  const written = await write(db, params.id, given!, now)
  const expected = dueFeed(naiveTasks(written, now), 1_000, now)
  assert.equal(written.services.length, 2_000)
  assert.deepEqual((await feed(params)).items, expected)

  const lost = expected.reduce((sum, { status }) => sum + { ok: 0, due_soon: 5, overdue: 15 }[status], 0)
  const listed = (await client.ok(contract.listVessels, owner.key)).vessels
  const health = listed.find(({ id }: contract.Vessel) => id === params.id).health_score
  assert.equal(health, Math.max(0, 100 - lost))
})

test('GET /app due: the items of /v1, with the date on which the boat will have run their hours', async () => {
  const params = await addVessel()
  const task_id = await addTask(params, { interval_hours: 100, interval_days: 3_650 })
  const at = (days: number) => new Date(Date.now() - days * DAY_MS)
  const daily = Array.from({ length: 801 }, (_, i) => ({
    ...{ vessel_id: params.id, id: randomUUID(), hours: 1_000 + i, source: 'telemetry' as const },
    logged_at: at(800 - i),
  }))
  await db.insertInto('engine_hour_log').values(daily).execute()
  await serve(params, { title: 'Oil', task_id, engine_hours: 1_800, done_at: daysAgo(0) })
  const { engine_hours, usage, items } = await client.ok(contract.getDueForecast, owner.session, { params })
  assert.deepEqual([engine_hours, usage.hours_a_week, usage.basis], [1_800, 7, 'year'])
  const { items: plain } = await feed(params)
  const [{ predicted_date, trips_by, hours_left, interval_hours, last_service, ...item }] = items
  assert.deepEqual([trips_by, hours_left, interval_hours, last_service.engine_hours], ['hours', 100, 100, 1_800])
  assert.ok(Math.abs(Date.parse(predicted_date) - Date.now() - 100 * DAY_MS) < DAY_MS, predicted_date)
  assert.deepEqual(
    [item.task_id, item.status, item.due_date, item.due_hours],
    Object.values(plain[0]).filter((_, i) => i !== 1),
  )
})

test('GET /app due: without a log there is no pace, and no prediction but the date', async () => {
  const params = await addVessel()
  await addTask(params, { interval_hours: 100 })
  const { usage, items } = await client.ok(contract.getDueForecast, owner.session, { params })
  assert.deepEqual([usage, items[0].predicted_date, items[0].hours_left], [null, null, null])
})
