import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import * as contract from '@binnacle/contract'
import fc from 'fast-check'
import { startService } from '../../testing/service.ts'
import { titleKey } from '../tasks/title-key.ts'
import { logPage } from './log-sql.ts'

const service = await startService()
const { client } = service
const { db } = service.database
const owner = await service.owner('Ada')

type Params = { id: string }
type Query = Record<string, string>

const addVessel = async (): Promise<Params> => {
  const body = { name: 'Aurora', vessel_type: 'sailboat' }
  return { id: (await client.ok(contract.createVessel, owner.session, { body })).vessel.id }
}
const logService = async (params: Params, body: object): Promise<contract.ServiceLog> =>
  (await client.ok(contract.logService, owner.key, { params, body: { title: 'Oil', ...body } })).service_log
const logHours = async (params: Params, body: object): Promise<contract.EngineHourLog> =>
  (await client.ok(contract.logEngineHours, owner.key, { params, body })).engine_hour_log
const page = (params: Params, query: Query = {}) => client.ok(contract.getLog, owner.session, { params, query })
const refused = async (params: Params, query: Query | string) =>
  (await client.call(contract.getLog, owner.session, { params, query })).status

/** Every entry, by following the pages. */
async function all(params: Params, query: Query = {}): Promise<contract.LogEntry[]> {
  const entries = []
  let after: Query = {}
  for (;;) {
    const { entries: more, next } = await page(params, { ...query, ...after })
    entries.push(...more)
    if (!next) return entries
    after = { after: next }
  }
}
const titles = async (params: Params, query: Query = {}) =>
  (await all(params, query)).map(({ service_log: done, engine_hour_log: read }) => done?.title ?? read?.hours)

/** Writes services and hour entries straight into the database, at whole seconds that collide now and then. */
async function fill(params: Params, services: number, hours: number, seconds = 100_000) {
  const at = (i: number) => new Date(Date.UTC(2020, 0, 1) + ((i * 7_919) % seconds) * 1_000)
  const rows = (count: number) =>
    Array.from({ length: count }, (_, i) => ({ vessel_id: params.id, id: randomUUID(), i }))
  const done = rows(services).map(({ i, ...row }) => ({
    ...{ ...row, title: `Service ${i}`, title_key: titleKey(`Service ${i}`), done_at: at(i) },
    ...{
      route: i % 3 === 0 ? ('supplier' as const) : ('diy' as const),
      cost: i % 2 === 0 ? i / 100 : null,
      currency: 'EUR',
    },
  }))
  const read = rows(hours).map(({ i, ...row }) => ({
    ...row,
    hours: i,
    source: 'telemetry' as const,
    logged_at: at(i),
  }))
  for (let i = 0; i < done.length; i += 500)
    await db
      .insertInto('service_log')
      .values(done.slice(i, i + 500))
      .execute()
  for (let i = 0; i < read.length; i += 500)
    await db
      .insertInto('engine_hour_log')
      .values(read.slice(i, i + 500))
      .execute()
}

test('services and hour entries are one list, newest first; an entry that came with its service is seen there', async () => {
  const params = await addVessel()
  const oil = await logService(params, { done_at: '2026-01-02T00:00:00Z', engine_hours: 412 })
  const fuel = await logHours(params, { hours: 413, litres: 85.5, logged_at: '2026-01-03T00:00:00Z' })
  const zinc = await logService(params, { title: 'Zinc', done_at: '2026-01-04T00:00:00Z' })
  const { entries, next } = await page(params)
  assert.equal(next, null)
  const of = { service_log: null, engine_hour_log: null, service_id: null }
  assert.deepEqual(entries, [
    { ...of, kind: 'service', id: zinc.id, at: zinc.done_at, service_log: zinc },
    { ...of, kind: 'hours', id: fuel.id, at: fuel.logged_at, engine_hour_log: fuel },
    { ...of, kind: 'service', id: oil.id, at: oil.done_at, service_log: oil },
  ])
  const hours = await all(params, { kind: 'hours' })
  assert.deepEqual(
    hours.map(({ engine_hour_log: read, service_id }) => [read?.hours, read?.source, service_id]),
    [
      [413, 'manual', null],
      [412, 'service', oil.id],
    ],
  )
})

test('1,000 services and 1,000 hour entries, by pages of 40: each once, newest first', async () => {
  const params = await addVessel()
  await fill(params, 1_000, 1_000)
  const entries = await all(params, { limit: '40' })
  assert.equal(new Set(entries.map(({ id }) => id)).size, 2_000)
  const places = entries.map(({ at, id }) => at + id)
  assert.deepEqual(places, places.toSorted().toReversed())
})

