import { ALL_METRICS, LIMITS, METRIC_NAMES, type Metric, type StoredSeries } from '@binnacle/contract'
import type { Database } from '../../db/database.ts'
import { FIRST_MS, LAST_MS } from '../../http/values/instant.ts'
import { type Archived, whileArchived } from '../rollups/archived-sql.ts'
import { narrowBatches, type ReadBatch, wideBatches } from '../rollups/batches-sql.ts'
import { metricIndex } from '../rollups/day/day-rollup.ts'
import { decodeBuckets } from '../rollups/day/encoded-buckets.ts'
import { decodeChanges } from '../rollups/day/faults.ts'
import { contains, DAY_MS, dayOf, HOUR_MS, hourOf, SLOT_MS, type Span, spansOf } from '../rollups/day/time-grid.ts'
import { pendingHours } from '../rollups/rollup-sql.ts'

const EVER: Span = { from: FIRST_MS, to: LAST_MS + 1 }

/** Whole days; those of the list are read by their buckets (MIXED_DAYS). A day of which there is only an empty row is none. */
const WHOLE_DAYS = `select r.metric, r.instance, sum(r.readings) as count,
  min(r.day) filter (where r.readings > 0 or r.changes is not null) as first_day
from telemetry_rollup r where r.vessel_id = $1 and r.day <> all($2::integer[]) group by r.metric, r.instance
order by max(r.day) desc, r.metric, r.instance limit ${LIMITS.seriesPerVessel}`

const DAY_COLUMNS = 'r.metric, r.instance, r.day, r.buckets, r.changes'

const MIXED_DAYS = `select ${DAY_COLUMNS} from telemetry_rollup r where r.vessel_id = $1 and r.day = any($2::integer[])`

const FIRST_DAYS = `select ${DAY_COLUMNS}
from unnest($2::smallint[], $3::text[], $4::integer[]) w(metric, instance, day)
join telemetry_rollup r on r.vessel_id = $1 and r.metric = w.metric and r.instance = w.instance and r.day = w.day`

const NEWEST = `select l.metric, l.instance, l.measured_at, l.unit from telemetry_latest l where l.vessel_id = $1`

interface DayRow {
  metric: number
  instance: string
  day: number
  buckets: string
  changes: string | null
}

interface Found {
  metric: Metric
  instance: string
  count: number
  /** ms */
  first: number
  last: number
  unit: string | null
}

/** What is known of each series so far. */
class FoundSeries {
  readonly #found = new Map<string, Found>()

  /** A new one counts only while there is room. */
  of(metric: Metric, instance: string): Found {
    const key = `${metric} ${instance}`
    const known = this.#found.get(key)
    if (known) return known
    const fresh: Found = { metric, instance, count: 0, first: Infinity, last: -Infinity, unit: null }
    if (this.#found.size < LIMITS.seriesPerVessel) this.#found.set(key, fresh)
    return fresh
  }

  /** By metric in the order of METRICS, and by instance. */
  get all(): StoredSeries[] {
    return [...this.#found.values()]
      .filter(({ first, last }) => first <= last)
      .sort((a, b) => metricIndex(a.metric) - metricIndex(b.metric) || (a.instance < b.instance ? -1 : 1))
      .map(({ metric, instance, count, first, last, unit }) => ({
        metric,
        instance: instance || null,
        unit,
        first: new Date(first).toISOString(),
        last: new Date(last).toISOString(),
        count: metric === 'fault_code' ? null : count,
      }))
  }
}

/**
 * Every series that a vessel has ever sent, up to LIMITS.seriesPerVessel. Finished days come from rollups, of which one statement
 * reads a number each; pending hours from their batches. The caller has checked the owner.
 */
export const seriesOf = (database: Database, vesselId: string): Promise<StoredSeries[]> =>
  whileArchived(database, vesselId, (archived) => readParts(database, vesselId, archived))

async function readParts(database: Database, vesselId: string, archived: Archived): Promise<StoredSeries[]> {
  const series = new FoundSeries()
  // To be asked before the rollups: what is rolled up meanwhile is left out of them.
  const hours = await pendingHours(database, vesselId, EVER)
  // Readings that came late for archived hours are added to their rollups: both count.
  const open = new Set(hours.filter((hour) => hour * HOUR_MS >= archived.before))
  await addRolledUp(series, database, vesselId, open)
  for (const { metric, instance, measured_at, unit } of await database.prepared<{
    metric: number
    instance: string
    measured_at: Date
    unit: string | null
  }>('series-newest', NEWEST, [vesselId]))
    addNewest(series.of(METRIC_NAMES[metric]!, instance), measured_at.getTime(), unit)
  const wanted = spansOf(hours).map((span) => ({ ...span, vesselId }))
  for await (const [span, batch] of narrowBatches(database, wanted, ALL_METRICS)) addBatch(series, span, batch)
  for (const [span, batch] of await wideBatches(database, [{ ...EVER, vesselId }], ALL_METRICS))
    addBatch(series, span, batch)
  return series.all
}

async function addRolledUp(series: FoundSeries, database: Database, vesselId: string, open: Set<number>) {
  const mixed = [...new Set([...open].map((hour) => dayOf(hour * HOUR_MS)))]
  const whole = await database.prepared<{ metric: number; instance: string; count: string; first_day: number | null }>(
    'series-whole-days',
    WHOLE_DAYS,
    [vesselId, mixed],
  )
  for (const { metric, instance, count } of whole) series.of(METRIC_NAMES[metric]!, instance).count += Number(count)
  const firstDays = await database.prepared<DayRow>('series-first-days', FIRST_DAYS, [
    vesselId,
    whole.map(({ metric }) => metric),
    whole.map(({ instance }) => instance),
    whole.map(({ first_day }) => first_day),
  ])
  for (const row of firstDays) addTimes(series, row, new Set())
  for (const row of await database.prepared<DayRow>('series-mixed-days', MIXED_DAYS, [vesselId, mixed]))
    addTimes(series, row, open, true)
}

/** The times of a finished day, and with `counted` its readings, but for those of the hours. */
function addTimes(series: FoundSeries, row: DayRow, without: Set<number>, counted = false): void {
  const found = series.of(METRIC_NAMES[row.metric]!, row.instance)
  const start = row.day * DAY_MS
  for (const [slot, { count }] of decodeBuckets(row.buckets, start)) {
    const at = start + slot * SLOT_MS
    if (without.has(hourOf(at))) continue
    addTime(found, at)
    if (counted) found.count += count
  }
  for (const { at } of row.changes === null ? [] : decodeChanges(row.changes, start))
    if (!without.has(hourOf(at))) addTime(found, Math.floor(at / SLOT_MS) * SLOT_MS)
}

function addTime(found: Found, at: number): void {
  found.first = Math.min(found.first, at)
  found.last = Math.max(found.last, at)
}

function addNewest(found: Found, at: number, unit: string | null): void {
  if (at >= found.last) found.unit = unit
  found.first = Math.min(found.first, Math.floor(at / SLOT_MS) * SLOT_MS)
  found.last = Math.max(found.last, at)
}

function addBatch(series: FoundSeries, span: Span, { columns }: ReadBatch): void {
  const { of, at, value } = columns
  const found = columns.series.map(([metric, , instance]) => series.of(metric as Metric, instance ?? ''))
  for (let i = 0; i < of.length; i++) {
    if (!contains(span, at[i]!)) continue
    const one = found[of[i]!]!
    addNewest(one, at[i]!, columns.series[of[i]!]![1])
    if ((value[i] ?? null) !== null) one.count++
  }
}
