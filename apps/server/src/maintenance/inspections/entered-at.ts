import { LIMITS } from '@binnacle/contract'

const DAY_MS = 86_400_000

/**
 * When the owner did what arrives now: it may have waited in the app without a network. A time in the future, or one longer ago than
 * anything waits, comes from a clock that is wrong: then the arrival counts. Never before `earliest`.
 */
export function enteredAt(given: string | undefined, now: Date, earliest = new Date(0)): Date {
  const at = given === undefined ? now : new Date(given)
  const waitedMs = now.getTime() - at.getTime()
  const credible = waitedMs >= 0 && waitedMs <= LIMITS.waitDays * DAY_MS ? at : now
  return credible < earliest ? earliest : credible
}
