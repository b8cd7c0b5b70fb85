import { spawn } from 'node:child_process'
import { once } from 'node:events'
import net from 'node:net'
import { needProgram, type Program as ProgramName } from '../../scripts/programs.ts'
import { until } from '../../scripts/until.ts'

export interface Program {
  /** All that it has written. */
  output(): string
  /** Ends it, at once. */
  stop(): Promise<void>
}

/** Runs a program of this machine until it is stopped, or this process exits; back when `port` is open. */
export async function startProgram(program: ProgramName, args: string[], port: number, env = {}): Promise<Program> {
  const child = spawn(needProgram(program), args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
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
  await until(() => isOpen(port), `${program}'s port`, child).catch(async (error) => {
    await stop()
    throw new Error(`${error.message}:\n${output}`)
  })
  return { output: () => output, stop }
}

async function isOpen(port: number): Promise<boolean> {
  const socket = net.connect(port, '127.0.0.1')
  return once(socket, 'connect')
    .then(
      () => true,
      () => false,
    )
    .finally(() => socket.destroy())
}
