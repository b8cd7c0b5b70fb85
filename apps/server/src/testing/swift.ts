import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { S3Server } from './s3.ts'

const exec = promisify(execFile)

const SERVERS = ['account', 'container', 'object', 'proxy'] as const
type Server = (typeof SERVERS)[number]

const programs = ['swift-ring-builder', ...SERVERS.map((server) => `swift-${server}-server`)]

/** Why there is no Swift on this machine; false when there is. In CI it is an error to have none. */
export const noSwift: string | false = programs.every((name) => existsSync(`/usr/bin/${name}`))
  ? false
  : 'OpenStack Swift is not installed (Debian: apt-get install swift-proxy swift-account swift-container swift-object)'
if (noSwift && process.env.CI) throw new Error(noSwift)

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
    const ports = await freePorts(SERVERS.length)
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
    await until(ports, () => running.every(({ exitCode }) => exitCode === null)).catch((error: Error) => {
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
${server === 'proxy' ? PROXY : ''}`

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

async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer())
  return Promise.all(
    servers.map(async (server) => {
      const listening = Promise.withResolvers<void>()
      server.once('error', listening.reject).listen(0, '127.0.0.1', listening.resolve)
      await listening.promise
      return server
    }),
  ).then((all) =>
    Promise.all(
      all.map(async (server) => {
        const { port } = server.address() as { port: number }
        await new Promise((done) => server.close(done))
        return port
      }),
    ),
  )
}

const READY_WITHIN_MS = 120_000

/** Waits until each of them answers HTTP; an error answer is one, too. */
async function until(ports: number[], alive: () => boolean): Promise<void> {
  const last = Date.now() + READY_WITHIN_MS
  for (const port of ports) {
    const answers = () => fetch(`http://127.0.0.1:${port}/`).then((response) => response.arrayBuffer())
    while (!(await answers().catch(() => null))) {
      if (!alive() || Date.now() > last) throw new Error('Swift does not start')
      await setTimeout(100)
    }
  }
}

function ended(child: ChildProcess): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  child.once('exit', () => resolve())
  child.kill('SIGKILL')
  return promise
}
