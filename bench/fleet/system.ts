import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { openDatabase } from '../../apps/server/src/db/open-database.ts'
import { figuresOf } from '../../apps/server/src/testing/figures.ts'
import { freePort } from '../../scripts/free-port.ts'
import { startTemporaryPostgres } from '../../scripts/postgres.ts'
import { startProcess, temporaryFolder } from '../shared/resources.ts'
import { vacuumAndCheckpoint } from '../shared/seed.ts'
import { type Service, startService } from '../shared/service.ts'
import { machineSeconds, type Usage, usageOf } from '../shared/usage.ts'
import { type FleetBoat, limitReadings, storeFleet, storeHistory, storePendingHours } from './boats.ts'

interface FleetSystemOptions {
  boats: number
  processes: number
  /** Boats of which an hour waits to be rolled up. */
  pending: number
  /** Days of readings that each boat has already. */
  history: number
  /** The owners' limit for readings, days; 0: none. */
  keepDays: number
  /** Lines of postgresql.conf. */
  settings: Record<string, string>
  profileDir: string | undefined
}

export interface FleetSystem {
  boats: FleetBoat[]
  ports: number[]
  version: string
  client: pg.Client
  /** What each part has used by now. */
  sample(): Promise<Sample>
}

export interface Sample {
  at: number
  parts: Record<'service' | 'postgres' | 'redis', Usage>
  machineSeconds: number
  /** Tables, indexes and TOAST of the readings. */
  storedBytes: number
  walBytes: number
  readings: number
  rolledUpDays: number
  /** By retention. */
  deletedReadings: number
  /** Numbers of transactions that were used. */
  transactions: number
  statements: number
  statementRequests: number
}

const SECRET = 'a secret of the bench, of no use elsewhere'

/** PostgreSQL with that many boats, Redis where it is installed, and so many processes of the service. */
export async function startFleetSystem(
  resources: AsyncDisposableStack,
  options: FleetSystemOptions,
): Promise<FleetSystem> {
  const server = await startTemporaryPostgres({ settings: options.settings })
  resources.defer(() => server.stop())
  const dataDir = temporaryFolder(resources)
  const database = await openDatabase({ dataDir, databaseUrl: server.url })
  const boats = await storeFleet(database, options.boats, SECRET)
  if (options.history > 0) await storeHistory(database, boats, options.history)
  if (options.keepDays > 0) await limitReadings(database, options.keepDays)
  await storePendingHours(database, boats.slice(0, options.pending))
  await vacuumAndCheckpoint(database)
  await database.close()
  const client = new pg.Client({ connectionString: server.url })
  // The server may be ended first, by Ctrl-C.
  client.on('error', () => {})
  await client.connect()
  resources.defer(() => client.end())
  const { rows } = await client.query("select current_setting('server_version') as version, current_setting('data_directory') as folder") // biome-ignore format: one line
  const postmaster = Number((await readFile(join(rows[0].folder, 'postmaster.pid'), 'utf8')).split('\n')[0])

  const redis = await startRedis(resources)
  const env = { SECRET_KEY: SECRET, ...(redis && { REDIS_URL: redis.url }) }
  const services: Service[] = []
  for (let i = 0; i < options.processes; i++) {
    const { profileDir } = options
    services.push(await startService(resources, { dataDir, databaseUrl: server.url, env, profileDir }))
  }
  const ports = services.map(({ port }) => port)
  return {
    boats,
    ports,
    version: rows[0].version,
    client,
    async sample() {
      const of = services.map(({ child }) => usageOf(child.pid!))
      const figures = await Promise.all(ports.map((port) => figuresOf(`http://127.0.0.1:${port}`)))
      const total = (name: string) => figures.reduce((sum, figure) => sum + figure(name), 0)
      return {
        at: performance.now(),
        parts: {
          service: sum(await Promise.all(of)),
          postgres: await usageOf(postmaster),
          redis: redis ? await usageOf(redis.pid) : sum([]),
        },
        machineSeconds: await machineSeconds(),
        ...(await databaseSample(client)),
        readings: total('binnacle_readings_stored_total'),
        rolledUpDays: total('binnacle_rollup_days_total'),
        deletedReadings: total('binnacle_readings_deleted_total'),
        statements: total('binnacle_ingest_statement_requests_count'),
        statementRequests: total('binnacle_ingest_statement_requests_sum'),
      }
    },
  }
}

const sum = (usages: Usage[]): Usage => ({
  cpuSeconds: usages.reduce((total, { cpuSeconds }) => total + cpuSeconds, 0),
  memoryBytes: usages.reduce((total, { memoryBytes }) => total + memoryBytes, 0),
})

async function startRedis(resources: AsyncDisposableStack): Promise<{ url: string; pid: number } | null> {
  const port = await freePort()
  const settings = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
  const child = startProcess(resources, 'redis-server', settings, { cwd: temporaryFolder(resources), stdio: 'ignore' })
  const there = await Promise.race([once(child, 'spawn').then(() => true), once(child, 'error').then(() => false)])
  return there ? { url: `redis://127.0.0.1:${port}`, pid: child.pid! } : null
}

async function databaseSample(client: pg.Client) {
  const { rows } = await client.query(
    `select (select sum(pg_total_relation_size(t))::bigint from unnest('{telemetry_batch,telemetry_answered,telemetry_day,telemetry_pending_rollup,telemetry_rollup,telemetry_latest}'::regclass[]) t) as stored,
      pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint as wal, pg_snapshot_xmax(pg_current_snapshot()) as next`,
  )
  return {
    storedBytes: Number(rows[0].stored),
    walBytes: Number(rows[0].wal),
    transactions: Number(rows[0].next),
  }
}
