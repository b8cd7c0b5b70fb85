import { execFile, execFileSync } from 'node:child_process'
import { appendFile, mkdtemp, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { freePort } from '../../../scripts/free-port.ts'
import { postgresPrograms } from '../../../scripts/postgres.ts'
import { dataDirectory } from '../crash/postgres.ts'
import { startBalancer } from './balancer.ts'

const exec = promisify(execFile)

interface Standby {
  port: number
  url: string
  /** The line between the two breaks: it receives nothing any more. */
  disconnect(): void
  /** It takes over; back when it can be written to. */
  promote(): Promise<void>
}

/**
 * A streaming replica of a server of this machine. `synchronous`: from then on a commit there waits until it is on the replica's
 * disk.
 */
export async function startStandby(
  resources: AsyncDisposableStack,
  primary: string,
  synchronous: boolean,
): Promise<Standby> {
  const programs = postgresPrograms()
  const primaryData = await dataDirectory(primary)
  const { uid, gid } = await stat(primaryData)
  // In the primary's own folder, which belongs to the user that PostgreSQL runs as.
  const data = await mkdtemp(join(dirname(primaryData), 'standby-'))
  const as = { ...(process.getuid?.() === 0 && { uid, gid }), cwd: dirname(primaryData) }
  await rm(data, { recursive: true })
  const port = await freePort()
  let connected = true
  const primaryPort = Number(new URL(primary).port)
  const line = await startBalancer(resources, () => (connected ? [primaryPort] : []))
  const lineUrl = `postgres://postgres@127.0.0.1:${line.port}/postgres`
  await exec(join(programs, 'pg_basebackup'), ['-d', lineUrl, '-D', data, '-R', '-X', 'stream', '-c', 'fast'], as)
  await appendFile(join(data, 'postgresql.conf'), `port = '${port}'\n`)
  const control = (...words: string[]) => exec(join(programs, 'pg_ctl'), [...words, '-D', data, '-s'], as)
  const stopNow = () => {
    try {
      execFileSync(join(programs, 'pg_ctl'), ['stop', '-m', 'immediate', '-D', data, '-s'], { ...as, stdio: 'ignore' })
    } catch {
      // It was not running.
    }
  }
  process.prependOnceListener('exit', stopNow)
  resources.defer(() => {
    process.off('exit', stopNow)
    stopNow()
  })
  await control('start', '-w', '-l', join(dirname(primaryData), 'standby-log'))
  if (synchronous) {
    await query(primary, "alter system set synchronous_standby_names = '*'")
    await query(primary, 'select pg_reload_conf()')
    while (!(await query(primary, "select from pg_stat_replication where sync_state = 'sync'")).rowCount);
  }
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  return {
    port,
    url,
    disconnect() {
      connected = false
      line.cut()
    },
    async promote() {
      await control('promote', '-w')
    },
  }
}

async function query(url: string, text: string) {
  const client = new pg.Client(url)
  await client.connect()
  return client.query(text).finally(() => client.end())
}
