import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { lineSplitter } from './lines.ts'
import type { Attempt } from './reconnect.ts'

interface CommandOptions {
  command: string
  args: readonly string[]
}

const PACKAGE_OF: Record<string, string> = { candump: 'can-utils' }

/** What a program writes to its standard output. It has nothing to lose, and is killed to end it. */
export const command =
  ({ command, args }: CommandOptions): Attempt =>
  (events) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    const line = [command, ...args].join(' ')
    let complaint = ''
    child.stderr.on(
      'data',
      lineSplitter((text) => (complaint = text)),
    )
    child.stdout.on('data', events.data)
    child
      .on('spawn', () => events.up(`${line} is running`))
      .on('error', (error: NodeJS.ErrnoException) => events.down(`${line}: ${problem(command, error)}`))
      .on('close', (code, signal) => events.down(`${line} ended: ${complaint || (signal ?? `exit code ${code}`)}`))
    return {
      close: async () => {
        if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
        child.kill('SIGKILL')
        await once(child, 'exit')
      },
    }
  }

function problem(command: string, error: NodeJS.ErrnoException): string {
  if (error.code !== 'ENOENT') return error.message
  const hint = PACKAGE_OF[command]
  return `not installed${hint ? ` (Debian, Raspberry Pi OS: sudo apt install ${hint})` : ''}`
}
