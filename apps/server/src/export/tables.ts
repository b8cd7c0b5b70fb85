import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/database.ts'

/** A table whose rows go into the archive as they are. */
export interface ExportedTable {
  table: string
  /**
   * Columns that are left out: secrets, and what the place of the file says already. All others go out, also ones that are added
   * later.
   */
  hidden: readonly string[]
}

/** What an account has of its own. */
export const ACCOUNT_TABLES = {
  access_key: { table: 'access_key', hidden: ['owner_id', 'key_hash'] },
  audit_event: { table: 'audit_event', hidden: ['owner_id', 'by_id', 'device', 'notice'] },
  brand_request: { table: 'brand_request', hidden: ['owner_id'] },
  channel: { table: 'channel', hidden: ['owner_id', 'secret'] },
  passkey: { table: 'passkey', hidden: ['owner_id', 'public_key', 'credential_id', 'counter'] },
  session: { table: 'session', hidden: ['owner_id', 'token'] },
} as const satisfies Record<string, ExportedTable>

/** What a vessel has. */
export const VESSEL_TABLES = {
  task: { table: 'task', hidden: ['vessel_id', 'title_key'] },
  service_log: { table: 'service_log', hidden: ['vessel_id', 'title_key', 'note_key'] },
  engine_hour_log: { table: 'engine_hour_log', hidden: ['vessel_id'] },
  inspection: { table: 'inspection', hidden: ['vessel_id'] },
  inspection_item: { table: 'inspection_item', hidden: ['vessel_id', 'inspection_id'] },
  inspection_photo: { table: 'inspection_photo', hidden: ['vessel_id', 'inspection_id'] },
  connection: {
    table: 'connection',
    hidden: ['vessel_id', 'key_hash', 'unjudged_from', 'unjudged_to', 'unjudged_since', 'unjudged_batches'],
  },
  alarm_rule: { table: 'alarm_rule', hidden: ['vessel_id'] },
  alarm: { table: 'alarm', hidden: ['vessel_id', 'created_at', 'told_end_at', 'picture_until'] },
  camera: { table: 'camera', hidden: ['vessel_id'] },
  frame: { table: 'frame', hidden: ['vessel_id', 'camera_id'] },
  check_in: { table: 'check_in', hidden: ['vessel_id'] },
  share: { table: 'share', hidden: ['vessel_id'] },
} as const satisfies Record<string, ExportedTable>

export const OWNER: ExportedTable = { table: 'owner', hidden: ['calendar_token'] }
export const VESSEL: ExportedTable = { table: 'vessel', hidden: ['owner_id'] }

/** Whose rows: what these columns hold. A vessel's tables are asked by vessel_id first, as their keys begin. */
export type Of = Readonly<Record<string, string>>

/** Rows that are read at once; a row of text at its full length has some kB. */
const PAGE = 1_000

/**
 * Rows as JSON, each exactly once however they change meanwhile, because an id never does: by id, which for nearly all is the
 * order in which they were made.
 */
export async function* rowsById(db: Db, { table, hidden }: ExportedTable, of: Of): AsyncGenerator<string> {
  const columns = await shownColumns(db, table, hidden)
  for (let after = null as string | null; ; ) {
    const { rows } = await sql<{ id: string; json: string }>`
      select t.id, ${json(columns)} as json from ${sql.table(table)} t
      where ${rowsOf(of)} and (${after}::uuid is null or t.id > ${after}::uuid)
      order by t.id limit ${PAGE}`.execute(db)
    for (const row of rows) yield row.json
    if (rows.length < PAGE) return
    after = rows.at(-1)!.id
  }
}

/** Rows in the order of a time, oldest first, as JSON. An entry that is moved meanwhile may be missing or double. */
export async function* rowsByTime(
  db: Db,
  { table, hidden }: ExportedTable,
  time: string,
  of: Of,
): AsyncGenerator<string> {
  const columns = await shownColumns(db, table, hidden)
  // As text: a Date would cut the microseconds off and so repeat or pass over rows.
  type Row = { id: string; at: string; json: string }
  const at = sql.ref(`t.${time}`)
  for (let after = null as Row | null; ; ) {
    const { rows } = await sql<Row>`
      select t.id, ${at}::text as at, ${json(columns)} as json from ${sql.table(table)} t
      where ${rowsOf(of)}
        and (${after?.id ?? null}::uuid is null or (${at}, t.id) > (${after?.at ?? null}::timestamptz, ${after?.id ?? null}::uuid))
      order by ${at}, t.id limit ${PAGE}`.execute(db)
    for (const row of rows) yield row.json
    if (rows.length < PAGE) return
    after = rows.at(-1)!
  }
}

/** Rows as values: for few that belong together. */
export async function parsed<Row>(rows: AsyncIterable<string>): Promise<Row[]> {
  const found: Row[] = []
  for await (const row of rows) found.push(JSON.parse(row) as Row)
  return found
}

/** The one row of an account or a vessel, as JSON; null when it has gone meanwhile, or never was. */
export async function oneRow(db: Db, { table, hidden }: ExportedTable, of: Of): Promise<string | null> {
  const columns = await shownColumns(db, table, hidden)
  const { rows } = await sql<{ json: string }>`
    select ${json(columns)} as json from ${sql.table(table)} t
    where ${rowsOf(of)}`.execute(db)
  return rows[0]?.json ?? null
}

/** The columns that go out, in the table's order. */
export async function shownColumns(db: Db, table: string, hidden: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_schema = current_schema() and table_name = ${table} order by ordinal_position`.execute(db)
  return rows.map(({ name }) => name).filter((name) => !hidden.includes(name))
}

/** The row as JSON by the database itself: numbers with all their digits, times to the microsecond. */
const json = (columns: string[]): RawBuilder<string> =>
  sql<string>`(select to_json(r)::text from (select ${sql.join(columns.map((name) => sql.ref(`t.${name}`)))}) r)`

const rowsOf = (of: Of) =>
  sql.join(
    Object.entries(of).map(([column, id]) => sql`${sql.ref(`t.${column}`)} = ${id}`),
    sql` and `,
  )
