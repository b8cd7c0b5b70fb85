import assert from 'node:assert/strict'
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Camera, DueItem, Frame, Inspection, Reading, ServiceLog, Vessel } from '@binnacle/contract'
import { readConfig } from '../config.ts'
import { makeLog } from '../log.ts'
import { startService } from '../start.ts'
import { DEMO_BOATS } from './boats.ts'
import { makeHistory } from './history.ts'
import { fortnightOf } from './seed.ts'

const MAIN = join(import.meta.dirname, 'main.ts')
const READY = 'Ctrl+C stops it'
const MAKING = 'Writing the past'

const root = mkdtempSync(join(tmpdir(), 'binnacle-demo-'))
const running = new Set<ChildProcess>()
after(() => {
  for (const child of running) child.kill('SIGKILL')
  rmSync(root, { recursive: true, force: true, maxRetries: 5 })
})

interface DemoProcess {
  /** Resolves when it has printed the text; fails when it ends before that. */
  printed(text: string): Promise<void>
  output(): string
  ended: Promise<number | null>
  end(signal: NodeJS.Signals): Promise<number | null>
}

/** Starts what `npm run demo` starts. */
function startDemo(dataDir: string, port: number, env: Record<string, string> = {}): DemoProcess {
  const child = spawn(process.execPath, [MAIN], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, PORT: String(port), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
  const closed = once(child, 'close').then(([code]) => {
    running.delete(child)
    return code as number | null
  })
  return {
    output: () => output,
    ended: closed,
    async printed(text) {
      const until = Date.now() + 90_000
      while (!output.includes(text)) {
        if (!running.has(child) || Date.now() > until) throw new Error(`the demo has not printed ${text}:\n${output}`)
        await sleep(20)
      }
    },
    end(signal) {
      child.kill(signal)
      return closed
    },
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

const lines = (output: string) => output.split('\n').filter((line) => line.startsWith('  curl '))
const row = (output: string, name: string) => new RegExp(`^  ${name} +(.+)$`, 'm').exec(output)?.[1]
const shell = promisify(execFile)

/** Runs a printed line as it is, in a shell, and gives its status and what it got. */
async function pasted<T>(line: string): Promise<{ status: number; body: T }> {
  const { stdout } = await shell('sh', ['-c', `${line} --silent --write-out '\\n%{http_code}'`])
  const end = stdout.lastIndexOf('\n')
  return { status: Number(stdout.slice(end)), body: JSON.parse(stdout.slice(0, end)) as T }
}

/** What an owner sees with the printed key. */
function owner(output: string) {
  const base = row(output, 'Address')!
  const headers = { authorization: `Bearer ${row(output, 'Access key')}` }
  return async <T>(path: string, method = 'GET'): Promise<T> => {
    const answer = await fetch(base + path, { method, headers })
    assert.ok(answer.ok, `${path}: ${answer.status}`)
    return (await answer.json()) as T
  }
}

async function logbooks(output: string) {
  const get = owner(output)
  const { vessels } = await get<{ vessels: Vessel[] }>('/v1/vessels')
  const services = await Promise.all(
    vessels.map(
      async ({ id }) => (await get<{ service_logs: ServiceLog[] }>(`/v1/vessels/${id}/logbook`)).service_logs,
    ),
  )
  return { vessels: vessels.map(({ id }) => id), services: services.map((logs) => logs.map(({ id }) => id)) }
}

const dataDir = join(root, 'demo')
let first = ''

test('the first start: what is printed opens it, the three lines work when pasted, and live readings arrive', async () => {
  const port = await freePort()
  const demo = startDemo(dataDir, port)
  await demo.printed(READY)
  const ready = Date.now()
  first = demo.output()
  assert.ok(first.includes(MAKING))
  assert.equal(row(first, 'Address'), `http://localhost:${port}`)
  assert.equal(statSync(join(dataDir, 'demo.json')).mode & 0o777, 0o600)

  const [vessels, due, telemetry, ...more] = lines(first)
  assert.deepEqual(more, [])
  const answered = checkIn(first)
  const boats = await pasted<{ vessels: Vessel[] }>(vessels!)
  assert.deepEqual([boats.status, ...boats.body.vessels.map(({ name }) => name)], [200, 'Aurora', 'Bosun'])
  const feed = await pasted<{ items: DueItem[] }>(due!)
  assert.equal(feed.status, 200)
  assert.deepEqual(
    feed.body.items.slice(0, 2).map(({ status }) => status),
    ['overdue', 'due_soon'],
  )

  let newest: Reading | undefined
  while (!newest || Date.parse(newest.recorded_at) < ready) {
    assert.ok(Date.now() - ready < 12_000, `the newest reading is of ${newest?.recorded_at}`)
    await sleep(500)
    const { status, body } = await pasted<{ readings: Reading[] }>(telemetry!)
    assert.equal(status, 200)
    newest = body.readings[0]
  }

  await signsIn(first)
  const page = await fetch(row(first, 'Shared page')!)
  assert.equal(page.status, 200)
  assert.match(await page.text(), /Aurora/)
  assert.equal((await fetch(row(first, 'API docs')!)).status, 200)
  await history(first)
  await answered
  const stopping = Date.now()
  assert.equal(await demo.end('SIGTERM'), 0)
  assert.ok(Date.now() - stopping < 10_000)
})

async function signsIn(output: string): Promise<void> {
  const base = row(output, 'Address')!
  const answer = await fetch(`${base}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: base },
    body: JSON.stringify({ email: row(output, 'Login'), password: row(output, 'Password') }),
  })
  assert.equal(answer.status, 200)
}

/** Years of it, and pictures. */
async function history(output: string): Promise<void> {
  const get = owner(output)
  for (const { id, name, health_score } of (await get<{ vessels: Vessel[] }>('/v1/vessels')).vessels) {
    assert.ok(health_score! > 30, `${name} ${health_score}`)
    const { inspections } = await get<{ inspections: Inspection[] }>(`/v1/vessels/${id}/inspections`)
    const done = inspections.filter(({ status }) => status === 'completed')
    assert.ok(done.length >= 5 && done.every(({ score, vir_code }) => score! > 80 && vir_code))
    assert.ok(new Set(done.map(({ score }) => score)).size > 1)
    const hours = await get<{ readings: Reading[] }>(`/v1/vessels/${id}/telemetry?metric=engine_hours&limit=500`)
    assert.ok(hours.readings.length > 300)
    const { cameras } = await get<{ cameras: Camera[] }>(`/v1/vessels/${id}/cameras`)
    assert.equal(cameras.length, name === 'Aurora' ? 3 : 1)
    for (const camera of cameras) {
      const { frames } = await get<{ frames: Frame[] }>(`/v1/cameras/${camera.id}/frames?limit=50`)
      assert.ok(frames.length >= 12)
      const times = frames.map(({ captured_at }) => captured_at)
      assert.deepEqual(times, times.toSorted().reverse())
      assert.equal((await fetch(frames[0]!.url!)).headers.get('content-type'), 'image/jpeg')
    }
  }
}

/** The owner asks for a picture, and the boat answers at its next poll. */
async function checkIn(output: string): Promise<void> {
  const get = owner(output)
  const { vessels } = await get<{ vessels: Vessel[] }>('/v1/vessels')
  const { cameras } = await get<{ cameras: Camera[] }>(`/v1/vessels/${vessels[0]!.id}/cameras`)
  await get(`/v1/cameras/${cameras[2]!.id}/check-in`, 'POST')
  for (const until = Date.now() + 40_000; ; await sleep(1_500)) {
    const { frames } = await get<{ frames: Frame[] }>(`/v1/cameras/${cameras[2]!.id}/frames?limit=1`)
    if (frames[0]!.trigger === 'request') return
    assert.ok(Date.now() < until, 'nobody answers the check-in')
  }
}

test('a second start keeps the data, doubles nothing, and prints the same login and keys', async () => {
  const before = JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8'))
  const demo = startDemo(dataDir, await freePort())
  await demo.printed(READY)
  const second = demo.output()
  assert.ok(!second.includes(MAKING))
  for (const name of ['Login', 'Password', 'Access key']) assert.equal(row(second, name), row(first, name))
  const { vessels, services } = await logbooks(second)
  assert.equal(vessels.length, 2)
  assert.ok(services.every((ids) => new Set(ids).size === ids.length && ids.length > 40))
  await signsIn(second)
  assert.deepEqual(JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8')), before)
  await demo.end('SIGTERM')

  rmSync(join(dataDir, 'demo.json'))
  const third = startDemo(dataDir, await freePort())
  await third.printed(READY)
  assert.notEqual(row(third.output(), 'Access key'), row(first, 'Access key'))
  await signsIn(third.output())
  assert.deepEqual(await logbooks(third.output()), { vessels, services })
  await third.end('SIGTERM')
})

test('killed while the past is being written, the next start writes it again, whole and once', async () => {
  const folder = join(root, 'killed')
  const killed = startDemo(folder, await freePort())
  await killed.printed(MAKING)
  await someFrames(folder, 10)
  await killed.end('SIGKILL')
  assert.ok(!killed.output().includes(READY))
  const demo = startDemo(folder, await freePort())
  await demo.printed(READY)
  assert.ok(demo.output().includes(MAKING))
  const { services } = await logbooks(demo.output())
  assert.deepEqual(
    services.map((ids) => ids.length),
    expectedServices(),
  )
  await history(demo.output())
  await demo.end('SIGTERM')
})

/** Frames are the last to be written. */
async function someFrames(folder: string, many: number): Promise<void> {
  const frames = () => readdirSync(join(folder, 'frames'), { recursive: true }).filter((name) => /jpg$/.test(`${name}`))
  while (frames().length < many) await sleep(20)
}

function expectedServices(): number[] {
  const now = new Date()
  return DEMO_BOATS.map((boat) => {
    const { from, wholeHours } = fortnightOf(boat, now)
    const { events } = makeHistory(boat.plan, from, wholeHours, now)
    return events.filter(({ kind }) => kind === 'service').length
  })
}

test('a taken port, and a folder that belongs to another service, are said plainly and change nothing', async () => {
  const port = await freePort()
  const other = createServer().listen(port, '127.0.0.1')
  const taken = startDemo(join(root, 'taken'), port)
  await taken.printed(`PORT ${port} is taken by another program. Choose another: PORT=${port + 1} npm run demo`)
  assert.equal(await taken.ended, 1)
  assert.throws(() => statSync(join(root, 'taken')))
  other.close()

  const own = join(root, 'own')
  const service = await startService(readConfig({ DATA_DIR: own, PORT: '0' }), makeLog('fatal'))
  await fetch(`${service.address}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Ada', email: 'ada@example.org', password: 'correct horse battery' }),
  })
  await service.stop()
  const refused = startDemo(own, await freePort())
  await refused.printed('belongs to a service that is no demo')
  assert.equal(await refused.ended, 1)
  assert.throws(() => statSync(join(own, 'demo.json')))
})
