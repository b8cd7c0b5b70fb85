import { retryDelay } from '../upload/retry.ts'
import type { FrameAnswer, NoAnswer, Refusal } from './service.ts'

/** What becomes of a frame after an answer, and of its camera. `say` is for the owner. */
export type Outcome =
  | { frame: 'sent'; cameraId: string }
  /** Kept; this camera's next frame not sooner than in so many ms. */
  | { frame: 'kept'; cameraRetryAfterMs: number }
  /** Kept; nothing is sent for so many ms. */
  | { frame: 'kept'; retryAfterMs: number; say: string }
  /** Kept, to be sent without the camera's id, which the service no longer knows. */
  | { frame: 'kept'; forget: true }
  /** No use to send it again. `pauseMs`: nor any other picture of this camera's schedule for so long. */
  | { frame: 'dropped'; pauseMs: number; say: string }

/** A key that is refused is tried again so seldom: only a person can change that. */
export const REFUSED_WAIT_MS = 5 * 60_000
/** So is a camera that the owner has switched off, or a fifth one. */
const MAX_PAUSE_MS = 60 * 60_000

/** A Retry-After of nothing or of a year is not believed. */
const bounded = (ms: number) => Math.min(MAX_PAUSE_MS, Math.max(1_000, ms))

/** `tried`: how often in a row the service gave no answer, this one included; `random` is in [0, 1). */
export function outcomeOf(
  answer: FrameAnswer,
  { hadId, tried, now, random }: { hadId: boolean; tried: number; now: number; random: number },
): Outcome {
  if (answer.kind === 'taken') return { frame: 'sent', cameraId: answer.cameraId }
  if (answer.kind === 'refused') {
    const { status, error, retryAfter } = answer
    if (error === 'too_frequent')
      return { frame: 'kept', cameraRetryAfterMs: bounded(retryDelay(retryAfter, 5, now, random)) }
    if (error === 'not_found' && hadId) return { frame: 'kept', forget: true }
    if (error === 'camera_disabled' || error === 'camera_limit')
      return { frame: 'dropped', pauseMs: MAX_PAUSE_MS, say: WORDS[error]! }
    if (status !== 401 && !TURNED_OFF.includes(error) && status !== 429 && status < 500)
      return { frame: 'dropped', pauseMs: 0, say: WORDS[error] ?? `the service rejected the picture: ${error}` }
  }
  return { frame: 'kept', ...troubleOf(answer, { tried, now, random }) }
}

/** How long to leave the service alone after it gave no proper answer, and what the owner reads meanwhile. */
export function troubleOf(
  answer: Refusal | NoAnswer,
  { tried, now, random }: { tried: number; now: number; random: number },
): { retryAfterMs: number; say: string } {
  if (answer.kind === 'no answer') return { retryAfterMs: retryDelay(null, tried, now, random), say: answer.why }
  const { status, error, retryAfter } = answer
  const refused = status === 401 || status === 403
  return {
    retryAfterMs: refused ? REFUSED_WAIT_MS : bounded(retryDelay(retryAfter, tried, now, random)),
    say: WORDS[error] ?? `the service answers ${status} ${error}`,
  }
}

/** A person turned it off, and may turn it on again: what was recorded is kept. */
const TURNED_OFF = ['connection_disabled', 'account_suspended']

const WORDS: Record<string, string> = {
  invalid_connection_key: 'the service rejected the key for cameras; copy it again from the app',
  connection_disabled: 'the connection for cameras is turned off in the app',
  account_suspended: 'the operator of the service has suspended the account',
  camera_disabled: 'the camera is turned off in the app',
  camera_limit: 'the boat already has four cameras; delete one in the app',
  body_too_large: 'the picture is too large; set a smaller width',
  frame_too_large: 'the picture is larger than 8 MiB; set a smaller width',
  unsupported_mime: 'the service does not accept this picture format',
  upload_failed: 'the service could not read the picture; it is damaged',
  request_timeout: 'the connection is too slow for this picture; set a smaller width',
  ingest_disabled: 'the service does not accept pictures at the moment; it will be tried again',
}
