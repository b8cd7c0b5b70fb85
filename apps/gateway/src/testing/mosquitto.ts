import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { freePort } from '../../../../scripts/free-port.ts'
import { needProgram } from '../../../../scripts/programs.ts'
import { until } from '../../../../scripts/until.ts'
import { selfSigned } from './certificate.ts'

export interface Broker {
  port: number
  stop(): Promise<void>
  start(): Promise<void>
}

export interface BrokerOptions {
  /** Who may connect; anybody without it. */
  user?: { name: string; password: string }
  /** Nobody may publish. */
  readOnly?: boolean
  /** With a certificate that the broker has signed itself. */
  tls?: boolean
}

/** A Mosquitto of this test's own; it ends with the test. */
export async function startBroker(t: TestContext, { user, readOnly, tls }: BrokerOptions = {}): Promise<Broker> {
  const folder = mkdtempSync(join(tmpdir(), 'binnacle-mosquitto-'))
  const config = join(folder, 'mosquitto.conf')
  const port = await freePort()
  const users = join(folder, 'users')
  if (user) execFileSync('mosquitto_passwd', ['-c', '-b', users, user.name, user.password])
  const access = user ? `allow_anonymous false\npassword_file ${users}` : 'allow_anonymous true'
  const rights = join(folder, 'rights')
  if (readOnly) writeFileSync(rights, 'topic read #\n')
  const certificate = tls && selfSigned(folder)
  const security = certificate ? `certfile ${certificate.certPath}\nkeyfile ${certificate.keyPath}\n` : ''
  const general = `user ${userInfo().username}\npersistence false\n${access}\n${readOnly ? `acl_file ${rights}\n` : ''}`
  writeFileSync(config, `listener ${port} 127.0.0.1\n${security}${general}`)

  let running: ChildProcess | undefined
  const stop = async () => {
    const process = running
    running = undefined
    if (process?.exitCode !== null || !process.kill()) return
    await once(process, 'exit')
  }
  const start = async () => {
    running = spawn(needProgram('mosquitto'), ['-c', config], { stdio: 'ignore' })
    await untilOpen(port, running)
  }
  t.after(async () => {
    await stop()
    rmSync(folder, { recursive: true })
  })
  await start()
  return { port, start, stop }
}

async function untilOpen(port: number, process: ChildProcess): Promise<void> {
  const isOpen = () => {
    const socket = connect(port, '127.0.0.1')
    return once(socket, 'connect')
      .then(
        () => true,
        () => false,
      )
      .finally(() => socket.destroy())
  }
  await until(isOpen, "Mosquitto's port", process)
}
