import { LIMITS, METRIC_NAMES, type Metric, metricBit, type Series } from '@binnacle/contract'
import type { Database } from '../../db/database.ts'
import { narrowBatches, type ReadBatch, type Wanted, wideBatches } from '../rollups/batches-sql.ts'
import { isNewer, metricIndex, type Newest } from '../rollups/day/day-rollup.ts'
import { contains, DAY_MS, hourOf, type Span, spansOf } from '../rollups/day/time-grid.ts'

const ROLLED_UP = `select l.vessel_id, l.metric, l.instance, l.measured_at, l.arrived_at, l.unit, l.value, l.text_value
from telemetry_latest l where l.vessel_id = any($1::uuid[]) and l.metric = any($2::smallint[]) and l.measured_at >= $3`

const PENDING_HOURS = `select u.vessel_id, u.hour from telemetry_pending_rollup u where u.vessel_id = any($1::uuid[]) and u.hour >= $2`

interface LatestRow {
  vessel_id: string
  metric: number
  instance: string
  measured_at: Date
  arrived_at: Date
  unit: string | null
  value: number | null
  text_value: string | null
}

/** The newest readings of a vessel by metric and instance. */
class LatestReadings {
  readonly #newest = new Map<string, Newest & { metric: Metric; instance: string }>()

  get isFull(): boolean {
    return this.#newest.size >= LIMITS.seriesPerVessel
  }

  /** Of a new series only while there is room. */
  add(metric: Metric, instance: string, reading: Newest): void {
    const key = `${metric} ${instance}`
    const known = this.#newest.get(key)
    if (!known && this.isFull) return
    if (!known || isNewer(reading, known)) this.#newest.set(key, { metric, instance, ...reading })
  }

  /** When a series' newest reading was measured, ms; -Infinity without one. */
  newestAt(metric: string, instance: string): number {
    return this.#newest.get(`${metric} ${instance}`)?.at ?? Number.NEGATIVE_INFINITY
  }

  /** By metric in the order of METRICS, and by instance. */
  get series(): Series[] {
    return [...this.#newest.values()]
      .sort((a, b) => metricIndex(a.metric) - metricIndex(b.metric) || (a.instance < b.instance ? -1 : 1))
      .map(({ metric, instance, unit, value, text, at, arrived }) => ({
        metric,
        instance: instance || null,
        unit,
        value,
        text_value: text,
        recorded_at: new Date(at).toISOString(),
        arrived_at: new Date(arrived).toISOString(),
      }))
  }
}

/**
 * The newest reading of each series of these metrics that was measured in the last LIMITS.latestDays: those of the
 * finished hours are at hand, and the batches of the others, an hour or two, are read. A vessel without readings has none. The caller
 * has checked the owner.
 */
export async function latestOf(
  database: Database,
  vesselIds: string[],
  metrics: readonly Metric[],
  now = new Date(),
): Promise<Map<string, Series[]>> {
  const since = now.getTime() - LIMITS.latestDays * DAY_MS
  const latest = new Map<string, LatestReadings>()
  const of = (vesselId: string) => latest.getOrInsertComputed(vesselId, () => new LatestReadings())

  // What is rolled up after this is read twice; the other way round it would be missed.
  const wanted = await pending(database, vesselIds, since)
  const rows = await database.prepared<LatestRow>('latest-rolled-up', ROLLED_UP, [
    vesselIds,
    metrics.map(metricIndex),
    new Date(since),
  ])
  for (const { vessel_id, metric, instance, measured_at, arrived_at, unit, value, text_value: text } of rows) {
    const reading = { at: measured_at.getTime(), arrived: arrived_at.getTime(), unit, value, text }
    of(vessel_id).add(METRIC_NAMES[metric]!, instance, reading)
  }
  const bits = metrics.reduce((mask, metric) => mask | metricBit(metric), 0)
  const asked = new Set<string>(metrics)
  const oldest = new Map<string, number>()
  for await (const [span, batch] of narrowBatches(database, wanted, bits)) {
    // An onboard device says the same series again and again: once all of them are known, what is older needs no decoding.
    const device = `${span.vesselId} ${batch.encodedSeries}`
    if (of(span.vesselId).isFull && !oldest.has(device)) continue
    if (batch.lastAt < (oldest.get(device) ?? Number.NEGATIVE_INFINITY)) continue
    oldest.set(device, addBatch(of(span.vesselId), asked, span, batch))
  }
  const all = vesselIds.map((vesselId) => ({ vesselId, from: since, to: now.getTime() + 1 }))
  for (const [span, batch] of await wideBatches(database, all, bits)) addBatch(of(span.vesselId), asked, span, batch)
  return new Map([...latest].map(([vesselId, readings]) => [vesselId, readings.series]))
}

async function pending(database: Database, vesselIds: string[], since: number): Promise<Wanted[]> {
  const values = [vesselIds, hourOf(since)]
  const rows = await database.prepared<{ vessel_id: string; hour: number }>('latest-pending', PENDING_HOURS, values)
  return [...Map.groupBy(rows, ({ vessel_id }) => vessel_id)].flatMap(([vesselId, hours]) =>
    spansOf(hours.map(({ hour }) => hour)).map((span) => ({ vesselId, ...span, from: Math.max(span.from, since) })),
  )
}

/** Adds the readings of the span; gives when the newest reading of that series of the batch was measured whose newest is oldest. */
function addBatch(
  latest: LatestReadings,
  asked: ReadonlySet<string>,
  span: Span,
  { arrived, columns }: ReadBatch,
): number {
  const { series, of, at, value, text } = columns
  const newest = new Map<number, Newest>()
  for (let i = 0; i < of.length; i++) {
    if (!contains(span, at[i]!) || !asked.has(series[of[i]!]![0])) continue
    const known = newest.get(of[i]!)
    if (known && known.at > at[i]!) continue
    const reading = { at: at[i]!, arrived, unit: series[of[i]!]![1], value: value[i] ?? null, text: text?.[i] ?? null }
    if (!known || isNewer(reading, known)) newest.set(of[i]!, reading)
  }
  for (const [place, reading] of newest) {
    const [metric, , instance] = series[place]!
    latest.add(metric as Metric, instance ?? '', reading)
  }
  const ours = series.filter(([metric]) => asked.has(metric))
  return Math.min(...ours.map(([metric, , instance]) => latest.newestAt(metric, instance ?? '')))
}
