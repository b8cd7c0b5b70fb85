import type { Transaction } from 'kysely'
import type { Db } from './database.ts'
import type { Tables } from './schema/tables.ts'

const TRIES = 5

export const isDeadlock = (error: unknown) => (error as { code?: string }).code === '40P01'

/**
 * Does the work in one transaction. Two that want the same rows in different orders (a vessel is deleted while a task of it is)
 * would wait for each other: PostgreSQL rolls one back whole, and that one does its work again. So the work must do nothing but
 * ask `tx`. Within a transaction it is part of that one.
 */
export async function inTransaction<T>(db: Db, work: (tx: Transaction<Tables>) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db as Transaction<Tables>)
  for (let tries = 1; ; tries++) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (!isDeadlock(error) || tries === TRIES) throw error
    }
  }
}
