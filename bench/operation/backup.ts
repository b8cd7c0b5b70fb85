import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { openDatabase } from '../../apps/server/src/db/open-database.ts'
import { rollUpAll } from '../../apps/server/src/telemetry/testing/roll-up-all.ts'
import { startTemporaryPostgres } from '../../scripts/postgres.ts'
import { type Boat, makeBoats, storeBoats } from '../shared/boats.ts'
import { fixed, machineLine, printTable, whole, writeJson } from '../shared/report.ts'
import { runBench, stopProcess, temporaryFolder } from '../shared/resources.ts'
import { seedYears } from '../shared/seed-years.ts'
import { type Service, startService } from '../shared/service.ts'
import { percentile } from '../shared/statistics.ts'

/** `npm run bench:backup`: how long onboard devices and an owner wait while a backup is made. README.md says more. */
const { values: options } = parseArgs({
  options: {
    readings: { type: 'string', default: '25000000' },
    /** How long the service is measured without a backup, s. */
    seconds: { type: 'string', default: '20' },
    postgres: { type: 'boolean', default: false },
    json: { type: 'string' },
  },
})

const BOATS = 50
const MINUTE_MS = 60_000
/** Of seedYears. */
const SERIES = 20
const REQUESTS_A_SECOND = 40
const COMMAND = join(import.meta.dirname, '../../apps/server/src/backup/commands/backup-command.ts')

async function main(resources: AsyncDisposableStack): Promise<void> {
  const server = options.postgres ? await startTemporaryPostgres() : null
  if (server) resources.defer(() => server.stop())
  console.log(machineLine({ database: server ? 'PostgreSQL' : 'embedded' }))
  const dataDir = temporaryFolder(resources)
  const databaseUrl = server?.url ?? null
  const database = await openDatabase({ dataDir, databaseUrl })
  const boats = makeBoats(BOATS)
  const ownerKey = await storeBoats(database, boats)
  const owner = await database.db.selectFrom('owner').select('id').executeTakeFirstOrThrow()
  const ms = (Number(options.readings) / SERIES) * MINUTE_MS
  const { readings } = await seedYears(database, owner.id, Date.now(), { everyMs: MINUTE_MS, samplesPerBatch: 10, ms })
  // Or the service would do it, and be slower beside it.
  await rollUpAll(database)
  const { rows } = await sql<{ bytes: string }>`select pg_database_size(current_database()) as bytes`.execute(
    database.db,
  )
  await database.close()

  const env = { TELEMETRY_GAP_MS: '1' }
  const service = await startService(resources, { dataDir, databaseUrl, env })
  // A process that has just begun is slow for a moment.
  await load(service, boats, ownerKey, sleep(5_000))
  const alone = await load(service, boats, ownerKey, sleep(Number(options.seconds) * 1000))
  const file = join(dataDir, 'bench.backup')
  const began = performance.now()
  const during = await load(service, boats, ownerKey, backUp(resources, file, dataDir, databaseUrl))
  const seconds = (performance.now() - began) / 1000
  const { size } = await stat(file)

  const stored = `${whole(readings)} readings in a database of ${whole(Number(rows[0]!.bytes) / 1e6)} MB`
  console.log(`${stored}; the archive has ${whole(size / 1e6)} MB, made and checked in ${fixed(seconds, 0)} s`)
  printTable(
    ['ms', 'median', '99 %', 'most', 'requests', 'refused'],
    Object.entries({ alone, 'during the backup': during }).flatMap(([when, { batches, reads, refused }]) =>
      Object.entries({ batch: batches, 'owner reads a vessel': reads }).map(([what, ms]) => [
        `${what}, ${when}`,
        ...[0.5, 0.99, 1].map((share) => fixed(percentile(ms, share), 1)),
        whole(ms.length),
        whole(refused),
      ]),
    ),
  )
  await writeJson(options.json, { options, readings, size, seconds, alone, during })
}

async function backUp(
  resources: AsyncDisposableStack,
  file: string,
  dataDir: string,
  url: string | null,
): Promise<void> {
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir, ...(url && { DATABASE_URL: url }) }
  const command = spawn(process.execPath, [COMMAND, file], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  resources.defer(() => stopProcess(command))
  const [code] = await once(command, 'exit')
  if (code !== 0) throw new Error('there is no backup')
}

interface Waits {
  /** From when each was due, ms. */
  batches: number[]
  reads: number[]
  refused: number
}

/** Requests at even times until the work is done, in an open loop. */
async function load({ port }: Service, boats: Boat[], ownerKey: string, work: Promise<unknown>): Promise<Waits> {
  let isDone = false
  const done = work.finally(() => {
    isDone = true
  })
  const waits: Waits = { batches: [], reads: [], refused: 0 }
  const url = `http://127.0.0.1:${port}/v1`
  const body = (value: number) => JSON.stringify({ readings: [{ metric: 'depth', value }] })
  const send = async (number: number, due: number) => {
    const { key, vesselId } = boats[Math.floor(number / 2) % boats.length]!
    const post = number % 2 === 0
    const answer = await (post
      ? fetch(`${url}/telemetry`, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${key.key}`,
            'content-type': 'application/json',
            'idempotency-key': randomUUID(),
          },
          body: body(number),
        })
      : fetch(`${url}/vessels/${vesselId}`, { headers: { authorization: `Bearer ${ownerKey}` } }))
    await answer.text()
    if (!answer.ok) waits.refused++
    waits[post ? 'batches' : 'reads'].push(performance.now() - due)
  }
  const under: Promise<void>[] = []
  let number = 0
  for (let due = performance.now(); !isDone; due += 1000 / REQUESTS_A_SECOND) {
    await sleep(Math.max(0, due - performance.now()))
    under.push(send(number++, due))
  }
  await Promise.all([done, ...under])
  return waits
}

await runBench(main)
