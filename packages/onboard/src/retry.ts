const FIRST_MS = 1_000
const LONGEST_MS = 60_000

/**
 * How long to wait before the next try, ms: what Retry-After says (seconds or an HTTP date), else 1 s doubled with each try
 * up to a minute, less up to half at random so that boats do not come back in step. `tried` is 1 after the first try.
 */
export function retryDelay(retryAfter: string | null, tried: number, now: number, random: number): number {
  if (retryAfter !== null && /^\d+$/.test(retryAfter)) return Number(retryAfter) * 1000
  const date = Date.parse(retryAfter ?? '')
  if (!Number.isNaN(date)) return Math.max(0, date - now)
  return Math.min(LONGEST_MS, FIRST_MS * 2 ** (tried - 1)) * (1 - random / 2)
}

/** Whether the same request can succeed later: too early, too much at once, or the server's own trouble. */
export const mayRetry = (status: number): boolean => status === 408 || status === 425 || status === 429 || status >= 500
