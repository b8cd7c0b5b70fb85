import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { selfSigned } from './certificate.ts'

// Debian's folder for daemons is not in everybody's PATH.
const MOSQUITTO = ['/usr/sbin/mosquitto', '/usr/local/sbin/mosquitto', '/opt/homebrew/sbin/mosquitto'].find(existsSync)

/** Why tests with a broker are skipped, or false; in CI there is no reason. */
export const noMosquitto = MOSQUITTO || process.env.CI ? false : 'no mosquitto: apt-get install mosquitto'

export interface Broker {
  port: number
  stop(): Promise<void>
  start(): Promise<void>
}

export interface BrokerOptions {
  /** Who may connect; anybody without it. */
  user?: { name: string; password: string }
  /** With a certificate that the broker has signed itself. */
  tls?: boolean
}

/** A Mosquitto of this test's own; it ends with the test. */
export async function startBroker(t: TestContext, { user, tls }: BrokerOptions = {}): Promise<Broker> {
  if (!MOSQUITTO) throw new Error('no mosquitto: apt-get install mosquitto')
  const folder = mkdtempSync(join(tmpdir(), 'binnacle-mosquitto-'))
  const config = join(folder, 'mosquitto.conf')
  const port = await freePort()
  const users = join(folder, 'users')
  if (user) execFileSync('mosquitto_passwd', ['-c', '-b', users, user.name, user.password])
  const access = user ? `allow_anonymous false\npassword_file ${users}` : 'allow_anonymous true'
  const certificate = tls && selfSigned(folder)
  const security = certificate ? `certfile ${certificate.certPath}\nkeyfile ${certificate.keyPath}\n` : ''
  const general = `user ${userInfo().username}\npersistence false\n${access}\n`
  writeFileSync(config, `listener ${port} 127.0.0.1\n${security}${general}`)

  let running: ChildProcess | undefined
  const stop = async () => {
    const process = running
    running = undefined
    if (process?.exitCode !== null || !process.kill()) return
    await once(process, 'exit')
  }
  const start = async () => {
    running = spawn(MOSQUITTO, ['-c', config], { stdio: 'ignore' })
    await untilOpen(port, running)
  }
  t.after(async () => {
    await stop()
    rmSync(folder, { recursive: true })
  })
  await start()
  return { port, start, stop }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

async function untilOpen(port: number, process: ChildProcess): Promise<void> {
  while (process.exitCode === null) {
    const socket = connect(port, '127.0.0.1')
    const open = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (open) return
    await sleep(10)
  }
  throw new Error(`mosquitto ended with ${process.exitCode}`)
}
