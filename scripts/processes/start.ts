import { type ChildProcess, spawn } from 'node:child_process'
import { MARK, ProcessGroup } from './group.ts'
import { END_OF_FILE } from './inside/end-of-file.ts'
import { Progress } from './progress.ts'

export interface Started {
  child: ChildProcess
  group: ProcessGroup
  progress: Progress
  /** All that was written since it was last taken. */
  takeOutput(): string
  /** All output of the next file of tests that ends has been read. */
  endOfFile(): Promise<void>
  /** Why it ended; null: it ended well. */
  exited: Promise<string | null>
  /** It has ended, and all of its output was read. */
  closed: Promise<void>
}

const running = new Set<ProcessGroup>()
let lastId = 0

/** Ends every process that runs, with all that it started. */
export function endAll(): void {
  for (const group of running) group.end()
}

/** Starts a program in a process group of its own, so that all of it can be ended. */
export function start(command: string[], env: Record<string, string>, ...more: 'ipc'[]): Started {
  const mark = `${process.pid}-${++lastId}`
  const [program, ...args] = command
  const child = spawn(program!, args, {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe', ...more],
    env: { ...process.env, ...env, [MARK]: mark },
  })
  let output = ''
  let ends = 0
  let ended = Promise.withResolvers<void>()
  for (const stream of [child.stdout!, child.stderr!])
    stream.setEncoding('utf8').on('data', (text: string) => {
      const parts = text.split(END_OF_FILE)
      output += parts.join('')
      // One on each stream.
      ends += parts.length - 1
      if (ends < 2) return
      ends = 0
      ended.resolve()
      ended = Promise.withResolvers()
    })
  const progress = new Progress()
  ;(child.stdio[3] as NodeJS.ReadableStream).setEncoding('utf8').on('data', (text: string) => progress.read(text))
  // Without a program to start there is no process: no group has its number.
  const group = new ProcessGroup(mark, child.pid ?? Number.MAX_SAFE_INTEGER)
  running.add(group)
  const exited = Promise.withResolvers<string | null>()
  child.once('error', (error) => exited.resolve(error.message))
  child.once('exit', (code, signal) => exited.resolve(code === 0 ? null : `ended with ${signal ?? code}`))
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()).once('error', () => resolve()))
  closed.then(() => running.delete(group))
  const takeOutput = () => {
    const taken = output
    output = ''
    return taken
  }
  return { child, group, progress, takeOutput, endOfFile: () => ended.promise, exited: exited.promise, closed }
}