test('entries of one millisecond, told apart only by microseconds or by id, are neither lost nor doubled between pages', async () => {
  const params = await addVessel()
  await fill(params, 40, 40, 2)
  const micros = Array.from({ length: 9 }, (_, i) => `2020-01-01T00:00:01.00000${i}Z`)
  for (const at of micros)
    await db
      .insertInto('engine_hour_log')
      .values({ vessel_id: params.id, id: randomUUID(), hours: 1, source: 'telemetry', logged_at: at as never })
      .execute()
  for (const limit of ['1', '7', '50'])
    assert.equal(new Set((await all(params, { limit })).map(({ id }) => id)).size, 89)
})

test('property: whatever the filter and the page, the pages together are one look at all', async () => {
  const params = await addVessel()
  await fill(params, 60, 60, 50)
  const filter = fc.record({
    kind: fc.constantFrom(undefined, 'service' as const, 'hours' as const),
    route: fc.constantFrom(undefined, 'diy' as const, 'supplier' as const),
    search: fc.constantFrom(undefined, 'service 1', '9', 'x'),
    withCost: fc.constantFrom(undefined, true),
  })
  await fc.assert(
    fc.asyncProperty(filter, fc.integer({ min: 1, max: 30 }), async (wanted, limit) => {
      const whole = await logPage(db, params.id, wanted, null, 1_000)
      const ids: string[] = []
      let after: Awaited<ReturnType<typeof logPage>>['next'] = null
      do {
        const some = await logPage(db, params.id, wanted, after, limit)
        assert.ok(some.entries.length <= limit)
        ids.push(...some.entries.map(({ id }) => id))
        after = some.next
      } while (after)
      assert.deepEqual(
        ids,
        whole.entries.map(({ id }) => id),
      )
    }),
    { numRuns: 25 },
  )
})

test('filter: by kind, by who did it, by what cost something, by text in title and note in any case', async () => {
  const params = await addVessel()
  await logService(params, { title: 'Ölwechsel', done_at: '2026-01-01T00:00:00Z', cost: 0 })
  await logService(params, {
    title: 'Impeller',
    note: 'Größe 100% geprüft',
    route: 'supplier',
    done_at: '2026-01-02T00:00:00Z',
  })
  await logHours(params, { hours: 5, fuel_cost: 10, logged_at: '2026-01-03T00:00:00Z' })
  await logHours(params, { hours: 6, logged_at: '2026-01-04T00:00:00Z' })
  assert.deepEqual(await titles(params), [6, 5, 'Impeller', 'Ölwechsel'])
  assert.deepEqual(await titles(params, { kind: 'service' }), ['Impeller', 'Ölwechsel'])
  assert.deepEqual(await titles(params, { kind: 'hours' }), [6, 5])
  assert.deepEqual(await titles(params, { route: 'supplier' }), ['Impeller'])
  assert.deepEqual(await titles(params, { with_cost: 'true' }), [5, 'Ölwechsel'])
  assert.deepEqual(await titles(params, { search: ' ÖLW' }), ['Ölwechsel'])
  assert.deepEqual(await titles(params, { search: 'GRÖßE 100%' }), ['Impeller'])
  for (const search of ['%', '_', "'", 'größe 1000'])
    assert.equal((await titles(params, { search })).length, search === '%' ? 1 : 0)
  assert.equal((await titles(params, { search: ' ' })).length, 4)
})

test('filter: a task has the services that count for it in the due feed', async () => {
  const params = await addVessel()
  const add = async (title: string) =>
    (await client.ok(contract.createTask, owner.session, { params, body: { title, interval_days: 365 } })).task.id
  const [oil, zinc] = [await add('Oil'), await add('Zinc')]
  await logService(params, { title: 'by id', task_id: oil, done_at: '2026-01-01T00:00:00Z' })
  await logService(params, { title: ' OIL', done_at: '2026-01-02T00:00:00Z' })
  await logService(params, { title: 'Oil', task_id: zinc, done_at: '2026-01-03T00:00:00Z' })
  assert.deepEqual(await titles(params, { task: oil }), [' OIL', 'by id'])
  assert.deepEqual(await titles(params, { task: randomUUID() }), [])
})

test('filter: a year begins where the owner is', async () => {
  const params = await addVessel()
  await logService(params, { title: 'New Year in Berlin', done_at: '2025-12-31T23:30:00Z' })
  await logService(params, { title: 'Old Year', done_at: '2025-12-31T22:30:00Z' })
  await logHours(params, { hours: 1, logged_at: '2026-06-01T00:00:00Z' })
  assert.deepEqual(await titles(params, { year: '2026', time_zone: 'Europe/Berlin' }), [1, 'New Year in Berlin'])
  assert.deepEqual(await titles(params, { year: '2026' }), [1])
  assert.deepEqual(await titles(params, { year: '9999' }), [])
})

