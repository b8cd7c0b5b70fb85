import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '../../until.ts'

/** A key has 60 requests a minute, and a test that looked more often would wait for the next minute. */
const LOOK_EVERY_MS = 1_000

const running = new Set<ChildProcess>()

/** For a test's `after`. */
export function killAll(): void {
  for (const child of running) process.kill(-child.pid!, 'SIGKILL')
}

/** Starts a command in a process group of its own, which is ended with it. */
export function startProgram(command: string, options: { cwd: string; env?: NodeJS.ProcessEnv }) {
  const child = spawn('bash', ['-c', command], { ...options, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  running.add(child)
  const closed = once(child, 'close').finally(() => running.delete(child))
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
  return {
    until: (look: () => unknown, what: string) =>
      until(look, what, child).catch((error) => {
        throw new Error(`${error.message}\n${output}`)
      }),
    async stop(): Promise<void> {
      process.kill(-child.pid!, 'SIGTERM')
      await closed
    },
    /** Processor time of its group so far, also of processes that have ended. */
    processorSeconds: () => processorSeconds(child.pid!),
    /** What it said, when it ends by itself. */
    async ended(): Promise<string> {
      await closed
      return output
    },
  }
}

function processorSeconds(group: number): number {
  let ticks = 0
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
    try {
      // "pid (name) state parent group …", from the 12th on utime, stime and those of ended children, in hundredths of a second:
      // proc(5).
      const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
      const fields = stat
        .slice(stat.lastIndexOf(')') + 2)
        .split(' ')
        .map(Number)
      if (fields[2] === group) ticks += fields.slice(11, 15).reduce((sum, each) => sum + each, 0)
    } catch {
      // It has ended meanwhile.
    }
  return ticks / 100
}

export const isReady = (url: string) => () =>
  fetch(`${url}/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  )

/** A boat with a connection: its key, and the metrics of its readings. Each owner has one. */
export async function boatOf(url: string, owner = 'ada') {
  const cookies: string[] = []
  const send = async (path: string, body?: object) => {
    const headers = { origin: url, cookie: cookies.join('; '), ...(body && { 'content-type': 'application/json' }) }
    const answer = await fetch(url + path, body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers })
    assert.ok(answer.ok, `${path}: ${answer.status} ${await answer.clone().text()}`)
    for (const cookie of answer.headers.getSetCookie()) cookies.push(cookie.split(';')[0]!)
    return answer
  }
  await send('/api/auth/sign-up/email', { name: owner, email: `${owner}@example.org`, password: 'lighthouse keeper 7' })
  const { key } = (await (await send('/app/access-keys', { name: 'release' })).json()) as { key: string }
  const { vessel } = (await (await send('/app/vessels', { name: 'Aurora', vessel_type: 'sailboat' })).json()) as {
    vessel: { id: string }
  }
  const vesselPath = `/v1/vessels/${vessel.id}`
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const connect = { method: 'POST', headers, body: JSON.stringify({ provider: 'generic-http' }) }
  const connected = await (await fetch(`${url}${vesselPath}/connections`, connect)).json()
  return {
    connectionKey: (connected as { ingest_key: string }).ingest_key,
    async readings(): Promise<string> {
      await sleep(LOOK_EVERY_MS)
      const answer = await fetch(`${url}${vesselPath}/telemetry`, { headers })
      const text = await answer.text()
      assert.ok(answer.ok, text)
      return text
    },
  }
}

/** Of a real boat, and no part of the project. */
const REAL_RECORDING = join(import.meta.dirname, '../../../../shared/data/n2k/susteranna-actisense-serial.raw')

/**
 * Writes a recording of an NMEA 2000 network, and gives a metric in it: a real boat's, or where that is not there a minute of
 * depths of 1.83 m (PGN 128267), as canboat's `analyzer -raw` writes it.
 */
export function writeRecording(file: string): string {
  if (existsSync(REAL_RECORDING)) {
    copyFileSync(REAL_RECORDING, file)
    return 'speed_over_ground'
  }
  const seconds = Array.from({ length: 60 }, (_, second) => String(second).padStart(2, '0'))
  const lines = seconds.map((second) => `2026-05-14T09:30:${second}.000Z,2,128267,36,255,8,ff,b7,00,00,00,00,00,ff\n`)
  writeFileSync(file, lines.join(''))
  return 'depth'
}

/** The seconds since then, of performance.now(), for a table of docs/install.md. */
export const elapsed = (began: number): string => `${((performance.now() - began) / 1000).toFixed(0)} s`
