import { execFile, execFileSync } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { freePort, isFree } from './free-port.ts'
import { findProgram, lacks, skipUnless } from './programs.ts'
import { spreadFolders } from './spread-folders.ts'

const exec = promisify(execFile)

const TOOL = join(import.meta.dirname, '../../shared/tools/citus/cluster')
/** The coordinator, and two workers on the ports after its own. */
const SERVERS = 3
/** What the tool's Citus was built for: an older server lacks functions that it calls. */
const SERVER_VERSION = '15.20'

/** For a test's `skip`: why there can be no cluster. In CI it throws where only the server is wrong. */
export function lacksCitus(): string | false {
  if (!existsSync(TOOL)) return `Citus is not on this machine: there is no ${TOOL}`
  return (
    lacks('initdb') ||
    skipUnless(hasServer(), `Citus needs PostgreSQL ${SERVER_VERSION}: apt-get install postgresql-15`)
  )
}

function hasServer(): boolean {
  const program = '/usr/lib/postgresql/15/bin/postgres'
  if (!existsSync(program)) return false
  const [, version] = /PostgreSQL\) (\S+)/.exec(execFileSync(program, ['--version'], { encoding: 'utf8' })) ?? []
  return version!.localeCompare(SERVER_VERSION, 'en', { numeric: true }) >= 0
}

export interface TemporaryCitus {
  /** Of its database `binnacle`, which has the extension and both workers, and no table. */
  url: string
  /** The same of each worker. */
  workers: string[]
  /** Another database of the same cluster, as empty. */
  addDatabase(name: string): Promise<string>
  stop(): Promise<void>
}

/** A Citus cluster of its own on 127.0.0.1 in a temporary folder. Without fsync commits are not synced to the disk, for tests. */
export async function startTemporaryCitus({ fsync = true } = {}): Promise<TemporaryCitus> {
  const folder = await mkdtemp(join(tmpdir(), 'binnacle-citus-'))
  await chmod(folder, 0o755)
  const cluster = join(folder, 'cluster')
  const onExit = () => {
    execFileSync(TOOL, ['stop', cluster], { stdio: 'ignore' })
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  // First of all: who made the folder around it may delete that at its exit.
  process.prependOnceListener('exit', onExit)
  const port = await freePorts(SERVERS)
  const { stdout } = await exec(TOOL, ['start', cluster], { env: { ...process.env, CITUS_PORT: String(port) } })
  for (let node = 0; node < SERVERS; node++) await spreadFolders(join(cluster, String(node), 'base'))
  const url = new URL(stdout.trim())
  const workers = Array.from({ length: SERVERS - 1 }, (_none, worker) => {
    const of = new URL(url)
    of.port = String(port + 1 + worker)
    return of.href
  })
  for (const node of fsync ? [] : [url.href, ...workers]) {
    await run(node, 'alter system set fsync = off')
    await run(node, 'select pg_reload_conf()')
  }
  return {
    url: url.href,
    workers,
    addDatabase: (name) => addClusterDatabase([url.href, ...workers], name),
    async stop() {
      await exec(TOOL, ['stop', cluster])
      await rm(folder, { recursive: true, force: true })
      process.off('exit', onExit)
    },
  }
}

/**
 * An empty database of a cluster, on every node and with the extension, as the tool makes its own. The coordinator is the first
 * node.
 */
export async function addClusterDatabase(nodes: string[], name: string): Promise<string> {
  const urls = nodes.map((node) => new URL(`/${name}`, node))
  for (const [i, node] of nodes.entries()) {
    await run(node, `create database ${name}`)
    await run(urls[i]!.href, 'create extension citus')
  }
  const [coordinator, ...workers] = urls
  await run(coordinator!.href, `select citus_set_coordinator_host('127.0.0.1', ${coordinator!.port})`)
  for (const { port } of workers) await run(coordinator!.href, `select citus_add_node('127.0.0.1', ${port})`)
  return coordinator!.href
}

async function run(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** The first of so many free ports in a row. */
async function freePorts(count: number): Promise<number> {
  for (;;) {
    const first = await freePort()
    const free = await Promise.all(Array.from({ length: count - 1 }, (_none, more) => isFree(first + 1 + more)))
    if (free.every(Boolean)) return first
  }
}

/** For .ci/run: the Debian package to upgrade, if any. */
if (import.meta.main && existsSync(TOOL) && findProgram('initdb') && !hasServer()) console.log('postgresql-15')
