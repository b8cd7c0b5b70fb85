import type { ChildProcess } from 'node:child_process'
import { programFile, QUICK_START } from '../../scripts/quick-start.ts'
import { outputOf, startProcess } from './resources.ts'

export interface Service {
  child: ChildProcess
  port: number
}

export interface ServiceOptions {
  dataDir: string
  databaseUrl: string | null
  env?: Record<string, string>
  /** Folder for a CPU profile, which is written when it stops. */
  profileDir?: string | undefined
}

const MAIN = programFile('apps/server/src/main.ts')
/** Audits, which look for no figure, set it: scripts/test.ts. */
const isQuick = process.env.TEST_PROGRAMS !== undefined

/**
 * The service as `npm start` runs it, with the settings of production but for those given, and no limit of requests: one client
 * asks for all.
 */
export function spawnService(resources: AsyncDisposableStack, port: number, options: ServiceOptions): ChildProcess {
  const profile = options.profileDir ? ['--cpu-prof', `--cpu-prof-dir=${options.profileDir}`] : []
  return startProcess(resources, process.execPath, [...profile, MAIN], {
    env: {
      PATH: process.env.PATH,
      ...(isQuick && QUICK_START.env),
      DATA_DIR: options.dataDir,
      PORT: String(port),
      RATE_LIMIT_PER_MINUTE: '1000000',
      ...(options.databaseUrl && { DATABASE_URL: options.databaseUrl }),
      ...options.env,
    },
  })
}

/** The same, once it listens. */
export async function startService(resources: AsyncDisposableStack, options: ServiceOptions): Promise<Service> {
  const child = spawnService(resources, 0, options)
  const [, port] = await outputOf(child, /"address":"http:\/\/[^"]+:(\d+)"/)
  return { child, port: Number(port) }
}
