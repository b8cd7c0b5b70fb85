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

export type ShownConnection = Omit<Connection, 'last_seen_at' | 'created_at'> & {
  last_seen_at: Date | null
  created_at: Date
}

/** The columns that owners see. */
export const shownConnection = [
  'connection.id',
  'connection.provider',
  'connection.label',
  'connection.config',
  'connection.key_prefix as ingest_key_prefix',
  'connection.enabled',
  'connection.last_seen_at',
  'connection.last_error',
  'connection.created_at',
] as const

export function listConnections(db: Db, vesselId: string): Promise<ShownConnection[]> {
  return db
    .selectFrom('connection')
    .select(shownConnection)
    .where('vessel_id', '=', vesselId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Fails with a unique violation when the vessel has a connection for the provider. */
export function insertConnection(db: Db, connection: Insertable<ConnectionTable>): Promise<ShownConnection> {
  return db.insertInto('connection').values(connection).returning(shownConnection).executeTakeFirstOrThrow()
}

export async function updateConnection(
  db: Db,
  ownerId: string,
  id: string,
  change: Updateable<ConnectionTable>,
): Promise<ShownConnection | null> {
  const row = await db
    .updateTable('connection')
    // Setting the id to itself makes an empty change a valid statement.
    .set({ id, ...change })
    .where('id', '=', id)
    .where('vessel_id', 'in', vesselsOf(db, ownerId))
    .returning(shownConnection)
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

interface BoxKey {
  vesselId: string
  connectionId: string
}

/** A frame of the box was taken. */
export async function noteBoxAccepted(db: Db, box: BoxKey, now: Date): Promise<void> {
  await rowOf(db, box).set({ last_seen_at: now, last_error: null }).execute()
}

const SEEN_AGAIN_MS = 60_000

/** The box asked for check-ins; written at most once a minute, for it asks every few seconds. */
export async function noteBoxSeen(db: Db, box: BoxKey, now: Date): Promise<void> {
  const again = new Date(now.getTime() - SEEN_AGAIN_MS)
  await rowOf(db, box)
    .set({ last_seen_at: now })
    .where((where) => where.or([where('last_seen_at', 'is', null), where('last_seen_at', '<', again)]))
    .execute()
}

const rowOf = (db: Db, box: BoxKey) =>
  db.updateTable('connection').where('vessel_id', '=', box.vesselId).where('id', '=', box.connectionId)
