import { execFile } from 'node:child_process'
import { readFile, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import {
  postgresPrograms,
  startTemporaryPostgres,
  type TemporaryPostgres,
  type TemporaryPostgresOptions,
} from '../../../scripts/postgres.ts'

const exec = promisify(execFile)

export interface MortalPostgres extends TemporaryPostgres {
  /** SIGKILL to the server and all its processes at once, as when the machine's memory runs out or its container is killed. */
  kill(): Promise<void>
  /** Starts it again on the same data and port; back when it has recovered. */
  start(): Promise<void>
  /** SIGSTOP to all of them, as when the machine's disk or its host stands still. */
  freeze(): Promise<void>
  /** SIGCONT. */
  thaw(): void
}

/** A PostgreSQL server of its own that can be killed and started again. */
export async function startMortalPostgres(options: TemporaryPostgresOptions = {}): Promise<MortalPostgres> {
  const programs = postgresPrograms()
  const server = await startTemporaryPostgres(options)
  const data = await dataDirectory(server.url)
  const { uid, gid } = await stat(data)
  const as = process.getuid?.() === 0 ? { uid, gid } : {}
  let postmaster = await postmasterOf(data)
  let frozen: number[] = []
  const thaw = () => {
    for (const pid of frozen) signal(pid, 'SIGCONT')
    frozen = []
  }
  // Before it is ended: one that is stopped does not end.
  process.prependOnceListener('exit', thaw)
  return {
    ...server,
    async stop() {
      thaw()
      process.off('exit', thaw)
      await server.stop()
    },
    thaw,
    async freeze() {
      for (const pid of await stopped(postmaster)) {
        signal(pid, 'SIGSTOP')
        frozen.push(pid)
      }
    },
    async kill() {
      const all = await stopped(postmaster)
      for (const pid of all) signal(pid, 'SIGKILL')
      while ((await processes()).some(({ pid }) => all.includes(pid))) await wait(5)
    },
    async start() {
      // Where nothing collects ended processes, their number is still taken and the server would take itself for running.
      const { port } = new URL(server.url)
      for (const lock of [join(data, 'postmaster.pid'), join(dirname(data), `.s.PGSQL.${port}.lock`)])
        await rm(lock, { force: true })
      const log = join(dirname(data), 'log')
      await exec(join(programs, 'pg_ctl'), ['start', '-D', data, '-l', log, '-w', '-s'], { ...as, cwd: dirname(data) })
      postmaster = await postmasterOf(data)
    },
  }
}

/** The server's own process is stopped, so that it starts no other meanwhile; then all of them, with it as the first. */
async function stopped(postmaster: number): Promise<number[]> {
  signal(postmaster, 'SIGSTOP')
  const children = (await processes()).filter(({ parent }) => parent === postmaster)
  return [postmaster, ...children.map(({ pid }) => pid)]
}

const postmasterOf = async (data: string) =>
  Number((await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n')[0])

export async function dataDirectory(url: string): Promise<string> {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query('show data_directory')
  await client.end()
  return rows[0].data_directory
}

interface Process {
  pid: number
  parent: number
}

/** All processes of this machine but those that have ended and wait for their parent to notice. */
async function processes(): Promise<Process[]> {
  const { stdout } = await exec('ps', ['-A', '-o', 'pid=,ppid=,stat='])
  const lines = stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
  return lines
    .filter(([, , state]) => !state?.startsWith('Z'))
    .map(([pid, parent]) => ({ pid: Number(pid), parent: Number(parent) }))
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It has ended by itself.
  }
}
