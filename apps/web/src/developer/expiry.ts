/** How long a new key works: days, or null for as long as nobody revokes it. */
export const EXPIRIES = { month: 30, quarter: 90, year: 365, never: null } as const
export type Expiry = keyof typeof EXPIRIES

const DAY_MS = 86_400_000

/** When a key that is made now stops; null: never. */
export function expiryDate(expiry: Expiry, now: number): Date | null {
  const days = EXPIRIES[expiry]
  return days === null ? null : new Date(now + days * DAY_MS)
}

/** Whoever uses a key should hear of its end in time to make another. */
const SOON_MS = 14 * DAY_MS

export type KeyState = 'active' | 'soon' | 'expired' | 'paused'

/** How a key stands. `hasKeys`: the account's plan includes keys. */
export function keyState(expiresAt: string | null, hasKeys: boolean, now: number): KeyState {
  const left = expiresAt === null ? Number.POSITIVE_INFINITY : new Date(expiresAt).getTime() - now
  if (left <= 0) return 'expired'
  if (!hasKeys) return 'paused'
  return left < SOON_MS ? 'soon' : 'active'
}
