import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { BOM, csvLine } from '../http/csv.ts'
import { decode } from '../telemetry/batch-format.ts'

interface Row {
  last_at: string
  connection_id: string
  batch_key: string
  arrived_at: Date
  body: string
}

/** Batches that are read at once: with 200 readings each about 3 MB while they are unpacked. */
const PAGE = 64

const COLUMNS = ['recorded_at', 'metric', 'instance', 'value', 'unit', 'text_value', 'arrived_at', 'connection_id']

/** The years (UTC) in which a vessel has readings, oldest first; from a row a day, not from the readings. */
export async function telemetryYears(db: Db, vesselId: string): Promise<number[]> {
  const { rows } = await sql<{ year: number }>`
    select distinct extract(year from day)::integer as year from telemetry_day
    where vessel_id = ${vesselId} and metrics <> 0 order by year`.execute(db)
  return rows.map(({ year }) => year)
}

/**
 * A year's readings as CSV, batch by batch in the order of their newest reading, in a batch as they were sent. A batch belongs
 * to the year (UTC) of its newest reading. Times, texts and digits are those that were sent.
 */
export async function* telemetryCsv(db: Db, vesselId: string, year: number): AsyncGenerator<string> {
  yield BOM + csvLine(COLUMNS)
  for (let after = null as Row | null; ; ) {
    const rows = await page(db, vesselId, year, after)
    for (const row of rows) yield linesOf(row)
    if (rows.length < PAGE) return
    after = rows.at(-1)!
  }
}

/** last_at alone is no key: two onboard devices may send the same batch. As text, since a Date would cut microseconds off. */
async function page(db: Db, vesselId: string, year: number, after: Row | null): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select b.last_at::text as last_at, b.connection_id, b.batch_key, b.arrived_at, b.body from telemetry_batch b
    where b.vessel_id = ${vesselId} and b.accepted > 0
      and b.last_at >= make_timestamptz(${year}::integer, 1, 1, 0, 0, 0, 'UTC')
      and b.last_at < make_timestamptz(${year}::integer + 1, 1, 1, 0, 0, 0, 'UTC')
      ${after ? sql`and (b.last_at, b.connection_id, b.batch_key) > (${after.last_at}::timestamptz, ${after.connection_id}::uuid, ${after.batch_key}::uuid)` : sql``}
    order by b.last_at, b.connection_id, b.batch_key limit ${PAGE}`.execute(db)
  return rows
}

function linesOf({ body, arrived_at, connection_id }: Row): string {
  const arrived = arrived_at.toISOString()
  return decode(body, arrived_at)
    .map(({ recorded_at, metric, instance, value, unit, text_value }) =>
      csvLine([recorded_at, metric, instance, value, unit, text_value, arrived, connection_id]),
    )
    .join('')
}
