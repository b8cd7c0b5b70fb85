import { setTimeout as sleep } from 'node:timers/promises'
import type { TelemetryReceipt } from '@binnacle/contract'
import type { DemoCamera } from './boats.ts'
import { take } from './pictures/take.ts'
import type { BoatNow } from './prepare.ts'
import { readingsAt } from './readings.ts'
import { HOUR_FRACTION, HOUR_MS, liveMoment } from './voyages.ts'

/** Between two frames of a camera on its own schedule, and before the first. */
const FRAME_EVERY_MS = 10 * 60_000
const FIRST_FRAME_MS = 60_000
const TIMEOUT_MS = 15_000
/** The bilge pump of a boat that leaks has run while nobody was there: its alarm comes with the first message. */
const FIRST_PUMP_STARTS = 8
/** After an error, and after a refusal: the owner may switch a connection on again. */
const RETRY_MS = 5_000
const REFUSED_RETRY_MS = 60_000

/** What is on board of each boat: talks to the service at `url` as real devices do until it is stopped. */
export function startOnboard(url: string, boats: readonly BoatNow[]): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping
  const started = Date.now()
  const running = boats
    .flatMap((boat) => [sendReadings(url, boat, started, signal), sendPictures(url, boat, signal)])
    .map((device) => device.catch((error) => signal.aborted || console.error('An onboard device has stopped:', error)))
  return {
    async stop() {
      stopping.abort()
      await Promise.all(running)
    },
  }
}

/** The engine has run since the demo started, from where the meter stood; that of a boat at its berth rests. */
async function sendReadings(url: string, now: BoatNow, started: number, stop: AbortSignal): Promise<void> {
  const { boat, meter, deviceKey } = now
  let pumpStarts = FIRST_PUMP_STARTS
  for (;;) {
    const at = new Date()
    const hours = meter + HOUR_FRACTION
    const moment =
      boat.underWay === null
        ? { at, doing: 'berth' as const, place: boat.route[0]!, engineHours: hours, ...(boat.leaks && { pumpStarts }) }
        : liveMoment(boat, at, hours + (at.getTime() - started) / HOUR_MS)
    const body = { readings: readingsAt(boat, moment) }
    const sent = await send<TelemetryReceipt>(`${url}/v1/telemetry`, deviceKey, body, stop)
    if (sent.ok) pumpStarts = 1
    await sleep(sent.ok ? boat.sendEveryMs : sent.waitMs, undefined, { signal: stop })
  }
}

interface Pending {
  requests: { camera_id: string }[]
  poll_after_ms: number
}

/** Asks for check-ins as often as the service says and answers each with a fresh picture; sends one every ten minutes anyway. */
async function sendPictures(url: string, now: BoatNow, stop: AbortSignal): Promise<void> {
  const { boat, cameraKey } = now
  const byId = new Map(now.cameras.map(({ camera, id }) => [id, camera]))
  let nextFrame = Date.now() + FIRST_FRAME_MS
  for (;;) {
    const pending = await send<Pending>(`${url}/v1/cameras/pending`, cameraKey, null, stop)
    const due = pending.ok && Date.now() >= nextFrame
    if (due) nextFrame = Date.now() + FRAME_EVERY_MS
    const asked = pending.ok ? pending.body.requests.flatMap(({ camera_id }) => byId.get(camera_id) ?? []) : []
    const cameras: readonly DemoCamera[] = due ? boat.cameras : asked
    const at = new Date()
    const shots = cameras.map(({ label, view }) => {
      return { boat: boat.vessel.name, label, view, at, underWay: boat.underWay !== null }
    })
    for (const [place, picture] of (shots.length > 0 ? await take(shots, stop) : []).entries()) {
      const camera = cameras[place]!
      const frame = { ...camera, image_base64: picture.toString('base64'), captured_at: at.toISOString() }
      const sent = await send<{ camera_id: string }>(`${url}/v1/cameras/frames`, cameraKey, frame, stop)
      if (sent.ok) byId.set(sent.body.camera_id, camera)
    }
    await sleep(pending.ok ? pending.body.poll_after_ms : pending.waitMs, undefined, { signal: stop })
  }
}

type Sent<T> = { ok: true; body: T } | { ok: false; waitMs: number }

/** One request with a connection key. Throws only after `stop`: otherwise it says how long to wait before the next. */
async function send<T>(url: string, key: string, body: object | null, stop: AbortSignal): Promise<Sent<T>> {
  try {
    const response = await fetch(url, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) },
      body: body && JSON.stringify(body),
      signal: AbortSignal.any([stop, AbortSignal.timeout(TIMEOUT_MS)]),
    })
    const answer = (await response.json()) as T
    if (response.ok) return { ok: true, body: answer }
    const retryMs = Number(response.headers.get('retry-after')) * 1000
    return { ok: false, waitMs: retryMs || (response.status < 500 ? REFUSED_RETRY_MS : RETRY_MS) }
  } catch {
    stop.throwIfAborted()
    return { ok: false, waitMs: RETRY_MS }
  }
}
