import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

/** The hash of the account's password, if it has one. */
export async function findPasswordHash(db: Db, ownerId: string): Promise<string | undefined> {
  const { rows } = await sql<{ password: string }>`
    select password from credential where owner_id = ${ownerId} and password is not null`.execute(db)
  return rows[0]?.password
}
