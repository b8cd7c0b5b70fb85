const FIRST_MS = 1_000
const LONGEST_MS = 60_000
/** The longest that Retry-After is believed: a date means nothing to a machine whose clock is wrong. */
const LONGEST_ASKED_MS = 3_600_000

/**
 * How long to wait before the next try, ms: what Retry-After says (seconds or an HTTP date) and up to a tenth more, else 1 s
 * doubled with each try up to a minute, less up to half. The share is random, so that boats do not come back in step. `tried`
 * is 1 after the first try, `now` is ms since 1970.
 */
export function retryDelay(retryAfter: string | null, tried: number, now: number, random: number): number {
  const asked = askedDelay(retryAfter, now)
  if (asked !== undefined) return asked + (asked / 10) * random
  return Math.min(LONGEST_MS, FIRST_MS * 2 ** (tried - 1)) * (1 - random / 2)
}

function askedDelay(retryAfter: string | null, now: number): number | undefined {
  const ms = /^\d+$/.test(retryAfter ?? '') ? Number(retryAfter) * 1000 : Date.parse(retryAfter ?? '') - now
  return Number.isNaN(ms) ? undefined : Math.min(LONGEST_ASKED_MS, Math.max(0, ms))
}

/** Whether the same request can succeed later: too early, too much at once, or the server's own trouble. */
export const mayRetry = (status: number): boolean => status === 408 || status === 425 || status === 429 || status >= 500
