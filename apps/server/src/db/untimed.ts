import { sql } from 'kysely'
import type { Db } from './database.ts'

/** Does what may take long on a connection of its own, of which no statement is cut short. */
export const untimed = <Result>(db: Db, work: (own: Db) => Promise<Result>): Promise<Result> =>
  db.connection().execute(async (own) => {
    await sql`set statement_timeout = 0`.execute(own)
    try {
      return await work(own)
    } finally {
      await sql`reset statement_timeout`.execute(own).catch(() => {})
    }
  })
