import { NO_TRAFFIC, type Traffic, type TrafficSpan } from '@binnacle/contract'

const STEP_MS = { hour: 3_600_000, day: 86_400_000 } as const
const COUNT = { hour: 24, day: 30 } as const

/** What came in an hour or a day (UTC) that begins at `from`, ms. */
export type Bar = Traffic & { from: number }

/** The last 24 hours or 30 days up to `now`, oldest first, each there: the service leaves out those in which nothing came. */
export function barsOf(spans: readonly TrafficSpan[], step: 'hour' | 'day', now: number): Bar[] {
  const ms = STEP_MS[step]
  const known = new Map(spans.map((span) => [new Date(span.from).getTime(), span]))
  const last = Math.floor(now / ms) * ms
  return Array.from({ length: COUNT[step] }, (_, i) => {
    const from = last - (COUNT[step] - 1 - i) * ms
    return { ...(known.get(from) ?? NO_TRAFFIC), from }
  })
}

/** The bar with the most of something; null when none has any. */
export const most = (bars: readonly Bar[], of: keyof Traffic): Bar | null =>
  bars.reduce<Bar | null>((best, bar) => (bar[of] > (best?.[of] ?? 0) ? bar : best), null)
