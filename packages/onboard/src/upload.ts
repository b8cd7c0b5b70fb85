import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Reading, toWire } from './reading.ts'
import { mayRetry, retryDelay } from './retry.ts'

/** Where readings go: the service's base address and a connection key (ct_...). */
export interface Target {
  url: string
  key: string
}

/** The answer to an accepted batch. Source: vessel-data-api.md, POST /v1/telemetry. */
export interface Accepted {
  accepted: number
  rejected: { metric: string; reason: string }[]
  engine_hours_applied: boolean
}

/** The service will not take this batch, however often it is tried. The message is its own words. */
export class Refused extends Error {
  override name = 'Refused'
}

export interface UploadOptions {
  /** Tries before the last failure is thrown; a box tries for ever. */
  tries?: number
  /** Told before each wait: why, and for how many ms. */
  onRetry?: (why: string, ms: number) => void
}

const ANSWER_WITHIN_MS = 30_000

/**
 * Posts one batch of at most 200 readings until the service has it. The Idempotency-Key is made of the content before the
 * first try, so that the service stores once what arrived twice. Throws Refused for a 4xx that waiting cannot cure.
 */
export async function upload(
  batch: readonly Reading[],
  target: Target,
  options: UploadOptions = {},
): Promise<Accepted> {
  const body = JSON.stringify({ readings: batch.map(toWire) })
  const idempotencyKey = createHash('sha256').update(body).digest('hex')
  for (let tried = 1; ; tried++) {
    const outcome = await attempt(body, idempotencyKey, target)
    if ('accepted' in outcome) return outcome
    if (tried >= (options.tries ?? Number.POSITIVE_INFINITY)) throw new Error(outcome.why)
    const ms = retryDelay(outcome.retryAfter, tried, Date.now(), Math.random())
    options.onRetry?.(outcome.why, ms)
    await sleep(ms)
  }
}

async function attempt(
  body: string,
  idempotencyKey: string,
  { url, key }: Target,
): Promise<Accepted | { why: string; retryAfter: string | null }> {
  try {
    const response = await fetch(`${url.replace(/\/+$/, '')}/v1/telemetry`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'idempotency-key': idempotencyKey,
      },
      body,
      // A marina's login page answers with a redirect: to follow it would send the key to a stranger.
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    })
    const text = await response.text()
    const said = `${response.status} ${errorIn(text) ?? response.statusText}`.trim()
    const retryAfter = response.headers.get('retry-after')
    if (mayRetry(response.status)) return { why: said, retryAfter }
    if (response.status >= 400) throw new Refused(said)
    return acceptedIn(text) ?? { why: `${said}: not an answer of the service`, retryAfter: null }
  } catch (error) {
    if (error instanceof Refused) throw error
    return { why: reason(error), retryAfter: null }
  }
}

function parsed(text: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(text))
  } catch {
    return {}
  }
}

function errorIn(text: string): string | undefined {
  const { error } = parsed(text)
  return typeof error === 'string' ? error : undefined
}

/** Only the service's own answer counts as delivered; a login page answers 200 too. */
function acceptedIn(text: string): Accepted | undefined {
  const { accepted, rejected, engine_hours_applied } = parsed(text)
  if (typeof accepted !== 'number') return undefined
  return {
    accepted,
    rejected: Array.isArray(rejected) ? rejected : [],
    engine_hours_applied: engine_hours_applied === true,
  }
}

/** fetch says only "fetch failed"; what failed is in its cause. */
function reason(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error
    ? cause.message || String((cause as NodeJS.ErrnoException).code ?? cause.name)
    : String(cause)
}
