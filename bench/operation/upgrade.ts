import { createHash, randomUUID } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { pino } from 'pino'
import { makeApp } from '../../apps/server/src/app.ts'
import { connectDatabase, type Database, type DatabaseSettings, type Db } from '../../apps/server/src/db/database.ts'
import { openDatabase } from '../../apps/server/src/db/open-database.ts'
import { migrate } from '../../apps/server/src/db/schema/migrate.ts'
import { untimed } from '../../apps/server/src/db/untimed.ts'
import { readConfig } from '../../apps/server/src/settings/config.ts'
import { readBatch } from '../../apps/server/src/telemetry/ingest/batch.ts'
import { ingest } from '../../apps/server/src/telemetry/ingest/ingest-sql.ts'
import { rollUpAll } from '../../apps/server/src/telemetry/testing/roll-up-all.ts'
import { figuresOf } from '../../apps/server/src/testing/figures.ts'
import { freePort } from '../../scripts/free-port.ts'
import { startTemporaryPostgres } from '../../scripts/postgres.ts'
import { type Boat, makeBoats, storeBoats } from '../shared/boats.ts'
import { LIVE, storeLive } from '../shared/live-batches.ts'
import { JITTER_MS } from '../shared/made-history.ts'
import { fixed, machineLine, printTable, whole, writeJson } from '../shared/report.ts'
import { runBench, stopProcess, temporaryFolder, untilAnswers } from '../shared/resources.ts'
import { vacuumAndCheckpoint } from '../shared/seed.ts'
import { spawnService } from '../shared/service.ts'
import { percentile } from '../shared/statistics.ts'

/** `npm run bench:upgrade`: an installation with batches of before blocks is upgraded and compacted. README.md says more. */
const { values: options } = parseArgs({
  options: {
    batches: { type: 'string', default: '1000000' },
    boats: { type: 'string', default: '40' },
    embedded: { type: 'boolean', default: false },
    json: { type: 'string' },
  },
})

const BOATS = Number(options.boats)
const HOURS = Math.ceil(Number(options.batches) / BOATS / LIVE.batchesAnHour)
const BATCHES = HOURS * BOATS * LIVE.batchesAnHour
/** The last schema before decision 49: every batch is a row of its own, and the rollups are as they are now. */
const OLD = '0022_oidc'
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Who reads and who sends while it goes on, each so often. */
const PROBE_EVERY_MS = 100
const ROWS_A_PAGE = 1_000
/** Boats whose answers are compared. */
const ASKED_BOATS = 3
const ASK_EVERY_MS = 200

type Where = Pick<DatabaseSettings, 'dataDir' | 'databaseUrl'>
type Answers = Map<string, string>

/** At the size of a real installation each step takes minutes. */
const say = (step: string) => process.stderr.write(`${new Date().toISOString()} ${step}\n`)

