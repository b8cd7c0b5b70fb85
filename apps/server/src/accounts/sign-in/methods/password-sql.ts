import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'

/** Ends what was begun with the password before: sign-ins that wait for a code, and links to set another one. */
export async function endBegun(db: Db, ownerId: string): Promise<void> {
  await sql`delete from verification where position(${ownerId}::text in value) > 0`.execute(db)
}

/** The hash of the account's password, if it has one. */
export async function findPasswordHash(db: Db, ownerId: string): Promise<string | undefined> {
  const { rows } = await sql<{ password: string }>`
    select password from credential where owner_id = ${ownerId} and password is not null`.execute(db)
  return rows[0]?.password
}
