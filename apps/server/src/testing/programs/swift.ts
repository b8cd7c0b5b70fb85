import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '../../../../../scripts/free-port.ts'
import { until } from '../../../../../scripts/until.ts'

/** A server that speaks S3, on 127.0.0.1, and what signs in there. */
export interface S3Server {
  endpoint: string
  accessKeyId: string
  secretAccessKey: string
  /** Makes an object old; null for a server that does not let us. */
  age: ((key: string, at: Date) => Promise<void>) | null
  stop(): Promise<void>
}

const exec = promisify(execFile)

const SERVERS = ['account', 'container', 'object', 'proxy'] as const
type Server = (typeof SERVERS)[number]

/**
 * OpenStack Swift with its s3api, as Debian has it: an S3 server that people run, on 127.0.0.1 with one copy of everything in a
 * temporary folder. Its processes end with this one.
 */
export async function startSwift(): Promise<S3Server> {
  const folder = await mkdtemp(join(tmpdir(), 'binnacle-swift-'))
  const running: ChildProcess[] = []
  const onExit = () => {
    for (const child of running) child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  process.once('exit', onExit)
  try {
    await mkdir(join(folder, 'devices/d1'), { recursive: true })
    const ports = await Promise.all(SERVERS.map(freePort))
    const settings = SERVERS.map((server, place) => ({ server, port: ports[place]! }))
    await Promise.all(
      settings.map(async ({ server, port }) => {
        await writeFile(join(folder, `${server}.conf`), settingsOf(server, port, folder))
        if (server !== 'proxy') await makeRing(server, port, folder)
      }),
    )
    let output = ''
    for (const server of SERVERS) {
      const child = spawn(`/usr/bin/swift-${server}-server`, [join(folder, `${server}.conf`), '-v'], { cwd: folder })
      running.push(child)
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
    }
    await untilAnswered(ports, () => running.every(({ exitCode }) => exitCode === null)).catch((error: Error) => {
      throw new Error(`${error.message}:\n${output}`)
    })
    return {
      endpoint: `http://127.0.0.1:${ports.at(-1)}`,
      accessKeyId: 'test:tester',
      secretAccessKey: 'testing',
      age: null,
      async stop() {
        await Promise.all(running.map(ended))
        await rm(folder, { recursive: true, force: true, maxRetries: 5 })
        process.off('exit', onExit)
      },
    }
  } catch (error) {
    process.off('exit', onExit)
    onExit()
    throw error
  }
}

const settingsOf = (server: Server, port: number, folder: string): string => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
user = ${userInfo().username}
swift_dir = ${folder}
devices = ${folder}/devices
mount_check = false
disable_fallocate = true
log_address = /nonexistent
log_level = ERROR
[pipeline:main]
pipeline = ${server === 'proxy' ? 'catch_errors cache s3api tempauth' : ''} ${server}-server
[app:${server}-server]
use = egg:swift#${server}
${PATIENCE}
${server === 'proxy' ? PROXY : ''}`

/**
 * Its servers wait for each other for seconds at most: what an object's server cannot tell the container's in time is left to a
 * program that does not run here, and the object would stay out of every list.
 */
const PATIENCE = ['conn_timeout', 'node_timeout', 'container_update_timeout'].map((name) => `${name} = 60`).join('\n')

/** Its sign-in wants to be told of a memcached, and works without one. */
const PROXY = `account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:9
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = testing .admin
`

/** Where a kind of data is kept: one copy, on one device. */
async function makeRing(server: Server, port: number, folder: string): Promise<void> {
  const ring = join(folder, `${server}.builder`)
  for (const step of [['create', '4', '1', '0'], ['add', `r1z1-127.0.0.1:${port}/d1`, '1'], ['rebalance']])
    await exec('/usr/bin/swift-ring-builder', [ring, ...step])
}

/** Waits until each of them answers HTTP; an error answer is one, too. */
async function untilAnswered(ports: number[], alive: () => boolean): Promise<void> {
  for (const port of ports) {
    const answers = () => fetch(`http://127.0.0.1:${port}/`).then((response) => response.arrayBuffer())
    await until<unknown>(() => !alive() || answers().catch(() => null), "Swift's answer")
    if (!alive()) throw new Error('Swift has ended')
  }
}

function ended(child: ChildProcess): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  child.once('exit', () => resolve())
  child.kill('SIGKILL')
  return promise
}
