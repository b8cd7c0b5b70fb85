import * as contract from '@binnacle/contract'
import type { Database } from '../../db/database.ts'
import type { Call, Handle } from '../../http/route/register.ts'
import { askedSpan } from '../../http/values/asked-span.ts'
import { vesselOrNotFound } from '../../vessels/sql.ts'
import { latestOf } from '../read/latest-sql.ts'
import { archivedOf } from '../rollups/archived-sql.ts'
import type { Aggregate, Buckets } from '../rollups/day/aggregate.ts'
import { shortMean } from '../rollups/day/encoded-buckets.ts'
import type { Span } from '../rollups/day/time-grid.ts'
import { align, chartWidth } from './bucket-width.ts'
import { readFaults } from './events.ts'
import { seriesGap, TWO_HEARTBEATS_MS } from './gap.ts'
import { readBuckets } from './range.ts'
import { servicesIn } from './services-sql.ts'
import { readTrack } from './track.ts'

/** What a call of the web app and one of a program have in common. */
type Asked<R extends contract.Route> = Pick<Call<R>, 'params' | 'query' | 'now'> & { caller: { id: string } }

/** What the app draws: the newest values, charts with their events, and the track. */
export function chartRoutes(handle: Handle, database: Database): void {
  const { db } = database

  const latest = async ({ caller, params, now }: Asked<typeof contract.readLatest>) => {
    const { id } = await vesselOrNotFound(db, caller.id, params.id)
    return { series: (await latestOf(database, [id], contract.METRIC_NAMES, now)).get(id) ?? [] }
  }
  handle(contract.readLatest, latest)
  handle(contract.readVesselLatest, latest)

  const range = async ({ caller, params, query, now }: Asked<typeof contract.readRange>) => {
    const { id } = await vesselOrNotFound(db, caller.id, params.id)
    const { metric, instance = '', points = contract.LIMITS.pointsPerRead.default } = query
    const series = { metric, instance }
    const asked = askedSpan(query)
    const gap = await seriesGap(database, id, series, Math.min(asked.to, now.getTime()))
    const shown = withNeighbours(asked, gap)
    const width = chartWidth(shown, points, (await archivedOf(database, id)).before)
    const span = align(shown, width)
    const buckets = await readBuckets(database, id, series, span, width)
    const lastAt = Math.max(...buckets.values().map((bucket) => bucket.lastAt))
    const ownGap = gap ?? (buckets.size > 0 ? await seriesGap(database, id, series, lastAt) : null) ?? TWO_HEARTBEATS_MS
    return {
      metric,
      instance: instance || null,
      from: new Date(span.from).toISOString(),
      to: new Date(span.to).toISOString(),
      bucket_ms: width,
      gap_ms: Math.max(width, ownGap),
      points: columnsOf(buckets),
    }
  }
  handle(contract.readRange, range)
  handle(contract.readVesselRange, range)

  handle(contract.readEvents, async ({ caller, params, query }) => {
    const { id } = await vesselOrNotFound(db, caller.id, params.id)
    const span = askedSpan(query)
    const [faults, services] = await Promise.all([readFaults(database, id, span), servicesIn(db, id, span)])
    return {
      faults: faults.map(({ instance, text, from, to }) => ({
        instance: instance || null,
        text,
        from: new Date(from).toISOString(),
        to: to === null ? null : new Date(to).toISOString(),
      })),
      services,
    }
  })

  handle(contract.readTrack, async ({ caller, params, query }) => {
    const { id } = await vesselOrNotFound(db, caller.id, params.id)
    const { positions, metres, gaps } = await readTrack(database, id, askedSpan(query))
    return {
      points: [positions.map(({ at }) => at), positions.map(({ lat }) => lat), positions.map(({ lon }) => lon)],
      distance_nm: Math.round((metres / contract.METRES_PER_NAUTICAL_MILE) * 100) / 100,
      gaps: [gaps.map(({ from }) => from.at), gaps.map(({ to }) => to.at)],
    }
  })
}

/** With the points beside a span, to which the line goes on, of a series that speaks so rarely that there may be none within. */
const withNeighbours = ({ from, to }: Span, gap: number | null): Span =>
  gap === null || gap <= TWO_HEARTBEATS_MS ? { from, to } : { from: from - gap, to: to + gap }

function columnsOf(buckets: Buckets): contract.TelemetryRange['points'] {
  const inOrder = [...buckets].sort(([a], [b]) => a - b)
  const column = (of: (bucket: Aggregate) => number) => inOrder.map(([, bucket]) => of(bucket))
  return [
    inOrder.map(([start]) => start),
    column(({ min }) => min),
    column(({ max }) => max),
    column(shortMean),
    column(({ last }) => last),
  ]
}