test('bad-input 29: what is no filter and no place in the log: 400', async () => {
  const params = await addVessel()
  const wrong: (Query | string)[] = [
    ...['0', '-1', '1e2', '0x10'].map((limit) => ({ limit })),
    'limit=5&limit=6',
    { kind: 'all' },
    { route: 'friend' },
    { with_cost: '1' },
    { task: 'oil' },
    ...['0', '10000', '26.5'].map((year) => ({ year })),
    ...['Mars/Base', '', '+25:00'].map((time_zone) => ({ year: '2026', time_zone })),
    { search: 'x'.repeat(101) },
    ...['', 'x', "2026-01-01T00:00:00.000000Z_'", '2026-13-01T00:00:00.000000Z_'].map((after) => ({ after })),
  ]
  for (const query of wrong) assert.equal(await refused(params, query), 400, JSON.stringify(query))
  assert.equal(await refused(params, { limit: '1000' }), 200)
})

test('costs: by year, task and currency, fuel too, to the cent', async () => {
  const params = await addVessel()
  const { task } = await client.ok(contract.createTask, owner.session, {
    params,
    body: { title: 'Oil', interval_days: 365 },
  })
  await logService(params, {
    task_id: task.id,
    title: 'with filter',
    cost: 0.1,
    currency: 'EUR',
    done_at: '2026-01-01T00:00:00Z',
  })
  await logService(params, { title: 'oil ', cost: 0.2, currency: 'eur', done_at: '2025-12-31T23:30:00Z' })
  await logService(params, { title: 'Sail', cost: 99, currency: 'SEK', done_at: '2025-05-01T00:00:00Z' })
  await logService(params, { title: 'Free', done_at: '2026-01-01T00:00:00Z' })
  await logHours(params, {
    hours: 5,
    litres: 85.125,
    fuel_cost: 153.9,
    currency: 'EUR',
    logged_at: '2026-02-01T00:00:00Z',
  })
  await logHours(params, { hours: 6, logged_at: '2026-02-02T00:00:00Z' })
  const query = { time_zone: 'Europe/Berlin' }
  const { sums } = await client.ok(contract.getLogCosts, owner.session, { params, query })
  const of = { currency: 'EUR', litres: null, task_id: null, title: null }
  assert.deepEqual(sums, [
    { ...of, year: 2026, kind: 'fuel', amount: 153.9, entries: 1, litres: 85.125 },
    { ...of, year: 2026, kind: 'service', task_id: task.id, title: 'Oil', amount: 0.3, entries: 2 },
    { ...of, year: 2025, kind: 'service', currency: 'SEK', amount: 99, entries: 1 },
  ])
  assert.deepEqual((await client.ok(contract.getLogCosts, owner.session, { params: await addVessel() })).sums, [])
})

test('CSV: a line for each of 1,500 entries, of the filter; as a download that no browser reads as anything else', async () => {
  const params = await addVessel()
  await fill(params, 1_000, 500)
  await logService(params, { title: '=cmd|"/C calc"!A1', note: 'a\r\nb' })
  const { text, headers } = await client.call(contract.exportLog, owner.session, { params })
  assert.equal(headers.get('content-type'), 'text/csv; charset=utf-8')
  assert.equal(headers.get('content-disposition'), 'attachment; filename="logbook.csv"')
  assert.equal(headers.get('x-content-type-options'), 'nosniff')
  assert.equal(text.replaceAll('a\r\nb', '').trimEnd().split('\r\n').length, 1_502)
  assert.ok(text.includes(`"'=cmd|""/C calc""!A1"`))
  const services = await client.call(contract.exportLog, owner.session, {
    params,
    query: { kind: 'service', search: '=cmd' },
  })
  assert.equal(services.text.split('service,').length, 2)
})

test('hours: a line of at most 500 readings from the first day to the last, with the pace of the engine', async () => {
  const params = await addVessel()
  const empty = await client.ok(contract.getHours, owner.session, { params })
  assert.deepEqual(empty, { engine_hours: null, usage: null, readings: [] })
  const one = await logHours(params, { hours: 7 })
  assert.deepEqual((await client.ok(contract.getHours, owner.session, { params })).readings, [
    { id: one.id, hours: 7, logged_at: one.logged_at, source: 'manual' },
  ])
  const many = await addVessel()
  const daily = Array.from({ length: 1_200 }, (_, i) => ({
    ...{ vessel_id: many.id, id: randomUUID(), hours: 1_000 + i, source: 'telemetry' as const },
    logged_at: new Date(Date.now() - (1_200 - i) * 86_400_000),
  }))
  await db.insertInto('engine_hour_log').values(daily).execute()
  const { readings, usage } = await client.ok(contract.getHours, owner.session, { params: many })
  assert.ok(readings.length > 400 && readings.length <= contract.LIMITS.hourPoints, `${readings.length}`)
  assert.deepEqual([readings.at(-1).hours, usage.hours_a_week, usage.basis], [2_199, 7, 'year'])
  const hours = readings.map((reading: contract.MeterReading) => reading.hours)
  assert.deepEqual(
    hours,
    hours.toSorted((a: number, b: number) => a - b),
  )
})
