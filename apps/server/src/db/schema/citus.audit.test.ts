import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import * as contract from '@binnacle/contract'
import { sql } from 'kysely'
import pg from 'pg'
import { lacksCitus, startTemporaryCitus } from '../../../../../scripts/citus.ts'
import { distribute } from '../../../../../scripts/citus-template.ts'
import { until } from '../../../../../scripts/until.ts'
import { readShapes, shapesAt } from '../../backup/archive/our-tables.ts'
import { insertBoats } from '../../testing/accounts/boats.ts'
import { Client } from '../../testing/client.ts'
import { startProcess } from '../../testing/process.ts'
import { connectDatabase } from '../database.ts'
import { executedMigrations, migrate } from './migrate.ts'

const skip = lacksCitus()

const citus = skip ? null : await startTemporaryCitus({ fsync: false })
after(() => citus?.stop())

/** The first version whose tables of readings have the names that they have now. */
const OLD = '0014_plain_names'

test('later migrations run on a cluster, and deploy/citus.sql spreads the tables that they made', {
  skip,
}, async () => {
  const databaseUrl = await citus!.addDatabase('upgraded')
  const open = () => connectDatabase({ dataDir: '', databaseUrl })
  const old = await open()
  await migrate(old.db, OLD)
  await old.close()
  await untilUnused(databaseUrl)
  await distribute(databaseUrl)
  const database = await open()
  assert.ok(database.spread)
  await migrate(database.db)
  assert.deepEqual(await readShapes(database.db), await shapesAt(await executedMigrations(database.db)))
  await database.close()
  assert.equal(await askOf(databaseUrl, COUNT), '6')
  await untilUnused(databaseUrl)
  await distribute(databaseUrl)
  assert.equal(await askOf(databaseUrl, COUNT), '7')
})

/** The server notices a moment later that a connection was closed. */
const untilUnused = (databaseUrl: string) =>
  until(
    async () =>
      (await askOf(
        databaseUrl,
        "select count(*) from pg_stat_activity where datname = current_database() and application_name = 'binnacle'",
      )) === '0',
    'the connections to be gone',
  )

const COUNT = 'select count(*) from pg_dist_partition'

test('deploy/citus.sql: all or nothing; an installation goes on with what it has, in two processes, its readings on the workers', {
  skip,
}, async () => {
  const { url: databaseUrl, workers } = citus!
  const dataDir = await mkdtemp(join(tmpdir(), 'binnacle-citus-test-'))
  after(() => rm(dataDir, { recursive: true }))
  const env = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, TELEMETRY_GAP_MS: '0' }

  const first = await startProcess(env)
  const database = await connectDatabase({ dataDir, databaseUrl })
  const [boat] = await insertBoats(database.db, 1)
  await database.close()
  const depths = async (url: string) => {
    const answer = await new Client(url).ok(contract.readTelemetry, { key: boat!.ownerKey }, of(boat!.vesselId))
    return answer.readings.map(({ value }: { value: number }) => value)
  }
  const send = (url: string, value: number) =>
    new Client(url).ok(
      contract.postTelemetry,
      { key: boat!.deviceKey },
      { body: { readings: [{ metric: 'depth', value }] } },
    )
  await send(first.url, 1)

  await assert.rejects(distribute(databaseUrl), /The service is running/)
  await first.stop()
  await untilUnused(databaseUrl)
  await askOf(databaseUrl, 'alter table telemetry_rollup add constraint odd foreign key (vessel_id) references vessel')
  await assert.rejects(distribute(databaseUrl), /ERROR/)
  assert.equal(await askOf(databaseUrl, COUNT), '0', 'nothing of it is done when the last part fails')
  await askOf(databaseUrl, 'alter table telemetry_rollup drop constraint odd')
  await distribute(databaseUrl)
  assert.equal(await askOf(databaseUrl, COUNT), '7')
  await distribute(databaseUrl)
  assert.equal(await askOf(databaseUrl, COUNT), '7', 'a second time changes nothing')

  const services = await Promise.all([startProcess(env), startProcess(env)])
  after(() => Promise.all(services.map((service) => service.stop())))
  for (const [i, { url }] of services.entries()) await send(url, i + 2)
  for (const { url } of services) assert.deepEqual(await depths(url), [3, 2, 1])
  const onWorkers = await Promise.all(workers.map((url) => askOf(url, 'select count(*) from telemetry_batch')))
  assert.deepEqual(onWorkers, ['3', '3'], 'a worker answers for all of them')
  assert.equal(await askOf(databaseUrl, 'select count(*) from telemetry_batch'), '3')
})

