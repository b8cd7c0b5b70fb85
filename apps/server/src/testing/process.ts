import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { after } from 'node:test'
import { programFile, QUICK_START } from '../../../../scripts/quick-start.ts'
import { type Boat, insertBoats } from './accounts/boats.ts'
import { openTestDatabase, type TestDatabase } from './database.ts'

const ROOT = join(import.meta.dirname, '../../../..')
const MAIN = 'apps/server/src/main.ts'
const READY_WITHIN_MS = 300_000

/** Settings with which a process kills itself before a statement, see kill-before.ts. */
export const killBefore = (...statements: string[]): Record<string, string> => ({
  NODE_OPTIONS: `--import ${new URL('./kill-before.ts', import.meta.url).href}`,
  KILL_BEFORE: statements.join('\n'),
})

/** Settings with which a process says how long it computes in one go, see long-turns.ts. */
export const LONG_TURNS = { NODE_OPTIONS: `--import ${new URL('./long-turns.ts', import.meta.url).href}` }

/** How a process ended. */
export interface Ended {
  code: number | null
  signal: NodeJS.Signals | null
}

interface LaunchedService {
  pid: number
  /** Where it listens, such as http://127.0.0.1:41234, when it says so; fails when it ends instead. */
  ready: Promise<string>
  /** Resolves when it has ended, for whatever reason. */
  ended: Promise<Ended>
  /** All that it has written to standard output and standard error. */
  output(): string
  /** SIGTERM. */
  stop(): Promise<Ended>
  /** SIGKILL. */
  kill(): Promise<Ended>
}

export interface ServiceProcess extends LaunchedService {
  url: string
}

const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/**
 * Starts the service as a process of its own, as `npm start` does, and is back at once. Its settings are `env` and no others; any
 * free port and open sign-up unless it says otherwise. It is killed when this process exits.
 */
export function launchService(env: Record<string, string>): LaunchedService {
  // Hooks of the audit of faults import modules of this checkout; a bundle would have its own copies.
  const main = env.NODE_OPTIONS?.includes('bench/audits/faults/hooks/') ? join(ROOT, MAIN) : programFile(MAIN)
  const child = spawn(process.execPath, [...QUICK_START.flags, main], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, ...QUICK_START.env, PORT: '0', SIGNUPS: 'open', ...env },
  })
  running.add(child)
  let output = ''
  let address: string | undefined
  const { promise: ready, resolve, reject } = Promise.withResolvers<string>()
  ready.catch(() => {})
  const late = setTimeout(() => reject(new Error(`the service is not ready:\n${output}`)), READY_WITHIN_MS)
  ready.finally(() => clearTimeout(late)).catch(() => {})
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
      address ??= /"address":"([^"]+)".*"msg":"ready"/.exec(output)?.[1]
      if (address) resolve(address)
    })
  // 'close' comes when all of its output has been read.
  const ended = once(child, 'close').then(([code, signal]): Ended => {
    running.delete(child)
    reject(new Error(`the service ended (${signal ?? code}):\n${output}`))
    return { code, signal }
  })
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal)
    return ended
  }
  return {
    pid: child.pid!,
    ready,
    ended,
    output: () => output,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  }
}

/** As launchService, and waits until it is ready. */
export async function startProcess(env: Record<string, string>): Promise<ServiceProcess> {
  const launched = launchService(env)
  try {
    return { ...launched, url: await launched.ready }
  } catch (error) {
    await launched.kill()
    throw error
  }
}

export interface TestProcess {
  service: ServiceProcess
  boats: Boat[]
  /** Its database; on the embedded one it is closed, since a DATA_DIR serves one process. */
  test: TestDatabase
  /** What a further process needs to run on the same database, on the embedded one after this has ended. */
  env: Record<string, string>
}

/** A service process with a database of its own that holds some boats. Both are gone after the test file. */
export async function startTestProcess(env: Record<string, string> = {}, boatCount = 1): Promise<TestProcess> {
  const test = await openTestDatabase()
  const boats = await insertBoats(test.database.db, boatCount)
  if (test.database.kind === 'embedded') await test.database.close()
  const all = { DATA_DIR: test.dataDir, ...(test.url && { DATABASE_URL: test.url }), ...env }
  const service = await startProcess(all)
  after(async () => {
    await service.kill()
    await test.drop()
  })
  return { service, boats, test, env: all }
}
