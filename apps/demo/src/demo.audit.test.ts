import assert from 'node:assert/strict'
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import type {
  Alarm,
  Camera,
  DueItem,
  FleetVessel,
  Frame,
  Inspection,
  Reading,
  ServiceLog,
  Vessel,
} from '@binnacle/contract'
import { freePort } from '../../../scripts/free-port.ts'
import { programFile, QUICK_START } from '../../../scripts/quick-start.ts'
import { until } from '../../../scripts/until.ts'

const MAIN = programFile('apps/demo/src/main.ts')
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
  end(): Promise<number | null>
}

/** Starts what `npm run demo` starts. */
function startDemo(dataDir: string, port: number): DemoProcess {
  const child = spawn(process.execPath, [...QUICK_START.flags, MAIN], {
    // The test asks more often than a key may, and the longer the busier the machine is.
    env: {
      PATH: process.env.PATH,
      ...QUICK_START.env,
      DATA_DIR: dataDir,
      PORT: String(port),
      RATE_LIMIT_PER_MINUTE: '1000000',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
  const ended = once(child, 'close').then(([code]) => {
    running.delete(child)
    return code as number | null
  })
  return {
    output: () => output,
    ended,
    async printed(text) {
      await until(() => output.includes(text), text, child).catch((error: Error) => {
        throw new Error(`${error.message}:\n${output}`)
      })
    },
    end() {
      child.kill('SIGTERM')
      return ended
    },
  }
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
  const ids = async ({ id }: Vessel) =>
    (await get<{ service_logs: ServiceLog[] }>(`/v1/vessels/${id}/logbook`)).service_logs.map((log) => log.id)
  return Promise.all(vessels.map(ids))
}

const dataDir = join(root, 'demo')
let first = ''

test('the first start: what is printed opens it, the three lines work when pasted, and live readings arrive', async () => {
  const demo = startDemo(dataDir, await freePort())
  await demo.printed(READY)
  const ready = Date.now()
  first = demo.output()
  assert.ok(first.includes(MAKING))

  const [vessels, due, telemetry, ...more] = lines(first)
  assert.deepEqual(more, [])
  const boats = await pasted<{ vessels: Vessel[] }>(vessels!)
  assert.deepEqual([boats.status, ...boats.body.vessels.map(({ name }) => name)], [200, 'Aurora', 'Bosun'])
  const feed = await pasted<{ items: DueItem[] }>(due!)
  assert.equal(feed.status, 200)
  assert.deepEqual(
    feed.body.items.slice(0, 2).map(({ status }) => status),
    ['overdue', 'due_soon'],
  )

  await until(async () => {
    const { status, body } = await pasted<{ readings: Reading[] }>(telemetry!)
    assert.equal(status, 200)
    return Date.parse(body.readings[0]!.recorded_at) >= ready
  }, 'a live reading')

  await tellsOfTheBilge(first, await signsIn(first))
  const page = await fetch(row(first, 'Shared page')!)
  assert.equal(page.status, 200)
  assert.match(await page.text(), /Aurora/)
  assert.equal((await fetch(row(first, 'API docs')!)).status, 200)
  await history(first)
  await checkIn(first)
  assert.equal(await demo.end(), 0)
})

/** Signs in, and gives the cookies of the session. */
async function signsIn(output: string): Promise<string> {
  const base = row(output, 'Address')!
  const answer = await fetch(`${base}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: base },
    body: JSON.stringify({ email: row(output, 'Login'), password: row(output, 'Password') }),
  })
  assert.equal(answer.status, 200)
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}

/** Bosun's bilge pump runs: its owner sees the alarm, the picture that its rule asks for, and the alarms of the nights before. */
async function tellsOfTheBilge(output: string, cookie: string): Promise<void> {
  const base = row(output, 'Address')!
  const read = async <T>(path: string) => (await (await fetch(base + path, { headers: { cookie } })).json()) as T
  const bosun = async () =>
    (await read<{ vessels: FleetVessel[] }>('/app/fleet')).vessels.find(({ vessel }) => vessel.name === 'Bosun')!
  const { vessel } = await until(async () => {
    const boat = await bosun()
    return boat.alarms.some(({ kind }) => kind === 'sum_above') ? boat : null
  }, 'the alarm of the bilge pump')
  assert.ok(vessel.health_score! < 80)
  const { alarms } = await read<{ alarms: Alarm[] }>(`/v1/vessels/${vessel.id}/alarms?state=ended`)
  assert.ok(alarms.filter(({ kind }) => kind === 'sum_above').length >= 10)
  const { camera_id, began_at } = await until(
    async () =>
      (await read<{ alarms: Alarm[] }>(`/v1/vessels/${vessel.id}/alarms?state=open`)).alarms.find(
        ({ kind, camera_id }) => kind === 'sum_above' && camera_id,
      ) ?? null,
    'that its owner is told',
  )
  // One that the camera takes by itself may follow soon after it.
  await until(async () => {
    const { frames } = await read<{ frames: Frame[] }>(`/v1/cameras/${camera_id}/frames?limit=50`)
    return frames.some(({ trigger, captured_at }) => trigger === 'request' && captured_at >= began_at)
  }, 'the picture of the engine bay')
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
    assert.equal(cameras.length, name === 'Aurora' ? 3 : 2)
    for (const camera of cameras) {
      const { frames } = await get<{ frames: Frame[] }>(`/v1/cameras/${camera.id}/frames?limit=50`)
      assert.ok(frames.length >= 12)
      const times = frames.map(({ captured_at }) => captured_at)
      assert.deepEqual(times, times.toSorted().reverse())
      assert.equal((await fetch(frames[0]!.url!)).headers.get('content-type'), 'image/jpeg')
    }
  }
}

/** The owner asks for a picture, and the boat answers. */
async function checkIn(output: string): Promise<void> {
  const get = owner(output)
  const { vessels } = await get<{ vessels: Vessel[] }>('/v1/vessels')
  const { cameras } = await get<{ cameras: Camera[] }>(`/v1/vessels/${vessels[0]!.id}/cameras`)
  const framesOf = async () => (await get<{ frames: Frame[] }>(`/v1/cameras/${cameras[2]!.id}/frames?limit=50`)).frames
  const before = new Set((await framesOf()).map(({ id }) => id))
  await get(`/v1/cameras/${cameras[2]!.id}/check-in`, 'POST')
  await until(
    async () => (await framesOf()).some(({ id, trigger }) => trigger === 'request' && !before.has(id)),
    'the picture',
  )
}

test('a second start keeps the data, doubles nothing, and prints the same login and keys', async () => {
  const before = readFileSync(join(dataDir, 'demo.json'), 'utf8')
  const demo = startDemo(dataDir, await freePort())
  await demo.printed(READY)
  const second = demo.output()
  assert.ok(!second.includes(MAKING))
  for (const name of ['Login', 'Password', 'Access key']) assert.equal(row(second, name), row(first, name))
  const services = await logbooks(second)
  assert.equal(services.length, 2)
  assert.ok(services.every((ids) => new Set(ids).size === ids.length && ids.length > 40))
  await signsIn(second)
  assert.equal(readFileSync(join(dataDir, 'demo.json'), 'utf8'), before)
  assert.equal(await demo.end(), 0)
})

test('a folder that cannot be made gets one sentence, with what to do', async () => {
  const file = join(root, 'file')
  writeFileSync(file, '')
  const demo = startDemo(join(file, 'data'), await freePort())
  await demo.printed('let this user write there, or set DATA_DIR to another folder')
  assert.equal(await demo.ended, 1)
  assert.doesNotMatch(demo.output(), / {4}at /)
})

test('a port that is taken is named, with what to do, and nothing is written', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as { port: number }
  const demo = startDemo(join(root, 'taken'), port)
  await demo.printed(`PORT ${port} is taken by another program. Choose another: PORT=${port + 1} npm run demo`)
  assert.equal(await demo.ended, 1)
  assert.ok(!existsSync(join(root, 'taken')))
  other.close()
})