test('a worker is added and shards are moved to it while boats send: nothing is lost or doubled, and all goes on', {
  skip,
}, async () => {
  const { workers } = citus!
  const databaseUrl = await citus!.addDatabase('growing')
  const added = new URL(workers[1]!)
  await askOf(databaseUrl, `select citus_remove_node('127.0.0.1', ${added.port})`)
  const dataDir = await mkdtemp(join(tmpdir(), 'binnacle-citus-test-'))
  after(() => rm(dataDir, { recursive: true }))
  const env = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, TELEMETRY_GAP_MS: '0' }
  await (await startProcess(env)).stop()
  await distribute(databaseUrl)
  const database = await connectDatabase({ dataDir, databaseUrl })
  after(() => database.close())
  const boats = await insertBoats(database.db, 24)
  const services = await Promise.all([startProcess(env), startProcess(env)])
  after(() => Promise.all(services.map((service) => service.stop())))
  const onAdded = `select count(*) from citus_shards where nodeport = ${added.port}`
  assert.equal(await askOf(databaseUrl, onAdded), '0')

  // Each boat sends one batch after the other, by either process, the same one again after a 503.
  const sent = boats.map(() => 0)
  let stop = false
  let refused = 0
  const loads = boats.map(async ({ deviceKey }, i) => {
    const client = new Client(services[i % 2]!.url)
    while (!stop) {
      const headers = { 'idempotency-key': `batch-${sent[i]! + 1}` }
      const body = { readings: [{ metric: 'depth', value: sent[i]! + 1 }] }
      const answer = await client.call(contract.postTelemetry, { key: deviceKey }, { headers, body })
      if (answer.status === 503) refused++
      else {
        assert.equal(answer.status, 202, answer.text)
        sent[i]!++
      }
    }
  })
  const enough = (more: number) => {
    const goals = sent.map((batches) => batches + more)
    return until(() => stop || sent.every((batches, i) => batches >= goals[i]!), `${more} more batches of each boat`)
  }
  const moved = async () => {
    await enough(3)
    for (const statement of await addWorkerAsDocumented())
      await askOf(databaseUrl, statement.replace("'worker-3', 5432", `'127.0.0.1', ${added.port}`))
    await enough(3)
  }
  await Promise.race([moved(), Promise.all(loads)]).finally(() => {
    stop = true
  })
  await Promise.all(loads)

  assert.notEqual(await askOf(databaseUrl, onAdded), '0')
  console.log(`${sent.reduce((sum, batches) => sum + batches)} batches, ${refused} answers 503`)
  for (const [i, { vesselId }] of boats.entries()) {
    const { rows } = await sql<{ value: string }>`
      select value::text from reading where vessel_id = ${vesselId} order by reading.value`.execute(database.db)
    assert.deepEqual(
      rows.map(({ value }) => Number(value)),
      Array.from({ length: sent[i]! }, (_none, n) => n + 1),
    )
  }
})

/** The statements of the page for operators. */
async function addWorkerAsDocumented(): Promise<string[]> {
  const page = await readFile(join(import.meta.dirname, '../../../../../docs/citus.md'), 'utf8')
  const [, section] = /^## Add a worker$(.*?)^## /ms.exec(page)!
  return Array.from(section!.matchAll(/^ {4}(.+);$/gm), ([, statement]) => statement!)
}

const of = (id: string) => ({ params: { id } })

async function askOf(url: string, statement: string): Promise<string | undefined> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query({ text: statement, rowMode: 'array' })
    return rows[0]?.[0]
  } finally {
    await client.end()
  }
}
