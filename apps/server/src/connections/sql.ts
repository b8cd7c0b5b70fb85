import type { Db } from '../db/database.ts'

/** The connection that this key belongs to; null when there is none. */
export async function findBox(db: Db, keyHash: Uint8Array) {
  const row = await db
    .selectFrom('connection')
    .select(['id as connectionId', 'vessel_id as vesselId', 'enabled'])
    .where('key_hash', '=', keyHash)
    .executeTakeFirst()
  return row ?? null
}
