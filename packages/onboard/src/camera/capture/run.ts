import { type ChildProcess, spawn } from 'node:child_process'

interface RunOptions {
  /** The program is asked to end after this, ms. */
  timeoutMs: number
  /** Whatever is left of it is killed so much later, ms; GRACE_MS unless given. */
  graceMs?: number
  /** It is killed when it writes more than this to standard output. */
  maxBytes: number
  input?: Buffer
  signal?: AbortSignal
}

/** How a program ended. */
export interface Ran {
  /** Null when a signal ended it. */
  code: number | null
  stdout: Buffer
  /** The end of what it said on standard error. */
  stderr: string
  /** Why we ended it; null when it ended by itself. */
  cut: 'time' | 'size' | 'stopped' | null
}

const GRACE_MS = 2_000
const STDERR_KEPT = 4096

/** Killed when our own program ends. */
const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of running) killGroup(child, 'SIGKILL')
})

/**
 * Runs a program in a process group of its own and leaves nothing of it behind: past its time the group gets SIGTERM, after
 * the grace time SIGKILL; what the program left running in its group gets SIGKILL when it ends. Whatever happens, it is back
 * two grace times after its time. Rejects with the error of spawn (ENOENT where the program is not installed).
 */
export function run(program: string, args: readonly string[], options: RunOptions): Promise<Ran> {
  const { timeoutMs, graceMs = GRACE_MS, maxBytes, input, signal } = options
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { detached: true, stdio: ['pipe', 'pipe', 'pipe'] })
    running.add(child)
    const stdout: Buffer[] = []
    let bytes = 0
    let stderr = ''
    let cut: Ran['cut'] = null
    const timers: NodeJS.Timeout[] = []
    const later = (ms: number, action: () => void) => timers.push(setTimeout(action, ms))

    const over = () => {
      running.delete(child)
      for (const timer of timers) clearTimeout(timer)
      signal?.removeEventListener('abort', stop)
    }
    const done = () => {
      over()
      child.stdout.destroy()
      child.stderr.destroy()
      resolve({ code: child.exitCode, stdout: Buffer.concat(stdout), stderr, cut })
    }
    const kill = () => {
      killGroup(child, 'SIGKILL')
      // 'close' may never come: a device driver can hold the program, and a stranger its output.
      later(graceMs, done)
    }
    const end = (why: 'time' | 'size' | 'stopped') => {
      if (cut) return
      cut = why
      killGroup(child, 'SIGTERM')
      later(graceMs, kill)
    }
    const stop = () => end('stopped')

    later(timeoutMs, () => end('time'))
    signal?.addEventListener('abort', stop, { once: true })
    if (signal?.aborted) stop()
    child.stdout.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > maxBytes) end('size')
      else stdout.push(chunk)
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr = (stderr + text).slice(-STDERR_KEPT)
    })
    // A program that ends before it has read its input closes the pipe.
    child.stdin.on('error', () => {})
    child.stdin.end(input)
    child.once('error', (error) => {
      over()
      reject(error)
    })
    child.once('exit', kill)
    child.once('close', done)
  })
}

function killGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, signal)
  } catch {
    // It is gone, or the system has no process groups.
    child.kill(signal)
  }
}

/** Whether run failed because there is no such program. */
export const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT'
