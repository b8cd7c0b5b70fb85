import type { ConnectionOverview } from '@binnacle/contract'

const MINUTE_MS = 60_000

/**
 * As long as the alert of a silent onboard device (apps/server/src/overview/alerts.ts): an onboard device at rest sends each
 * quarter of an hour.
 */
export const SILENT_MS = 60 * MINUTE_MS

/** How a connection is doing, what wants an owner's look first. */
export type ConnectionState = 'off' | 'waiting' | 'refused' | 'silent' | 'well'

type Seen = Pick<ConnectionOverview, 'enabled' | 'last_seen_at' | 'last_error'>

export function stateOf({ enabled, last_seen_at, last_error }: Seen, now: number): ConnectionState {
  if (!enabled) return 'off'
  if (last_error) return 'refused'
  if (!last_seen_at) return 'waiting'
  return now - Date.parse(last_seen_at) > SILENT_MS ? 'silent' : 'well'
}

/**
 * How far an onboard device that is being set up has come. reached: it has asked with its key, as `binnacle-gateway check` does,
 * and has sent nothing yet. `seenBefore` is when it was last seen as its key was made: what it did with an older one does not
 * count.
 */
export type Arrival = 'waiting' | 'reached' | 'connected'

type Sent = Pick<ConnectionOverview, 'last_seen_at' | 'readings_last_day' | 'cameras'>

export function arrivalOf({ last_seen_at, readings_last_day, cameras }: Sent, seenBefore: string | null): Arrival {
  if (!last_seen_at || last_seen_at === seenBefore) return 'waiting'
  return readings_last_day > 0 || cameras.length > 0 ? 'connected' : 'reached'
}

/** A key that was just made. It is in memory only, where it is shown. */
export interface NewKey {
  value: string
  seenBefore: string | null
}

/** After so long without a word, help is worth more than hope. */
export const HELP_AFTER_MS = 2 * MINUTE_MS
