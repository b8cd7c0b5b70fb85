import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Runs a benchmark and leaves nothing behind, neither processes nor folders, however it ends. */
export async function runBench(bench: (resources: AsyncDisposableStack) => Promise<void>): Promise<void> {
  const resources = new AsyncDisposableStack()
  let stopping = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      stopping = true
      resources.disposeAsync().finally(() => process.exit(130))
    })
  try {
    await bench(resources)
  } catch (error) {
    // What fails because its processes are being ended needs no telling.
    if (stopping) return
    console.error(error)
    process.exitCode = 1
  } finally {
    if (!stopping) await resources.disposeAsync()
  }
}

export function temporaryFolder(resources: AsyncDisposableStack, parent = tmpdir()): string {
  const folder = mkdtempSync(join(parent, 'binnacle-bench-'))
  resources.defer(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Starts what ends with the benchmark, also when that ends before it has started. */
export function startUntilEnd<T>(
  resources: AsyncDisposableStack,
  start: () => Promise<T>,
  stop: (started: T) => Promise<void>,
): Promise<T> {
  let starting: Promise<T> | undefined
  // First: it throws, and nothing is started, once the benchmark ends.
  resources.defer(() => starting?.then(stop, () => {}))
  starting = start()
  return starting
}

/** A child process that ends with the benchmark. */
export function startProcess(
  resources: AsyncDisposableStack,
  command: string,
  args: string[],
  options: SpawnOptions = {},
): ChildProcess {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'], ...options })
  child.once('error', (error) => console.error(`${command}: ${error.message}`))
  resources.defer(() => stopProcess(child))
  return child
}

const STOP_WITHIN_MS = 15_000

/** Asks it to end, and ends it when it does not. */
export async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGCONT')
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS)
  await ended
  clearTimeout(timer)
}

/** The first line of the child's output that matches; fails when it ends before. */
export function outputOf(child: ChildProcess, pattern: RegExp): Promise<RegExpExecArray> {
  return new Promise((resolve, reject) => {
    let text = ''
    child.stdout!.on('data', (chunk: Buffer) => {
      if (text === '-') return
      text += chunk.toString()
      const match = pattern.exec(text)
      if (!match) return
      text = '-'
      resolve(match)
    })
    child.once('exit', (code) => reject(new Error(`a process of the benchmark ended early, with code ${code}`)))
  })
}

/** Asks the address until it answers with success, however busy the machine is; fails when the process ends before. */
export async function untilAnswers(url: string, from: ChildProcess): Promise<void> {
  while (from.exitCode === null && from.signalCode === null) {
    // fetch costs more than a start on a small machine can spare: it is only used once somebody listens.
    if ((await listens(Number(new URL(url).port))) && (await answers(url))) return
    await sleep(5)
  }
  throw new Error(`${url} did not answer: the process ended with ${from.exitCode ?? from.signalCode}`)
}

const listens = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    }).once('error', () => resolve(false))
  })

const answers = (url: string) =>
  fetch(url).then(
    async (response) => {
      await response.body?.cancel()
      return response.ok
    },
    () => false,
  )
