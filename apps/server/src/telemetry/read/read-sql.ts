import { METRIC_NAMES, type Metric, type Reading } from '@binnacle/contract'
import { CompiledQuery } from 'kysely'
import type { Database } from '../../db/database.ts'
import { keepFromBlocks } from '../blocks/lock.ts'
import type { StoredRow } from '../blocks/stored-row.ts'
import { metricIndex } from '../rollups/day/day-rollup.ts'
import { NewestReadings } from './newest.ts'

interface Row extends StoredRow {
  last_at: Date
}

const COLUMNS = 'b.last_at, b.batch_key, b.arrived_at, b.body, b.block'
/** Behind the last batch of the page before. */
const BEHIND = '(b.last_at, b.batch_key) < ($2::timestamptz, $3::uuid)'

const ANY = `select ${COLUMNS} from telemetry_batch b
where b.vessel_id = $1 and ${BEHIND} and b.accepted > 0
order by b.last_at desc, b.batch_key desc limit $4`

/** From day to day among those that have the metric, newest first, and only within such a day from batch to batch. */
const BY_METRIC = `select b.* from (
  select d.day from telemetry_day d
  where d.vessel_id = $1 and d.day <= ($2::timestamptz at time zone 'UTC')::date and d.metrics & $5 <> 0
  order by d.day desc
) d cross join lateral (
  select ${COLUMNS} from telemetry_batch b
  where b.vessel_id = $1 and b.metrics & $5 <> 0
    and b.last_at >= d.day::timestamp at time zone 'UTC' and b.last_at < (d.day + 1)::timestamp at time zone 'UTC'
    and ${BEHIND}
  order by b.last_at desc, b.batch_key desc
) b limit $4`

/** The newest reading of each series whose batches were deleted because they are old. */
const KEPT = `select l.metric, l.instance, l.measured_at, l.arrived_at, l.unit, l.value, l.text_value
from telemetry_latest l join telemetry_archived s on s.vessel_id = l.vessel_id
where l.vessel_id = $1 and l.metric = any($2::smallint[]) and l.measured_at < to_timestamp(s.before_hour * 3600.0)`

interface KeptRow {
  metric: number
  instance: string
  measured_at: Date
  arrived_at: Date
  unit: string | null
  value: number | null
  text_value: string | null
}

const BEFORE_ALL = [new Date('9999-12-31T23:59:59.999Z'), 'ffffffff-ffff-ffff-ffff-ffffffffffff'] as const

/** Enough for 200 readings of an onboard device that sends full batches, and for a page of one that sends a few at a time. */
const FIRST_PAGE = 4
const LARGEST_PAGE = 256

/**
 * The newest readings of a vessel, of one metric (its bit and name) or of all, newest first; see NewestReadings for the order. Of a
 * series whose readings were all deleted by retention, the newest is kept.
 * The caller has checked the owner.
 */
export async function newestReadings(
  database: Database,
  vesselId: string,
  limit: number,
  metric: { bit: number; name: string } | null,
) {
  const first = new NewestReadings(limit, metric?.name)
  const ask: Ask = (name, text, values) => database.prepared(name, text, values)
  if (await addNewest(first, ask, vesselId, metric, 1)) return first.readings
  // Batches that become a block between two pages would be missed, or come again: from the second page on all see the same.
  return database.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      if (database.spread) await keepFromBlocks(tx, vesselId)
      const newest = new NewestReadings(limit, metric?.name)
      const askSame: Ask = async (_, text, values) =>
        (await tx.executeQuery<never>(CompiledQuery.raw(text, values))).rows
      await addNewest(newest, askSame, vesselId, metric, Number.POSITIVE_INFINITY)
      return newest.readings
    })
}

type Ask = <R extends object>(name: string, text: string, values: unknown[]) => Promise<R[]>

/** Adds what can be among the newest, from at most so many pages; false when there may be more. */
async function addNewest(
  newest: NewestReadings,
  ask: Ask,
  vesselId: string,
  metric: { bit: number; name: string } | null,
  pages: number,
): Promise<boolean> {
  let [lastAt, key]: [Date, string] = [...BEFORE_ALL]
  let size = FIRST_PAGE
  for (let page = 0; page < pages; page++) {
    const values = [vesselId, lastAt, key, size, ...(metric ? [metric.bit] : [])]
    const rows = metric ? await ask<Row>('newest-by-metric', BY_METRIC, values) : await ask<Row>('newest', ANY, values)
    for (const row of rows) {
      if (!newest.wants(row.last_at)) return true
      newest.add(row)
    }
    if (rows.length < size) {
      await addKept(newest, ask, vesselId, metric ? [metric.name] : METRIC_NAMES)
      return true
    }
    ;({ last_at: lastAt, batch_key: key } = rows.at(-1)!)
    size = Math.min(size * 4, LARGEST_PAGE)
  }
  return false
}

async function addKept(newest: NewestReadings, ask: Ask, vesselId: string, metrics: readonly string[]): Promise<void> {
  const indexes = metrics.map((name) => metricIndex(name as Metric))
  for (const row of await ask<KeptRow>('newest-kept', KEPT, [vesselId, indexes])) {
    const { metric, instance, measured_at, arrived_at, unit, value, text_value } = row
    const reading = { metric: METRIC_NAMES[metric]!, value, text_value, unit, instance: instance || null }
    newest.addKept({ ...reading, recorded_at: measured_at.toISOString() } as Reading, arrived_at)
  }
}
