import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from './free-port.ts'
import { needProgram } from './programs.ts'

export interface TemporaryRedis {
  /** redis://127.0.0.1:41234, with the password where it has one. */
  url: string
  port: number
  /** Starts it again on its port, empty; it may want another password from now on. */
  start(password?: string): Promise<void>
  /** SIGKILL: its port refuses. */
  kill(): Promise<void>
  /** SIGSTOP: it takes connections and answers nothing. */
  pause(): void
  /** SIGCONT. */
  resume(): void
  /** Runs a command on it, such as 'config', 'set', 'maxmemory', '1'; gives what redis-cli says. */
  command(...words: string[]): Promise<string>
  /** Ends it and removes its folder. It is also done when this process exits. */
  stop(): Promise<void>
}

const START_TRIES = 5

/** A Redis server of its own on 127.0.0.1, which keeps nothing on the disk. */
export async function startTemporaryRedis(options: { password?: string } = {}): Promise<TemporaryRedis> {
  const program = needProgram('redis-server')
  const folder = mkdtempSync(join(tmpdir(), 'binnacle-redis-'))
  let server: ChildProcess | undefined
  const onExit = () => {
    server?.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
  process.once('exit', onExit)

  let { password } = options
  const startOn = async (port: number) => {
    server = await run(program, folder, port, password)
  }
  /** Between finding a port and using it another program may have taken it. */
  const startSomewhere = async (tries: number): Promise<number> => {
    const port = await freePort()
    return startOn(port).then(
      () => port,
      (error) => (tries > 1 ? startSomewhere(tries - 1) : Promise.reject(error)),
    )
  }
  const kill = async () => {
    if (!server || server.exitCode !== null || server.signalCode !== null) return
    const ended = once(server, 'exit')
    server.kill('SIGKILL')
    await ended
  }

  const port = await startSomewhere(START_TRIES).catch((error) => {
    process.off('exit', onExit)
    onExit()
    throw error
  })
  return {
    url: `redis://${options.password ? `:${options.password}@` : ''}127.0.0.1:${port}`,
    port,
    async start(another = options.password) {
      password = another
      for (let tries = START_TRIES; tries > 1; tries--) {
        const error = await startOn(port).catch((failed: Error) => failed)
        if (!error) return
        await wait(500)
      }
      await startOn(port)
    },
    kill,
    pause: () => void server?.kill('SIGSTOP'),
    resume: () => void server?.kill('SIGCONT'),
    command: (...words) => ask(port, password, words),
    async stop() {
      await kill()
      process.off('exit', onExit)
      onExit()
    },
  }
}

async function run(program: string, folder: string, port: number, password?: string): Promise<ChildProcess> {
  const settings = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder]
  const secret = password ? ['--requirepass', password] : []
  const server = spawn(program, [...settings, ...secret], { stdio: ['ignore', 'pipe', 'pipe'] })
  let log = ''
  const started = Promise.withResolvers<void>()
  server.once('error', started.reject)
  server.once('exit', (code) => started.reject(new Error(`redis-server ended with ${code}:\n${log}`)))
  for (const stream of [server.stdout, server.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      log += text
      if (log.includes('Ready to accept connections')) started.resolve()
    })
  await started.promise
  return server
}

async function ask(port: number, password: string | undefined, words: string[]): Promise<string> {
  const client = spawn('redis-cli', ['-h', '127.0.0.1', '-p', String(port), ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH, ...(password && { REDISCLI_AUTH: password }) },
  })
  let answer = ''
  client.stdout.setEncoding('utf8').on('data', (text: string) => {
    answer += text
  })
  await once(client, 'close')
  return answer.trim()
}
