import { sql } from 'kysely'
import type { Database, Db } from '../db/database.ts'
import { BOM, csvLine } from '../http/values/csv.ts'
import { readingOf, unpack } from '../telemetry/batch-format.ts'
import { CSV_COLUMNS, csvCells } from '../telemetry/history/csv.ts'
import { type Entry, history } from '../telemetry/history/history-sql.ts'

/**
 * The years (UTC) in which a vessel may have readings, oldest first; from rows that are few, not from the readings. A batch
 * begins before its day.
 */
export async function telemetryYears(db: Db, vesselId: string): Promise<number[]> {
  const { rows } = await sql<{ year: number }>`
    select distinct extract(year from d.day - n)::integer as year from telemetry_day d, generate_series(0, 1) n
    where d.vessel_id = ${vesselId} and d.metrics <> 0 order by year`.execute(db)
  return rows.map(({ year }) => year)
}

/**
 * A year's readings as CSV, in the order in which they were measured, and then the batches over more than a day that end in it; null
 * where there is nothing.
 */
export async function telemetryCsv(
  database: Database,
  vesselId: string,
  year: number,
): Promise<AsyncIterable<string> | null> {
  const lines = linesOf(database, vesselId, { from: startOf(year), to: startOf(year + 1) })
  const first = await lines.next()
  if (first.done) return null
  return (async function* () {
    yield BOM + csvLine([...CSV_COLUMNS, 'connection_id'])
    yield first.value
    yield* lines
  })()
}

interface Year {
  /** ms */
  from: number
  to: number
}

async function* linesOf(database: Database, vesselId: string, year: Year): AsyncGenerator<string> {
  const part = { vesselId, ...year, order: 'asc', metric: null, after: null, onlyNarrow: true } as const
  for await (const some of history(database, part)) yield some.map(lineOf).join('')
  yield* wideLines(database.db, vesselId, year)
}

type Line = Pick<Entry, 'arrived' | 'reading' | 'connection'>

const lineOf = (line: Line): string => csvLine([...csvCells(line), line.connection])

interface WideRow {
  last_at: string
  connection_id: string
  batch_key: string
  arrived_at: Date
  body: string
}

/** Batches that are read at once: with 200 readings each about 3 MB while they are unpacked. */
const PAGE = 64

/** They never become a block, so a page ends where the next begins. last_at as text, since a Date would cut microseconds off. */
async function* wideLines(db: Db, vesselId: string, { from, to }: Year): AsyncGenerator<string> {
  for (let after = null as WideRow | null; ; ) {
    const { rows } = await sql<WideRow>`
      select b.last_at::text as last_at, b.connection_id, b.batch_key, b.arrived_at, b.body from telemetry_batch b
      where b.vessel_id = ${vesselId} and b.accepted > 0 and b.last_at - b.first_at > interval '24 hours'
        and b.last_at >= ${new Date(from)} and b.last_at < ${new Date(to)}
        ${after ? sql`and (b.last_at, b.connection_id, b.batch_key) > (${after.last_at}::timestamptz, ${after.connection_id}::uuid, ${after.batch_key}::uuid)` : sql``}
      order by b.last_at, b.connection_id, b.batch_key limit ${PAGE}`.execute(db)
    for (const row of rows) yield wideLinesOf(row)
    if (rows.length < PAGE) return
    after = rows.at(-1)!
  }
}

function wideLinesOf({ body, arrived_at, connection_id }: WideRow): string {
  const batch = unpack(body)
  const arrived = arrived_at.toISOString()
  const line = (i: number) =>
    lineOf({ arrived: arrived_at.getTime(), reading: readingOf(batch, i, arrived), connection: connection_id })
  return batch.of.map((_, i) => line(i)).join('')
}

/** Date.UTC takes the first hundred years for those of 1900. */
const startOf = (year: number) => new Date(0).setUTCFullYear(year, 0, 1)
