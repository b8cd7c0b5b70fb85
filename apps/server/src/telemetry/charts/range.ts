import { type Metric, metricBit } from '@binnacle/contract'
import type { Database } from '../../db/database.ts'
import { type Archived, whileArchived } from '../rollups/archived-sql.ts'
import { narrowBatches, type ReadBatch, wideBatches } from '../rollups/batches-sql.ts'
import { addAggregate, addReading, type Buckets, coarseTime } from '../rollups/day/aggregate.ts'
import { metricIndex } from '../rollups/day/day-rollup.ts'
import { decodeBuckets } from '../rollups/day/encoded-buckets.ts'
import {
  clip,
  contains,
  DAY_MS,
  dayOf,
  HOUR_MS,
  hourOf,
  SLOT_MS,
  type Span,
  spansOf,
} from '../rollups/day/time-grid.ts'
import { pendingHours, type RolledDay, rolledUpDays } from '../rollups/rollup-sql.ts'

/** One metric of one engine, tank or battery; instance '' where the readings name none. */
export interface SeriesName {
  metric: Metric
  instance: string
}

/**
 * A series in buckets of a width that the span is made of. Rollups, and the batches of hours that are not rolled up, give the same
 * answer as all batches would; below five minutes those are what is read.
 */
export const readBuckets = (
  database: Database,
  vesselId: string,
  series: SeriesName,
  span: Span,
  width: number,
): Promise<Buckets> =>
  whileArchived(database, vesselId, (archived) => readParts(database, vesselId, series, span, width, archived))

async function readParts(
  database: Database,
  vesselId: string,
  series: SeriesName,
  span: Span,
  width: number,
  archived: Archived,
): Promise<Buckets> {
  const buckets: Buckets = new Map()
  const hours = width < SLOT_MS ? null : await pendingHours(database, vesselId, span)
  // A span is either archived or not: times of the archived ones are read as rollups know them.
  const { archivedHours = [], open = [] } = Object.groupBy(hours ?? [], (hour) =>
    hour * HOUR_MS < archived.before ? 'archivedHours' : 'open',
  )
  if (hours) await addRolledUp(buckets, database, vesselId, series, span, width, open)

  const bit = metricBit(series.metric)
  const raw = hours ? clip([...spansOf(archivedHours), ...spansOf(open)], span) : [span]
  const wanted = raw.map((part) => ({ ...part, vesselId }))
  // What is added to rollups later is read as it will be there, so that the answer stays the same.
  const late: Buckets = new Map()
  const add = (part: Span, batch: ReadBatch, isLate: boolean) =>
    addBatch(isLate ? late : buckets, width, series, part, batch, isLate ? coarseTime : undefined)
  for await (const [part, batch] of narrowBatches(database, wanted, bit))
    add(part, batch, hours !== null && part.from < archived.before)
  for (const [part, batch] of await wideBatches(database, [{ ...span, vesselId }], bit))
    add(part, batch, hours !== null)
  for (const [start, bucket] of late) addAggregate(buckets, width, start, bucket)
  return buckets
}

async function addRolledUp(
  buckets: Buckets,
  database: Database,
  vesselId: string,
  { metric, instance }: SeriesName,
  span: Span,
  width: number,
  hours: number[],
): Promise<void> {
  const pending = new Set(hours)
  const mixed = [...new Set(hours.map((hour) => dayOf(hour * HOUR_MS)))]
  const which = width < DAY_MS ? 'all' : mixed
  for (const day of await rolledUpDays(database, vesselId, { metric: metricIndex(metric), instance }, span, which)) {
    for (const [start, part] of partsOf(day))
      if (contains(span, start) && !(day.buckets !== null && pending.has(hourOf(start))))
        addAggregate(buckets, width, start, part)
  }
}

/** A finished day as parts, each with its start, ms: five minutes, or the whole day. */
function* partsOf({ start, buckets, whole }: RolledDay) {
  if (buckets === null) yield [start, whole] as const
  else for (const [slot, part] of decodeBuckets(buckets, start)) yield [start + slot * SLOT_MS, part] as const
}

function addBatch(
  buckets: Buckets,
  width: number,
  { metric, instance }: SeriesName,
  span: Span,
  batch: ReadBatch,
  timeOf = (at: number) => at,
): void {
  const { series, of, at, value } = batch.columns
  const isOurs = series.map(([name, , which]) => name === metric && (which ?? '') === instance)
  if (!isOurs.includes(true)) return
  for (let i = 0; i < of.length; i++) {
    const number = value[i] ?? null
    if (number !== null && isOurs[of[i]!] && contains(span, at[i]!)) addReading(buckets, width, timeOf(at[i]!), number)
  }
}