async function main(resources: AsyncDisposableStack): Promise<void> {
  console.log(machineLine({ database: options.embedded ? 'embedded' : 'PostgreSQL' }))
  const [made, old] = await places(resources)
  const boats = makeBoats(BOATS + 1)
  // It sends meanwhile: nobody compares its answers.
  const sender = boats.pop()!
  const { key, questions } = await makeInstallation(made, boats, sender)
  say('the questions are answered from single batches')
  const before = await answersOfSingleBatches(made, key, questions)
  say('copying all rows as the old version had them')
  await copyAsOld(made, old)
  say('reading the view and the sizes')
  const viewBefore = await digestOfView(old)
  const bytesBefore = await sizes(old)
  say('starting the new version')

  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const began = performance.now()
  const child = spawnService(resources, port, {
    ...old,
    env: { TELEMETRY_GAP_MS: '1', LOG_LEVEL: 'warn' },
  })
  child.stdout!.pipe(process.stdout)
  await untilAnswers(`${url}/health/ready`, child)
  const upgradeSeconds = (performance.now() - began) / 1000

  const stop = new AbortController()
  const probes = [probeReads(url, key, boats[0]!, stop.signal), probeSends(url, sender, stop.signal)]
  const asked = { during: 0, other: new Set<string>() }
  const compare = async (names: Iterable<string>) => {
    for (const name of names) if ((await ask(url, key, name)) !== before.get(name)) asked.other.add(name)
  }
  let mostBytes = await bytesOnDisk(old)
  let left = await daysLeft(url)
  const days = left
  say(`it answers; ${days} days of boats are to be compacted`)
  for (let n = 0; left > 0; n++) {
    await compare([questions[(n * 7) % questions.length]!])
    asked.during++
    mostBytes = Math.max(mostBytes, await bytesOnDisk(old))
    await sleep(ASK_EVERY_MS)
    const was = left
    left = await daysLeft(url)
    if (left < was) say(`${left} days are left`)
  }
  const compactionSeconds = (performance.now() - began) / 1000 - upgradeSeconds
  await compare(questions)
  stop.abort()
  const [reads, sends] = (await Promise.all(probes)) as [number[], number[]]
  await stopProcess(child)
  say('reading the view and the sizes again')

  const viewAfter = await digestOfView(old)
  const after = await sizes(old)
  const single = await singleBatches(old, boats)
  await vacuumFull(old)
  const packed = await sizes(old)

  const readings = BATCHES * LIVE.readings
  const megabytes = (bytes: number) => fixed(bytes / 1e6, 1)
  printTable(
    ['upgrade', ''],
    [
      ['batches of 20 readings', whole(BATCHES)],
      ['from the start of the new version until it answers, s', fixed(upgradeSeconds, 1)],
      [`until all ${days} days of boats are in blocks, s`, fixed(compactionSeconds, 0)],
      ['batches compacted a second, with the pauses', whole(BATCHES / compactionSeconds)],
      ['longest that a read waited meanwhile, ms', whole(Math.max(...reads))],
      ['longest that a batch waited meanwhile, ms', whole(Math.max(...sends))],
      ['99 % of reads / of batches, ms', `${whole(percentile(reads, 0.99))} / ${whole(percentile(sends, 0.99))}`],
      [
        'reads and batches that failed',
        whole([...reads, ...sends].filter((ms) => ms === Number.POSITIVE_INFINITY).length),
      ],
      [
        'MB of readings before, bytes a reading',
        `${megabytes(bytesBefore.readings)}, ${fixed(bytesBefore.readings / readings, 2)}`,
      ],
      ['MB after, with the space that was freed', megabytes(after.readings)],
      [
        'MB after, without it, bytes a reading',
        `${megabytes(packed.readings)}, ${fixed(packed.readings / readings, 2)}`,
      ],
      [
        'MB of the whole database before / most / after',
        [bytesBefore.database, mostBytes, after.database].map(megabytes).join(' / '),
      ],
      ['batches that stayed single', whole(single)],
      ['answers compared during / after', `${whole(asked.during)} / ${whole(questions.length)}`],
      ['questions with another answer', whole(asked.other.size)],
      ['rows of the view `reading` by day: differ', whole(differing(viewBefore, viewAfter))],
    ],
  )
  for (const name of asked.other) console.log(`another answer: ${name}`)
  await writeJson(options.json, {
    ...{ options, batches: BATCHES, upgradeSeconds, compactionSeconds, bytesBefore, mostBytes, after, packed, single },
    ...{ reads, sends, asked: asked.during, other: [...asked.other] },
  })
  if (asked.other.size > 0 || differing(viewBefore, viewAfter) > 0) process.exitCode = 1
}

/** Where the installation is made, and where it is as the old version had it. */
async function places(resources: AsyncDisposableStack): Promise<[Where, Where]> {
  const dataDirs = [temporaryFolder(resources), temporaryFolder(resources)] as const
  if (options.embedded)
    return [
      { dataDir: dataDirs[0], databaseUrl: null },
      { dataDir: dataDirs[1], databaseUrl: null },
    ]
  const server = await startTemporaryPostgres()
  resources.defer(() => server.stop())
  const database = await connectDatabase({ dataDir: '', databaseUrl: server.url })
  await sql`create database old`.execute(database.db)
  await database.close()
  const old = new URL(server.url)
  old.pathname = '/old'
  return [
    { dataDir: dataDirs[0], databaseUrl: server.url },
    { dataDir: dataDirs[1], databaseUrl: old.href },
  ]
}

