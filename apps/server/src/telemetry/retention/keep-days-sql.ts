import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { notFound } from '../../http/errors.ts'
import { DELAY_MS, type Watch, watchNow } from './watch.ts'

interface Row {
  keep_days: number | null
  /** When it is acted on. */
  keep_from: Date | null
}

/** The owner's limit for the vessel. */
export async function keepDaysOrNotFound(db: Db, ownerId: string, vesselId: string): Promise<Row> {
  const { rows } = await sql<Row>`
    select telemetry_keep_days as keep_days, telemetry_keep_from as keep_from from vessel where id = ${vesselId} and owner_id = ${ownerId}`.execute(
    db,
  )
  return oneOrNotFound(rows)
}

const oneOrNotFound = ([row]: readonly Row[]): Row => {
  if (!row) throw notFound()
  return row
}

/** A limit that is new or shorter is acted on later. */
export async function storeKeepDays(
  db: Db,
  ownerId: string,
  vesselId: string,
  days: number | null,
  now: Date,
): Promise<Row> {
  const { rows } = await sql<Row>`
    update vessel set telemetry_keep_days = ${days}::integer, telemetry_keep_from = case
      when ${days}::integer is null then null
      when ${days}::integer >= telemetry_keep_days then telemetry_keep_from
      else ${new Date(now.getTime() + DELAY_MS)}::timestamptz end
    where id = ${vesselId} and owner_id = ${ownerId}
    returning telemetry_keep_days as keep_days, telemetry_keep_from as keep_from`.execute(db)
  return oneOrNotFound(rows)
}

/** Looks at the operator's limit and at the clock, and remembers what it saw for all processes: see watch.ts. */
export function storeWatch(db: Db, operatorDays: number | null, now: Date): Promise<Watch> {
  return inTransaction(db, async (tx) => {
    const known = await tx
      .selectFrom('setting')
      .select('value')
      .where('name', '=', 'retention')
      .forUpdate()
      .executeTakeFirst()
    const watch = watchNow((known?.value as Watch | undefined) ?? null, operatorDays, now.getTime())
    const value = JSON.stringify(watch)
    await tx
      .insertInto('setting')
      .values({ name: 'retention', value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute()
    return watch
  })
}
