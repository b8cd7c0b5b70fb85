import { readingsOf } from '../shared/bodies.ts'
import { telemetryRequest } from '../shared/requests.ts'
import type { FleetClient, Kind } from './job.ts'
import type { Pace } from './plan.ts'

/** One sort of requests of one client. */
export interface Sender {
  kind: Kind
  pace: Pace
  /** Least time from an answer to the next request. The service counts from an arrival, which is never after its answer. */
  gapMs: number
  readings: number
  /** The request that was due at `time`, ms since 1970. */
  make(time: number): Buffer
}

const DEVICE = { everyMs: 5_000, jitterMs: 200 }
const POLL = { everyMs: 15_000, jitterMs: 500 }
const FRAME = { everyMs: 600_000, jitterMs: 10_000 }
/** Thirty a minute, half of what a key may. */
const BY_KEY = { everyMs: 2_000, jitterMs: 200 }
const IN_THE_APP = { everyMs: 5_000, jitterMs: 500 }

/** The service's gap, and what two clocks may differ meanwhile. */
const GAP_MS = 5_010
const LIVE_READINGS = 20
const DRAINED_READINGS = 200
const SAMPLE_EVERY_MS = 5_000
/** What is drained began so long ago, and is from then on. */
const BACKLOG_MS = 30 * 3_600_000

/** What the onboard device of a boat sends: its readings, now or from a backlog. */
export function deviceSender(port: number, client: FleetClient, number: number): Sender {
  const readings = client.isDraining ? DRAINED_READINGS : LIVE_READINGS
  const request = telemetryRequest(port, client.key, readingsOf(number, readings, SAMPLE_EVERY_MS))
  const common = { pace: DEVICE, gapMs: GAP_MS, readings }
  if (!client.isDraining) return { ...common, kind: 'live', make: (time) => request.at(time) }
  const stepMs = (DRAINED_READINGS / LIVE_READINGS) * SAMPLE_EVERY_MS
  const start = Date.now() - BACKLOG_MS
  let step = 0
  return { ...common, kind: 'draining', make: () => request.at(start + step++ * stepMs) }
}

/** A camera that asks whether somebody wants a picture, and sends one now and then. `image` is a JPEG. */
export function cameraSenders(port: number, { key }: FleetClient, image: Buffer): Sender[] {
  const body = JSON.stringify({ image_base64: image.toString('base64'), label: 'Cockpit', view: 'cockpit' })
  const poll = get(port, '/v1/cameras/pending', `Authorization: Bearer ${key}`)
  const head = [
    'POST /v1/cameras/frames HTTP/1.1',
    `Authorization: Bearer ${key}`,
    'Content-Type: application/json',
    `Host: 127.0.0.1:${port}`,
    `Content-Length: ${body.length}`,
  ]
  return [
    { kind: 'pending', pace: POLL, gapMs: 0, readings: 0, make: () => poll },
    {
      kind: 'frame',
      pace: FRAME,
      gapMs: 0,
      readings: 0,
      make: () => Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`),
    },
  ]
}

/** An owner's own program. */
export function keySender(port: number, { vesselId, ownerKey }: FleetClient): Sender {
  const paths = [
    '/v1/vessels',
    `/v1/vessels/${vesselId}/due`,
    `/v1/vessels/${vesselId}/telemetry?limit=20`,
    `/v1/vessels/${vesselId}/logbook`,
  ]
  return { ...inTurn(port, paths, `Authorization: Bearer ${ownerKey}`), kind: 'by key', pace: BY_KEY }
}

/** An owner who has a boat's page open: its events say what to read again. */
export function appSender(port: number, { vesselId, cookie }: FleetClient): Sender {
  const [from, to] = [24, 0].map((hours) => new Date(Date.now() - hours * 3_600_000).toISOString())
  const latest = `/app/vessels/${vesselId}/telemetry/latest`
  const chart = `/app/vessels/${vesselId}/telemetry/range?metric=depth&from=${from}&to=${to}`
  const paths = [latest, '/app/fleet', latest, `/v1/vessels/${vesselId}/due`, latest, chart]
  return { ...inTurn(port, paths, `Cookie: ${cookie}`), kind: 'in the app', pace: IN_THE_APP }
}

export const liveRequest = (port: number, { cookie }: FleetClient) => get(port, '/app/live', `Cookie: ${cookie}`)

function inTurn(port: number, paths: string[], credential: string): Omit<Sender, 'kind' | 'pace'> {
  const requests = paths.map((path) => get(port, path, credential))
  let turn = 0
  return { gapMs: 0, readings: 0, make: () => requests[turn++ % requests.length]! }
}

const get = (port: number, path: string, credential: string) =>
  Buffer.from(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${credential}\r\n\r\n`)
