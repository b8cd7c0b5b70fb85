import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'

export const BATCH_KEY = ['connection_id', 'batch_key']

interface Step {
  /** Which rows of the table `b` they are. */
  which: RawBuilder<unknown>
  /** No other row fits. */
  isLast: boolean
}

/**
 * The first so many of the rows that fit, in the order of this part of their primary key. What deletes them is a range and no
 * join of the table with itself: that took minutes for ten thousand rows of a table that had hardly one when it was last
 * analyzed.
 */
export async function firstRows(
  db: Db,
  table: string,
  key: string[],
  fits: RawBuilder<unknown>,
  count: number,
): Promise<Step> {
  const columns = sql.join(key.map((name) => sql.ref(`b.${name}`)))
  const { rows } = await sql<Record<string, unknown>>`
    select ${columns} from ${sql.table(table)} b where ${fits} order by ${columns} offset ${count - 1} limit 1`.execute(
    db,
  )
  const [last] = rows
  if (!last) return { which: fits, isLast: true }
  const values = sql.join(key.map((name) => last[name]))
  return { which: sql`${fits} and (${columns}) <= (${values})`, isLast: false }
}
