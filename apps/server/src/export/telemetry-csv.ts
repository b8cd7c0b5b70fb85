import { sql } from 'kysely'
import type { Database, Db } from '../db/database.ts'
import { BOM, csvLine } from '../http/csv.ts'
import { CSV_COLUMNS, csvCells } from '../telemetry/history/csv.ts'
import { type Entry, history } from '../telemetry/history/history-sql.ts'

/**
 * The years (UTC) in which a vessel may have readings, oldest first; from rows that are few, not from the readings. A batch begins before its
 * day, where it reaches over more than one long before.
 */
export async function telemetryYears(db: Db, vesselId: string): Promise<number[]> {
  const { rows } = await sql<{ year: number }>`
    select distinct y.year from (
      select extract(year from d.day)::integer as year from telemetry_day d where d.vessel_id = ${vesselId} and d.metrics <> 0
      union all
      select extract(year from d.day - 1)::integer from telemetry_day d where d.vessel_id = ${vesselId} and d.metrics <> 0
      union all
      select generate_series(extract(year from b.first_at at time zone 'UTC')::integer, extract(year from b.last_at at time zone 'UTC')::integer)
      from telemetry_batch b where b.vessel_id = ${vesselId} and b.last_at - b.first_at > interval '24 hours'
    ) y order by y.year`.execute(db)
  return rows.map(({ year }) => year)
}

/** A year's readings as CSV, in the order in which they were measured; null where there is none. */
export async function telemetryCsv(
  database: Database,
  vesselId: string,
  year: number,
): Promise<AsyncIterable<string> | null> {
  const entries = history(database, {
    vesselId,
    from: startOf(year),
    to: startOf(year + 1),
    order: 'asc',
    metric: null,
    after: null,
  })
  const first = await entries.next()
  if (first.done) return null
  return (async function* () {
    yield BOM + csvLine([...CSV_COLUMNS, 'connection_id'])
    yield lines(first.value)
    for await (const some of entries) yield lines(some)
  })()
}

/** Date.UTC takes the first hundred years for those of 1900. */
const startOf = (year: number) => new Date(0).setUTCFullYear(year, 0, 1)

const lines = (entries: Entry[]) => entries.map((entry) => csvLine([...csvCells(entry), entry.connection])).join('')
