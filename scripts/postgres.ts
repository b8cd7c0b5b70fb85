import { type ChildProcess, execFile, execFileSync } from 'node:child_process'
import { realpathSync, rmSync } from 'node:fs'
import { appendFile, chown, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from './free-port.ts'
import { needProgram } from './programs.ts'
import { spreadFolders } from './spread-folders.ts'

const exec = promisify(execFile)

export interface TemporaryPostgres {
  /** Of its database `postgres`, as the superuser, without a password. */
  url: string
  /** Ends the server at once and removes its folder. It is also done when this process exits. */
  stop(): Promise<void>
}

export interface TemporaryPostgresOptions {
  /** false: commits are not synced to the disk, for tests. */
  fsync?: boolean
  maxConnections?: number
  /** Lines of postgresql.conf. */
  settings?: Record<string, string>
  /** Where its folder is made; else where temporary files are. */
  parent?: string
}

/** The folder of this machine's newest PostgreSQL server programs. Throws when there are none. */
export const postgresPrograms = (): string => dirname(realpathSync(needProgram('initdb')))

/** PostgreSQL refuses to run as root: then it runs as the user that its package made. */
async function serverUser(): Promise<{ uid?: number; gid?: number }> {
  if (process.getuid?.() !== 0) return {}
  const [uid, gid] = await Promise.all(
    ['-u', '-g'].map(async (of) => Number((await exec('id', [of, 'postgres'])).stdout)),
  )
  return { uid, gid }
}

/** A PostgreSQL server of its own on 127.0.0.1, with the package's default settings, in a temporary folder. */
export async function startTemporaryPostgres(options: TemporaryPostgresOptions = {}): Promise<TemporaryPostgres> {
  const programs = postgresPrograms()
  const folder = await mkdtemp(join(options.parent ?? tmpdir(), 'binnacle-pg-'))
  const user = await serverUser()
  if (user.uid !== undefined) await chown(folder, user.uid, user.gid!)
  const data = join(folder, 'data')
  const log = join(folder, 'log')
  const as = { ...user, cwd: folder }
  const stopArguments = ['stop', '-D', data, '-m', 'immediate', '-s']
  let running: ChildProcess | undefined
  const run = (program: string, args: string[]) => {
    const done = exec(join(programs, program), args, as)
    running = done.child
    return done
  }
  const onExit = () => {
    running?.kill('SIGKILL')
    try {
      execFileSync(join(programs, 'pg_ctl'), stopArguments, { ...as, stdio: 'ignore' })
    } catch {
      // It was not running.
    }
    // Retries, since what an unfinished initdb started still writes for a moment.
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  // First of all: who made the folder around it may delete that at its exit.
  process.prependOnceListener('exit', onExit)
  try {
    const cluster = ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync']
    await run('initdb', cluster)
    await spreadFolders(join(data, 'base'))
    const port = await freePort()
    const settings = {
      port: String(port),
      listen_addresses: '127.0.0.1',
      unix_socket_directories: folder,
      max_connections: String(options.maxConnections ?? 100),
      fsync: options.fsync === false ? 'off' : 'on',
      ...options.settings,
    }
    const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'\n`)
    await appendFile(join(data, 'postgresql.conf'), lines.join(''))
    await run('pg_ctl', ['start', '-D', data, '-l', log, '-w', '-s']).catch(async (error) => {
      throw new Error(`PostgreSQL did not start:\n${await readFile(log, 'utf8').catch(() => '')}`, { cause: error })
    })
    return {
      url: `postgres://postgres@127.0.0.1:${port}/postgres`,
      async stop() {
        // One that has ended already has nothing to stop.
        await run('pg_ctl', stopArguments).catch(() => {})
        await rm(folder, { recursive: true, force: true })
        process.off('exit', onExit)
      },
    }
  } catch (error) {
    process.off('exit', onExit)
    onExit()
    throw error
  }
}
