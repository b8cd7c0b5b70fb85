import { METRIC_NAMES, type Metric, type Reading } from '@binnacle/contract'
import type { Database } from '../../db/database.ts'
import { metricIndex } from '../rollups/day/day-rollup.ts'
import { NewestReadings, type StoredBatch } from './newest.ts'

interface Row {
  last_at: Date
  batch_key: string
  arrived_at: Date
  body: string
}

const COLUMNS = 'b.last_at, b.batch_key, b.arrived_at, b.body'
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

/** The newest reading of each series whose batches have gone for their age. */
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
  const newest = new NewestReadings(limit, metric?.name)
  let [lastAt, key]: [Date, string] = [...BEFORE_ALL]
  for (let size = FIRST_PAGE; ; size = Math.min(size * 4, LARGEST_PAGE)) {
    const values = [vesselId, lastAt, key, size, ...(metric ? [metric.bit] : [])]
    const rows = metric
      ? await database.prepared<Row>('newest-by-metric', BY_METRIC, values)
      : await database.prepared<Row>('newest', ANY, values)
    for (const row of rows) {
      if (!newest.wants(row.last_at)) return newest.readings
      newest.add(stored(row))
    }
    if (rows.length < size) {
      await addKept(newest, database, vesselId, metric ? [metric.name] : METRIC_NAMES)
      return newest.readings
    }
    ;({ last_at: lastAt, batch_key: key } = rows.at(-1)!)
  }
}

async function addKept(
  newest: NewestReadings,
  database: Database,
  vesselId: string,
  metrics: readonly string[],
): Promise<void> {
  const indexes = metrics.map((name) => metricIndex(name as Metric))
  for (const row of await database.prepared<KeptRow>('newest-kept', KEPT, [vesselId, indexes])) {
    const { metric, instance, measured_at, arrived_at, unit, value, text_value } = row
    const reading = { metric: METRIC_NAMES[metric]!, value, text_value, unit, instance: instance || null }
    newest.addKept({ ...reading, recorded_at: measured_at.toISOString() } as Reading, arrived_at)
  }
}

const stored = (row: Row): StoredBatch => ({ lastAt: row.last_at, arrivedAt: row.arrived_at, body: row.body })
