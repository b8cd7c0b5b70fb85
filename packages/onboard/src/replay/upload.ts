import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Reading, toWire } from '../readings/reading.ts'
import { type Accepted, postReadings, type Target } from '../upload/post-readings.ts'
import { retryDelay } from '../upload/retry.ts'

export type { Accepted, Target } from '../upload/post-readings.ts'

/** The service will not take this batch, however often it is tried. The message is its own words. */
export class Refused extends Error {
  override name = 'Refused'
}

interface UploadOptions {
  /** Tries before the last failure is thrown; for ever unless given. */
  tries?: number
  /** Told before each wait: why, and for how many ms. */
  onRetry?: (why: string, ms: number) => void
}

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
    const { outcome } = await postReadings(body, idempotencyKey, target)
    if (outcome.kind === 'accepted') return outcome.receipt
    if (outcome.kind !== 'later') throw new Refused(outcome.why)
    if (tried >= (options.tries ?? Number.POSITIVE_INFINITY)) throw new Error(outcome.why)
    const ms = retryDelay(outcome.retryAfter, tried, Date.now(), Math.random())
    options.onRetry?.(outcome.why, ms)
    await sleep(ms)
  }
}
