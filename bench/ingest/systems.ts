import type { ChildProcess } from 'node:child_process'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { openDatabase } from '../../apps/server/src/db/open-database.ts'
import { lacksCitus, startTemporaryCitus } from '../../scripts/citus.ts'
import { distribute } from '../../scripts/citus-template.ts'
import { startTemporaryPostgres } from '../../scripts/postgres.ts'
import { type Boat, storeBoats } from '../shared/boats.ts'
import { outputOf, startProcess, temporaryFolder } from '../shared/resources.ts'
import { startService } from '../shared/service.ts'
import { influxVersion, startInflux } from './influx.ts'
import type { LoadJob } from './load-job.ts'
import { isVictoriaInstalled, startVictoria } from './victoria.ts'

/** One of the servers that are measured side by side. */
export interface System {
  name: SystemName
  port: number
  format: LoadJob['format']
  version: string | null
  /** The process that answers; paused while another is measured. */
  child: ChildProcess
  /**
   * What its readings take on the disk, with indexes. Null for one that stores nothing, and for InfluxDB and VictoriaMetrics, which go
   * on packing for hours what they have.
   */
  storedBytes(): Promise<number | null>
  /** How many readings it holds; null where that cannot be asked while it runs. */
  storedReadings(): Promise<number | null>
  /** The processes that do its work. */
  processes(): Promise<number[]>
}

/** Those that are measured unless others are asked for, and those that are asked for only. */
export const USUAL_NAMES = ['postgres', 'embedded', 'parse-only', 'influxdb', 'victoriametrics'] as const
export const SYSTEM_NAMES = [...USUAL_NAMES, 'citus'] as const
export type SystemName = (typeof SYSTEM_NAMES)[number]

/** What is to be installed for a system that START has null for. */
export const NEEDS: Partial<Record<SystemName, string>> = {
  influxdb: 'apt-get install influxdb',
  victoriametrics: 'apt-get install victoria-metrics',
  citus: 'docs/citus.md',
}

/** Those that acknowledge before the readings are on the disk. */
export const WITHOUT_SYNC: readonly SystemName[] = ['victoriametrics']

interface SystemOptions {
  boats: Boat[]
  profileDir: string | undefined
}

/**
 * The shortest gap there is, so that an onboard device may send at once again. Everything else is as in production: the key, the
 * repeat, the gap, the meter and a commit that is on the disk.
 */
const ENV = { TELEMETRY_GAP_MS: '1' }

type Start = (resources: AsyncDisposableStack, options: SystemOptions) => Promise<Omit<System, 'name'> | null>

export const START: Record<SystemName, Start> = {
  async postgres(resources, options) {
    const server = await startTemporaryPostgres()
    resources.defer(() => server.stop())
    return overServer(resources, options, server.url)
  },

  /** One coordinator and two workers, all on this machine and each with its own sync of commits. */
  async citus(resources, options) {
    if (lacksCitus()) return null
    const cluster = await startTemporaryCitus()
    resources.defer(() => cluster.stop())
    const { url } = cluster
    await (await openDatabase({ dataDir: temporaryFolder(resources), databaseUrl: url })).close()
    await distribute(url)
    // What is stored, and who works for it, is asked of one server alone.
    return { ...(await overServer(resources, options, url)), storedBytes: unknown, processes: async () => [] }
  },

  async embedded(resources, { boats, profileDir }) {
    const dataDir = temporaryFolder(resources)
    const database = await openDatabase({ dataDir, databaseUrl: null })
    await storeBoats(database, boats)
    await database.close()
    const service = await startService(resources, { dataDir, databaseUrl: null, env: ENV, profileDir })
    const storedBytes = () => sizeOf(join(dataDir, 'db/base'))
    return { ...common(service.child), port: service.port, storedBytes }
  },

  async 'parse-only'(resources) {
    const child = startProcess(resources, process.execPath, [join(import.meta.dirname, 'parse-only.ts')])
    const [, port] = await outputOf(child, /listening on http:\/\/[^"]+:(\d+)/)
    return { ...common(child), port: Number(port) }
  },

  async influxdb(resources) {
    const version = await influxVersion()
    if (!version) return null
    const { child, port } = await startInflux(resources)
    return { ...common(child), port, format: 'line', version }
  },

  async victoriametrics(resources) {
    if (!(await isVictoriaInstalled())) return null
    const { child, port } = await startVictoria(resources)
    return { ...common(child), port, format: 'line' }
  },
}

async function overServer(resources: AsyncDisposableStack, { boats, profileDir }: SystemOptions, databaseUrl: string) {
  const dataDir = temporaryFolder(resources)
  const database = await openDatabase({ dataDir, databaseUrl })
  await storeBoats(database, boats)
  await database.close()
  const service = await startService(resources, { dataDir, databaseUrl, env: ENV, profileDir })
  const client = new pg.Client({ connectionString: databaseUrl })
  // The server may be ended first, by Ctrl-C.
  client.on('error', () => {})
  await client.connect()
  resources.defer(() => client.end())
  const { rows } = await client.query('show server_version')
  return {
    ...service,
    format: 'telemetry' as const,
    version: rows[0].server_version as string,
    async storedBytes() {
      const { rows } = await client.query(
        `select pg_total_relation_size('telemetry_batch') + pg_total_relation_size('telemetry_day') as bytes`,
      )
      return Number(rows[0].bytes)
    },
    async storedReadings() {
      const { rows } = await client.query('select sum(accepted) as readings from telemetry_batch')
      return Number(rows[0].readings)
    },
    async processes() {
      const { rows } = await client.query<{ pid: number }>('select pid from pg_stat_activity')
      return [service.child.pid!, ...rows.map(({ pid }) => pid)]
    },
  }
}

const unknown = async () => null

/** What is the same for a system that is one process. */
const common = (child: ChildProcess) => ({
  child,
  format: 'telemetry' as const,
  version: null,
  storedBytes: unknown,
  storedReadings: unknown,
  processes: async () => [child.pid!],
})

/** Bytes of the files below a folder. What is not there, or is removed meanwhile, counts nothing. */
async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const sizes = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) =>
        stat(join(entry.parentPath, entry.name)).then(
          ({ size }) => size,
          () => 0,
        ),
      ),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}
