import type { Metric } from '@binnacle/contract/metrics'

/**
 * An onboard device tells each value at least every quarter of an hour (HEARTBEAT_MS in packages/onboard); two missed, and it is
 * old.
 */
export const STALE_MS = 30 * 60_000

/** Told when they happen and not again: silence says nothing. */
const EVENTS = new Set<Metric>(['fault_code', 'bilge_pump_cycles'])

/** Whether a value that was true at `seenAt` (ms) may no longer be. */
export const isStale = (metric: Metric, seenAt: number, now: number) => !EVENTS.has(metric) && now - seenAt > STALE_MS
