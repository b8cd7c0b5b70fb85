import type { Connection } from '@binnacle/contract'
import type { Insertable, Updateable } from 'kysely'
import type { Db } from '../db/database.ts'
import type { ConnectionTable } from '../db/tables.ts'

/** The connection that this key belongs to; null when there is none. */
export async function findBox(db: Db, keyHash: Uint8Array) {
  const row = await db
    .selectFrom('connection')
    .select(['id as connectionId', 'vessel_id as vesselId', 'enabled'])
    .where('key_hash', '=', keyHash)
    .executeTakeFirst()
  return row ?? null
}

type Shown = Omit<Connection, 'last_seen_at' | 'created_at'> & { last_seen_at: Date | null; created_at: Date }

const columns = [
  'id',
  'provider',
  'label',
  'config',
  'key_prefix as ingest_key_prefix',
  'enabled',
  'last_seen_at',
  'last_error',
  'created_at',
] as const

export function listConnections(db: Db, vesselId: string): Promise<Shown[]> {
  return db
    .selectFrom('connection')
    .select(columns)
    .where('vessel_id', '=', vesselId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Fails with a unique violation when the vessel has a connection for the provider. */
export function insertConnection(db: Db, connection: Insertable<ConnectionTable>): Promise<Shown> {
  return db.insertInto('connection').values(connection).returning(columns).executeTakeFirstOrThrow()
}

export async function updateConnection(
  db: Db,
  ownerId: string,
  id: string,
  change: Updateable<ConnectionTable>,
): Promise<Shown | null> {
  const row = await db
    .updateTable('connection')
    // Setting the id to itself makes an empty change a valid statement.
    .set({ id, ...change })
    .where('id', '=', id)
    .where('vessel_id', 'in', vesselsOf(db, ownerId))
    .returning(columns)
    .executeTakeFirst()
  return row ?? null
}

export async function deleteConnection(db: Db, ownerId: string, id: string): Promise<boolean> {
  const result = await db
    .deleteFrom('connection')
    .where('id', '=', id)
    .where('vessel_id', 'in', vesselsOf(db, ownerId))
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}

const vesselsOf = (db: Db, ownerId: string) => db.selectFrom('vessel').select('id').where('owner_id', '=', ownerId)

/** Keeps why a box's request was refused, for its owner to see; an accepted request clears it. One write until the reason changes. */
export async function noteBoxError(db: Db, keyHash: Uint8Array, code: string): Promise<void> {
  await db
    .updateTable('connection')
    .set({ last_error: code })
    .where('key_hash', '=', keyHash)
    .where('last_error', 'is distinct from', code)
    .execute()
}
