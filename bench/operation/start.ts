import { execFile } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs, promisify } from 'node:util'
import { freePort } from '../../scripts/free-port.ts'
import { startTemporaryPostgres } from '../../scripts/postgres.ts'
import { fixed, machineLine, printTable, writeJson } from '../shared/report.ts'
import { runBench, stopProcess, temporaryFolder, untilAnswers } from '../shared/resources.ts'
import { spawnService } from '../shared/service.ts'
import { median } from '../shared/statistics.ts'

/**
 * `npm run bench:start`: from the start of the process until it can serve requests, with an empty database and later, and what
 * it holds in memory when nobody uses it, on both databases.
 */
const { values: options } = parseArgs({
  options: {
    /** Later starts; the median counts. */
    starts: { type: 'string', default: '7' },
    json: { type: 'string' },
  },
})

const IDLE_MS = 10_000
const GOAL_MS = 1000

interface Figures {
  firstMs: number
  laterMs: number[]
  idleBytes: number
}

async function main(resources: AsyncDisposableStack): Promise<void> {
  console.log(machineLine({}))
  const server = await startTemporaryPostgres()
  resources.defer(() => server.stop())
  const figures = {
    embedded: await measure(resources, null),
    postgres: await measure(resources, server.url),
  }
  const rows = Object.entries(figures).map(([database, { firstMs, laterMs, idleBytes }]) => [
    database,
    fixed(firstMs, 0),
    fixed(median(laterMs), 0),
    `${fixed(Math.min(...laterMs), 0)} to ${fixed(Math.max(...laterMs), 0)}`,
    fixed(idleBytes / 2 ** 20, 0),
    median(laterMs) < GOAL_MS ? 'reached' : 'MISSED',
  ])
  printTable(['database', 'first start ms', 'later ms', 'from to', 'idle MiB', `later under ${GOAL_MS} ms`], rows)
  await writeJson(options.json, figures)
}

async function measure(resources: AsyncDisposableStack, databaseUrl: string | null): Promise<Figures> {
  const dataDir = temporaryFolder(resources)
  const start = async () => {
    const port = await freePort()
    const from = performance.now()
    const child = spawnService(resources, port, { dataDir, databaseUrl })
    child.stdout!.resume()
    await untilAnswers(`http://127.0.0.1:${port}/health/ready`, child)
    return { child, ms: performance.now() - from }
  }
  const first = await start()
  await stopProcess(first.child)
  const laterMs: number[] = []
  for (let i = 1; ; i++) {
    const { child, ms } = await start()
    laterMs.push(ms)
    if (i < Number(options.starts)) {
      await stopProcess(child)
      continue
    }
    await sleep(IDLE_MS)
    const idleBytes = await residentBytes(child.pid!)
    await stopProcess(child)
    return { firstMs: first.ms, laterMs, idleBytes }
  }
}

async function residentBytes(pid: number): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)])
  return Number(stdout) * 1024
}

await runBench(main)
