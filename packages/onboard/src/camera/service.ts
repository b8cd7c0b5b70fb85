import type { CameraView } from '@binnacle/contract'
import type { Clock } from '../clock/clock.ts'
import type { BoatMemory } from '../upload/boat-memory.ts'
import { type Answer, dateOf, isUnconnected, jsonOf, RequestAborted, request } from '../upload/request.ts'
import type { CapturedFrame } from './capture/captured-frame.ts'

/** A picture with what the service wants to know of it. Source: vessel-data-api.md, POST /v1/cameras/frames. */
interface OutgoingFrame extends CapturedFrame {
  cameraId?: string
  label: string
  view?: CameraView
  trigger: 'device' | 'motion'
  /** ms since 1970; null: it was taken just now, and the time is not known here. */
  capturedAt: number | null
}

/** An owner waits for a picture. */
export interface CheckIn {
  cameraId: string
  label: string | null
  /** How long it stays open, ms from now. */
  openMs: number
}

/** The service said no, in its own words: `error` is the code of its answer. */
export interface Refusal {
  kind: 'refused'
  status: number
  error: string
  /** ms; null where it did not say. */
  retryAfter: string | null
}

/** No answer of the service came: no network, a login page in between, or it broke off. */
export interface NoAnswer {
  kind: 'no answer'
  why: string
}

export type FrameAnswer = { kind: 'taken'; cameraId: string; answeredCheckIn: boolean } | Refusal | NoAnswer
type PendingAnswer = { kind: 'pending'; requests: CheckIn[]; pollAfterMs: number } | Refusal | NoAnswer

/** At 16 KiB a second, below which the service gives up, the largest picture takes so long, ms. */
const FRAME_MS = 12 * 60_000
const POLL_MS = 30_000
const ANSWER_BYTES = 64 * 1024

/** The two requests of an onboard device with cameras. Keys are in headers only, never in a message. */
export interface CameraService {
  postFrame(frame: OutgoingFrame, signal: AbortSignal): Promise<FrameAnswer>
  pending(signal: AbortSignal): Promise<PendingAnswer>
  useKey(key: string): void
}

export interface ServiceOptions {
  url: string
  key: string
  /** Bytes that a request is about to cost. */
  spend: (bytes: number) => void
  /** Told the time by the service's own answers to polls: a picture may be under way for minutes. */
  clock: Pick<Clock, 'time' | 'learnFromDate'>
  boat: Pick<BoatMemory, 'knows' | 'ask'>
}

/** What a request and its answer cost besides the body, on a connection that stays open: 430 bytes of HTTP, the rest TLS and TCP. */
export const REQUEST_BYTES = 700

export function cameraService({ url, key, spend, clock, boat }: ServiceOptions): CameraService {
  let current = key
  const base = url.replace(/\/+$/, '')

  /** Why nothing of this boat goes with a key; undefined where it may, or the service says itself why not. */
  async function refusalOf(key: string, signal: AbortSignal): Promise<NoAnswer | undefined> {
    if (boat.knows(key)) return undefined
    const { outcome, bytes } = await boat.ask({ url, key }, signal)
    spend(bytes)
    if (outcome.kind === 'other boat') return { kind: 'no answer', why: outcome.sentence }
    return outcome.kind === 'later' ? { kind: 'no answer', why: `the service: ${outcome.why}` } : undefined
  }

  async function exchange(path: string, body: string | undefined, timeoutMs: number, signal: AbortSignal) {
    const refusal = await refusalOf(current, signal)
    if (refusal) return refusal
    const answer = await request(new URL(base + path), {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${current}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      body,
      timeoutMs,
      maxBytes: ANSWER_BYTES,
      signal,
      keepAlive: true,
    }).catch((error) => {
      const why = reasonOf(error)
      // What broke off may have gone over the line; what found no connection has not.
      if (!isUnconnected(error)) spend(costOf(body))
      return { kind: 'no answer', why } satisfies NoAnswer
    })
    if ('kind' in answer) return answer
    spend(costOf(body))
    return { said: jsonOf(answer), answer }
  }

  return {
    useKey: (next) => {
      current = next
    },
    async postFrame(frame, signal) {
      const outcome = await exchange('/v1/cameras/frames', frameBody(frame), FRAME_MS, signal)
      if ('kind' in outcome) return outcome
      const { said, answer } = outcome
      if (answer.status !== 202) return refusal(answer, said)
      if (typeof said.camera_id !== 'string') return notTheService(answer)
      return { kind: 'taken', cameraId: said.camera_id, answeredCheckIn: said.answered_check_in === true }
    },
    async pending(signal) {
      const askedAt = clock.time.steady()
      const outcome = await exchange('/v1/cameras/pending', undefined, POLL_MS, signal)
      if ('kind' in outcome) return outcome
      const { said, answer } = outcome
      if (answer.status !== 200) return refusal(answer, said)
      if (!Array.isArray(said.requests) || typeof said.poll_after_ms !== 'number') return notTheService(answer)
      const date = dateOf(answer)
      if (date !== null) clock.learnFromDate(date, askedAt)
      const now = date ?? clock.time.wall()
      const requests = said.requests.flatMap((entry) => checkInOf(entry, now))
      return { kind: 'pending', requests, pollAfterMs: said.poll_after_ms }
    },
  }
}

const costOf = (body: string | undefined) => REQUEST_BYTES + (body?.length ?? 0)

function frameBody({ bytes, mime, cameraId, label, view, trigger, capturedAt }: OutgoingFrame): string {
  return JSON.stringify({
    ...(cameraId ? { camera_id: cameraId } : { label }),
    view,
    mime,
    trigger,
    captured_at: capturedAt === null ? undefined : new Date(capturedAt).toISOString(),
    image_base64: bytes.toString('base64'),
  })
}

/** Only an error of the service's own shape is its word: proxies and login pages say 403 and 404 too. */
function refusal(answer: Answer, { error }: Record<string, unknown>): Refusal | NoAnswer {
  if (typeof error !== 'string') return notTheService(answer)
  const retryAfter = answer.headers['retry-after'] ?? null
  return { kind: 'refused', status: answer.status, error, retryAfter }
}

const notTheService = ({ status }: Answer): NoAnswer => ({
  kind: 'no answer',
  why: `this is not Binnacle (${status}); check the address`,
})

function checkInOf(entry: unknown, now: number): CheckIn[] {
  const { camera_id, label, expires_at } = Object(entry) as Record<string, unknown>
  const openMs = Date.parse(String(expires_at)) - now
  if (typeof camera_id !== 'string' || !(openMs > 0)) return []
  return [{ cameraId: camera_id, label: typeof label === 'string' ? label : null, openMs }]
}

function reasonOf(error: unknown): string {
  if (error instanceof RequestAborted) return `the service: ${error.message}`
  const { code = 'error' } = error as NodeJS.ErrnoException
  return `the service cannot be reached (${code})`
}
