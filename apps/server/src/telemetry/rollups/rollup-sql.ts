import type { Database } from '../../db/database.ts'
import type { Aggregate } from './day/aggregate.ts'
import { DAY_MS, dayOf, hourOf, SLOT_MS, type Span } from './day/time-grid.ts'

/** Statements that read rollups. The caller has checked the owner. */

const PENDING_HOURS = `select u.hour from telemetry_pending_rollup u where u.vessel_id = $1 and u.hour between $2 and $3`

/** The hours of the span that rollups do not hold, or not as they are now. To be asked before the rollups themselves. */
export async function pendingHours(database: Database, vesselId: string, { from, to }: Span): Promise<number[]> {
  const values = [vesselId, hourOf(from), hourOf(to - 1)]
  return (await database.prepared<{ hour: number }>('pending', PENDING_HOURS, values)).map(({ hour }) => hour)
}

const BUCKETS = `select r.day, r.readings, r.least, r.greatest, r.mean, r.last, r.last_slot,
  case when $6 or r.day = any($7::integer[]) then r.buckets end as buckets
from telemetry_rollup r
where r.vessel_id = $1 and r.metric = $2 and r.instance = $3 and r.day between $4 and $5 and r.readings > 0`

interface BucketsRow {
  day: number
  readings: number
  least: number
  greatest: number
  mean: number
  last: number
  last_slot: number
  buckets: string | null
}

/** A finished day of a series: encoded buckets, where they are wanted, or the day in one. */
export interface RolledDay {
  /** Its start, ms. */
  start: number
  buckets: string | null
  whole: Aggregate
}

/** The finished days of a series that have numbers; `days` says of which the buckets are wanted, all or these. */
export async function rolledUpDays(
  database: Database,
  vesselId: string,
  series: { metric: number; instance: string },
  { from, to }: Span,
  days: 'all' | number[],
): Promise<RolledDay[]> {
  const all = days === 'all'
  const values = [vesselId, series.metric, series.instance, dayOf(from), dayOf(to - 1), all, all ? [] : days]
  const rows = await database.prepared<BucketsRow>('rolled-up-days', BUCKETS, values)
  return rows.map((row) => {
    const start = row.day * DAY_MS
    const { readings: count, least: min, greatest: max, mean, last } = row
    const whole = { count, min, max, mean, last, lastAt: start + row.last_slot * SLOT_MS }
    return { start, buckets: row.buckets, whole }
  })
}

const PARTS = {
  track: `select r.instance, r.day, r.track as encoded from telemetry_rollup r
    where r.vessel_id = $1 and r.metric = $2 and r.day between $3 and $4 and r.track is not null`,
  changes: `select r.instance, r.day, r.changes as encoded from telemetry_rollup r
    where r.vessel_id = $1 and r.metric = $2 and r.day between $3 and $4 and r.changes is not null`,
}

interface EncodedDay {
  instance: string
  /** Days since 1970. */
  day: number
  encoded: string
}

/** What is kept beside the buckets of a metric, of all its instances: `track` of position_lat, `changes` of fault_code. */
export function rolledUpParts(
  database: Database,
  part: keyof typeof PARTS,
  vesselId: string,
  metric: number,
  { from, to }: Span,
): Promise<EncodedDay[]> {
  return database.prepared<EncodedDay>(`rolled-up-${part}`, PARTS[part], [vesselId, metric, dayOf(from), dayOf(to - 1)])
}