async function using<T>(open: Promise<Database>, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await open
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

/** At this size what reads or writes all readings takes minutes. */
const inDatabase = <T>(at: Where, work: (db: Db) => Promise<T>): Promise<T> =>
  using(connectDatabase(at), ({ db }) => untimed(db, work))

/** Batches as each version stores them, rolled up; the hours end two days ago, so that all of them are finished. */
function makeInstallation(at: Where, boats: Boat[], sender: Boat): Promise<{ key: string; questions: string[] }> {
  return using(openDatabase(at), async (database) => {
    const key = await storeBoats(database, [...boats, sender])
    const start = Math.floor((Date.now() - 2 * DAY_MS) / HOUR_MS - HOURS) * HOUR_MS
    for (let hour = 0; hour < HOURS; hour++) {
      say(`storing hour ${hour + 1} of ${HOURS}`)
      await storeLive(database, boats, { start: start + hour * HOUR_MS, hours: 1, jitterMs: JITTER_MS })
      if (hour % 5 === 0) await storeFault(database, boats, start + hour * HOUR_MS + 1)
    }
    say('rolling up')
    await rollUpAll(database)
    return { key, questions: questionsOf(boats, start) }
  })
}

/** A rare metric, and a text. */
async function storeFault(database: Database, boats: Boat[], at: number): Promise<void> {
  const reading = { metric: 'fault_code', text_value: 'SPN 110 FMI 0', recorded_at: new Date(at).toISOString() }
  const text = Buffer.from(JSON.stringify({ readings: [reading] }))
  const arrivals = boats.map(({ key }) => ({ keyHash: key.hash, batch: readBatch(text, randomUUID(), new Date(at)) }))
  await ingest(database, arrivals, { gapMs: 0, enabled: true })
}

/** Requests whose answers do not change with time: paths with their query. */
function questionsOf(boats: Boat[], start: number): string[] {
  const end = start + HOURS * HOUR_MS
  const at = (ms: number) => encodeURIComponent(new Date(ms).toISOString())
  const span = (from: number, to: number) => `from=${at(from)}&to=${at(to)}`
  const hours = [0, Math.floor(HOURS / 2), HOURS - 1].map((hour) => start + hour * HOUR_MS)
  return boats.slice(0, ASKED_BOATS).flatMap(({ vesselId }) => {
    const of = `/v1/vessels/${vesselId}`
    return [
      `${of}/telemetry?limit=500`,
      `${of}/telemetry?metric=depth&limit=500`,
      `${of}/telemetry?metric=fault_code`,
      `${of}/telemetry/series`,
      `${of}/telemetry/latest`,
      `${of}/telemetry/range?metric=depth&${span(start, end)}&points=500`,
      `${of}/telemetry/range?metric=battery_voltage&instance=house&${span(end - HOUR_MS, end)}`,
      `${of}/telemetry.csv?metric=engine_rpm&${span(start, end)}`,
      ...hours.flatMap((hour) => [
        `${of}/telemetry?order=asc&limit=500&${span(hour, hour + HOUR_MS)}`,
        `${of}/telemetry?order=desc&limit=500&metric=position_lat&${span(hour, hour + HOUR_MS)}`,
        `${of}/telemetry.ndjson?${span(hour, hour + HOUR_MS)}`,
      ]),
    ]
  })
}

/** As they are while all batches are single: of this version, which does not listen and so compacts nothing. */
function answersOfSingleBatches(at: Where, key: string, questions: string[]): Promise<Answers> {
  const config = readConfig({
    ...{ DATA_DIR: at.dataDir, RATE_LIMIT_PER_MINUTE: '1000000', LOG_LEVEL: 'warn' },
    ...(at.databaseUrl && { DATABASE_URL: at.databaseUrl }),
  })
  return using(connectDatabase(at), async (database) => {
    const app = await makeApp(config, database, pino({ level: 'warn' }))
    try {
      const answers: Answers = new Map()
      for (const question of questions) {
        const answer = await app.inject({ url: question, headers: { authorization: `Bearer ${key}` } })
        if (answer.statusCode !== 200) throw new Error(`${question} is answered ${answer.statusCode} ${answer.body}`)
        // As fetch gives it: without the mark that a CSV file begins with.
        answers.set(question, digestOf(new TextDecoder().decode(answer.rawPayload)))
      }
      if (new Set(answers.values()).size < answers.size / 2) throw new Error('too many answers are alike to compare')
      return answers
    } finally {
      await app.close()
    }
  })
}

/** The digest of an answer, without the cursor of its next page, which names a row. */
async function ask(url: string, key: string, question: string): Promise<string> {
  const response = await fetch(url + question, { headers: { authorization: `Bearer ${key}` } })
  const text = await response.text()
  if (!response.ok) return `${response.status} ${text}`
  return digestOf(text)
}

function digestOf(text: string): string {
  return createHash('sha256')
    .update(text.replace(/"next":"[^"]*"/, ''))
    .digest('hex')
}

/** Copies what an old installation had, rows by their names. */
async function copyAsOld(from: Where, to: Where): Promise<void> {
  await using(connectDatabase(to), (target) =>
    using(connectDatabase(from), async (source) => {
      await migrate(target.db, OLD)
      const { rows: tables } = await sql<{ name: string }>`
        select relname as name from pg_class
        where relnamespace = current_schema()::regnamespace and relkind = 'r' and relname not like 'schema\\_%'`.execute(
        target.db,
      )
      await untimed(target.db, async (own) => {
        await sql`set session_replication_role = replica`.execute(own)
        for (const { name } of tables)
          await source.db.transaction().execute(async (reading) => {
            const table = sql.table(name)
            const { rows: there } = await sql<{
              there: boolean
            }>`select to_regclass(${name}) is not null as there`.execute(reading)
            if (!there[0]!.there) return
            await sql`delete from ${table}`.execute(own)
            await sql`declare old_rows no scroll cursor for select to_json(t)::text as row from ${table} t`.execute(
              reading,
            )
            for (;;) {
              const { rows } = await sql<{ row: string }>`fetch ${sql.lit(ROWS_A_PAGE)} from old_rows`.execute(reading)
              if (rows.length === 0) break
              const page = `[${rows.map(({ row }) => row).join(',')}]`
              await sql`insert into ${table} overriding system value select * from json_populate_recordset(null::${table}, ${page}::json)`.execute(
                own,
              )
            }
          })
        await sql`set session_replication_role = default`.execute(own)
      })
      await vacuumAndCheckpoint(target)
    }),
  )
}

/** Of each boat and day, what the view that Grafana reads has. */
function digestOfView(at: Where): Promise<Map<string, string>> {
  return inDatabase(at, async (db) => {
    const { rows: vessels } = await sql<{ id: string }>`
      select distinct vessel_id as id from telemetry_batch where last_at < now() - interval '36 hours' order by 1 limit ${ASKED_BOATS}`.execute(
      db,
    )
    const digests = new Map<string, string>()
    for (const { id } of vessels) {
      const { rows } = await sql<{ day: string; digest: string }>`
        select (recorded_at at time zone 'utc')::date::text as day,
          count(*) || ' ' || sum(hashtextextended(concat_ws('|', metric, value, text_value, unit, instance, recorded_at, arrived_at), 0)) as digest
        from reading where vessel_id = ${id} and recorded_at < now() - interval '36 hours' group by 1`.execute(db)
      for (const { day, digest } of rows) digests.set(`${id} ${day}`, digest)
    }
    return digests
  })
}

const differing = (one: Map<string, string>, other: Map<string, string>) =>
  [...new Set([...one.keys(), ...other.keys()])].filter((key) => one.get(key) !== other.get(key)).length

/** Bytes of the tables of readings, and of the whole database. */
function sizes(at: Where): Promise<{ readings: number; database: number }> {
  return inDatabase(at, async (db) => {
    const { rows } = await sql<{ readings: string; database: string }>`
      select sum(pg_total_relation_size(oid)) as readings, pg_database_size(current_database()) as database from pg_class
      where relnamespace = current_schema()::regnamespace and relkind = 'r' and relname like 'telemetry\\_%'`.execute(
      db,
    )
    return { readings: Number(rows[0]!.readings), database: Number(rows[0]!.database) }
  })
}

/** The same while the service runs. */
function bytesOnDisk(at: Where): Promise<number> | number {
  if (at.databaseUrl) return sizes(at).then(({ database }) => database)
  const base = join(at.dataDir, 'db', 'base')
  let bytes = 0
  for (const name of readdirSync(base, { recursive: true, encoding: 'utf8' }))
    bytes += statSync(join(base, name), { throwIfNoEntry: false })?.size ?? 0
  return bytes
}

function singleBatches(at: Where, boats: Boat[]): Promise<number> {
  const ids = boats.map(({ vesselId }) => vesselId)
  return inDatabase(at, async (db) => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::integer as n from telemetry_batch where block is null and vessel_id = any(${ids}::uuid[])`.execute(
      db,
    )
    return rows[0]!.n
  })
}

const vacuumFull = (at: Where) => inDatabase(at, async (db) => void (await sql`vacuum full`.execute(db)))

const daysLeft = async (url: string) => (await figuresOf(url))('binnacle_compaction_backlog_days')

/** What each request took at even times, ms; infinite for one that failed. */
async function probe(signal: AbortSignal, request: () => Promise<Response>): Promise<number[]> {
  const took: number[] = []
  while (!signal.aborted) {
    const began = performance.now()
    const ok = await request().then(
      async (response) => {
        await response.arrayBuffer()
        return response.ok
      },
      () => false,
    )
    took.push(ok ? performance.now() - began : Number.POSITIVE_INFINITY)
    await sleep(Math.max(0, began + PROBE_EVERY_MS - performance.now()))
  }
  return took
}

const probeReads = (url: string, key: string, { vesselId }: Boat, signal: AbortSignal) =>
  probe(signal, () =>
    fetch(`${url}/v1/vessels/${vesselId}/telemetry?metric=depth&limit=1`, {
      headers: { authorization: `Bearer ${key}` },
    }),
  )

const probeSends = (url: string, { key }: Boat, signal: AbortSignal) =>
  probe(signal, () =>
    fetch(`${url}/v1/telemetry`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ readings: [{ metric: 'depth', value: 3 }] }),
    }),
  )

await runBench(main)
