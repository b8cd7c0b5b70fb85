/**
 * Fills an account until it is as full as one gets, for looking at: 20 boats, one of them with 5,000 log entries, 60 tasks, and four
 * cameras with 200 frames each; names as hostile as they come. The service needs TELEMETRY_GAP_MS=0 and FRAME_GAP_MS=0.
 *
 *   node e2e/fill.ts --url http://localhost:8310 --email E --password P [--entries 5000] [--frames 200]
 */
import { parseArgs } from 'node:util'
import sharp from 'sharp'

const { values: options } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://localhost:8080' },
    email: { type: 'string', default: '' },
    password: { type: 'string', default: '' },
    boats: { type: 'string', default: '20' },
    entries: { type: 'string', default: '5000' },
    frames: { type: 'string', default: '200' },
  },
})

const DAY_MS = 86_400_000
const AT_ONCE = 8
const HOSTILE = '</script><img src=x onerror=alert(1)> & "Ärger" 船'
const WORK = ['Engine oil and filter', 'Impeller', 'Antifouling', 'Anodes', 'Batteries', 'Standing rigging', HOSTILE]

interface Caller {
  cookie?: string
  key?: string
}

async function call<T>(caller: Caller, method: string, path: string, body?: unknown): Promise<T> {
  const response = await fetch(options.url + path, {
    method,
    headers: {
      origin: options.url,
      'content-type': 'application/json',
      ...(caller.cookie && { cookie: caller.cookie }),
      ...(caller.key && { authorization: `Bearer ${caller.key}` }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  return (await response.json()) as T
}

async function signIn(): Promise<Caller> {
  const { email, password } = options
  const response = await fetch(`${options.url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { origin: options.url, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  if (!response.ok) throw new Error(`sign in: ${response.status} ${await response.text()}`)
  return {
    cookie: response.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; '),
  }
}

/** Does a piece of work so many times, a few at once. */
async function times(count: number, work: (place: number) => Promise<unknown>): Promise<void> {
  let next = 0
  const worker = async () => {
    while (next < count) await work(next++)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString()

async function fillBoat(me: Caller, id: string): Promise<void> {
  await times(Number(options.entries), (i) =>
    call(me, 'POST', `/v1/vessels/${id}/service-log`, {
      title: WORK[i % WORK.length],
      done_at: daysAgo(i % 3600),
      cost: (i * 37) % 900,
      currency: i % 9 === 0 ? 'USD' : 'EUR',
      route: i % 3 ? 'diy' : 'supplier',
      note: i % 4 ? undefined : `${HOSTILE} ${'long words '.repeat(20)}`,
    }),
  )
  await times(60, (i) =>
    call(me, 'POST', `/app/vessels/${id}/tasks`, {
      title: `${WORK[i % WORK.length]} ${i}`,
      interval_days: 20 + i * 9,
      interval_hours: i % 2 ? 50 + i : null,
      start_at: daysAgo(i * 7),
    }),
  )
}

async function fillCameras(me: Caller, id: string): Promise<void> {
  const made = await call<{ ingest_key: string }>(me, 'POST', `/v1/vessels/${id}/connections`, {
    provider: 'onboard_camera',
  })
  const device = { key: made.ingest_key }
  const labels = ['Cockpit', 'Saloon', 'Engine bay', HOSTILE.slice(0, 50)]
  for (let i = 0; i < Number(options.frames); i++)
    for (const [place, label] of labels.entries()) {
      const background = { r: (i * 7) % 256, g: 60 + place * 40, b: 120 }
      const image = sharp({ create: { width: 640, height: place % 2 ? 360 : 480, channels: 3, background } })
      await call(device, 'POST', '/v1/cameras/frames', {
        image_base64: (await image.jpeg().toBuffer()).toString('base64'),
        label,
        captured_at: daysAgo((Number(options.frames) - i) / 24),
      })
      if (i === 0) await keepAll(me, id)
    }
}

/** Cameras keep 24 frames unless their owner says otherwise. */
async function keepAll(me: Caller, vessel: string): Promise<void> {
  const { cameras } = await call<{ cameras: { id: string }[] }>(me, 'GET', `/v1/vessels/${vessel}/cameras`)
  for (const { id } of cameras) await call(me, 'PATCH', `/app/cameras/${id}`, { retain_frames: 200 })
}

const me = await signIn()
const boats: string[] = []
for (let i = 0; i < Number(options.boats); i++) {
  const name = i % 5 === 0 ? `${HOSTILE} ${i}` : `Boat ${i}`
  const made = await call<{ vessel: { id: string } }>(me, 'POST', '/app/vessels', {
    name,
    vessel_type: 'sailboat',
    engine_hours: i * 100,
  })
  boats.push(made.vessel.id)
}
console.log(`${boats.length} boats; the full one is ${boats[0]}`)
await fillBoat(me, boats[0]!)
console.log(`${options.entries} log entries, 60 tasks`)
await fillCameras(me, boats[0]!)
console.log(`4 cameras with ${options.frames} frames`)
