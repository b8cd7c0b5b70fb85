import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import net from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

export interface Program {
  /** All that it has written. */
  output(): string
  /** Ends it, at once. */
  stop(): Promise<void>
}

const OPEN_WITHIN_MS = 60_000

/** Why tests with this program are skipped, or false; in CI there is no reason. */
export const lacks = (program: string, args: string[], debianPackage = program): string | false =>
  process.env.CI || !spawnSync(program, args, { env: withSbin(), stdio: 'ignore' }).error
    ? false
    : `no ${program}: apt-get install ${debianPackage}`

/** Runs a program of this machine until it is stopped, or this process exits; back when `port` is open. */
export async function startProgram(program: string, args: string[], port: number, env = {}): Promise<Program> {
  const child = spawn(program, args, { env: { ...withSbin(), ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  const ended = once(child, 'close')
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  const stop = async () => {
    process.off('exit', kill)
    kill()
    await ended
  }
  let failed: unknown
  ended.catch((error) => {
    failed = error
  })
  for (const until = Date.now() + OPEN_WITHIN_MS; !(await isOpen(port)); await wait(50))
    if (failed) throw failed
    else if (child.exitCode !== null || Date.now() > until) {
      await stop()
      throw new Error(`${program} does not listen on ${port}:\n${output}`)
    }
  return { output: () => output, stop }
}

/** Debian's folder for daemons is not in everybody's PATH. */
const withSbin = () => ({ ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/usr/local/sbin` })

async function isOpen(port: number): Promise<boolean> {
  const socket = net.connect(port, '127.0.0.1')
  return once(socket, 'connect')
    .then(
      () => true,
      () => false,
    )
    .finally(() => socket.destroy())
}

/** A free port that no outgoing connection gets meanwhile, so that a server can end and come back on it. */
export async function lastingPort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000)
    const server = net.createServer().listen(port, '127.0.0.1')
    const free = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    if (!free) continue
    server.close()
    await once(server, 'close')
    return port
  }
}
