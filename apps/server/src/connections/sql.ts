import type { Connection, WithDates } from '@binnacle/contract'
import type { Insertable, Transaction, Updateable } from 'kysely'
import type { Db } from '../db/database.ts'
import type { ConnectionTable, Tables } from '../db/schema/tables.ts'
import { ApiError, notFound } from '../http/errors.ts'

/** The connection with this key. */
export function findDevice(db: Db, keyHash: Uint8Array) {
  return db
    .selectFrom('connection')
    .select(['id as connectionId', 'vessel_id as vesselId', 'enabled', 'suspended'])
    .where('key_hash', '=', keyHash)
    .executeTakeFirst()
}

/** Throws account_suspended or connection_disabled for a device that may not send. */
export function refuseStopped({ enabled, suspended }: { enabled: boolean; suspended: boolean }): void {
  if (suspended) throw new ApiError('account_suspended')
  if (!enabled) throw new ApiError('connection_disabled')
}

type ShownConnection = WithDates<Connection>

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

/** Throws unauthorized for a key that was revoked while its request was read. Until the transaction ends it cannot be revoked. */
export async function lockAccessKey(tx: Transaction<Tables>, id: string): Promise<void> {
  await tx
    .selectFrom('access_key')
    .select('id')
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirstOrThrow(() => new ApiError('unauthorized'))
}

/** Throws already_connected when the vessel has a connection of the provider. */
export function insertConnection(db: Db, connection: Insertable<ConnectionTable>): Promise<ShownConnection> {
  return db
    .insertInto('connection')
    .values(connection)
    .onConflict((conflict) => conflict.columns(['vessel_id', 'provider']).doNothing())
    .returning(shownConnection)
    .executeTakeFirstOrThrow(() => new ApiError('already_connected'))
}

export type ConnectionChange = Updateable<ConnectionTable>

export function updateConnection(
  db: Db,
  ownerId: string,
  id: string,
  change: ConnectionChange,
): Promise<ShownConnection & { vessel_id: string }> {
  return (
    db
      .updateTable('connection')
      // Setting the id to itself makes an empty change a valid statement.
      .set({ id, ...change })
      .where('id', '=', id)
      .where('vessel_id', 'in', vesselsOf(db, ownerId))
      .returning([...shownConnection, 'connection.vessel_id'])
      .executeTakeFirstOrThrow(notFound)
  )
}

/** Returns what it was. */
export function deleteConnection(db: Db, ownerId: string, id: string) {
  return db
    .deleteFrom('connection')
    .where('id', '=', id)
    .where('vessel_id', 'in', vesselsOf(db, ownerId))
    .returning(['vessel_id', 'provider', 'label'])
    .executeTakeFirstOrThrow(notFound)
}

/** Turns off the connections that these access keys created. Returns what they are. */
export function stopConnectionsOf(db: Db, keyIds: string[]) {
  return db
    .updateTable('connection')
    .set({ enabled: false })
    .where('access_key_id', '=', (id) => id.fn.any(id.val(keyIds)))
    .where('enabled', '=', true)
    .returning(['vessel_id', 'provider', 'label'])
    .execute()
}

const vesselsOf = (db: Db, ownerId: string) => db.selectFrom('vessel').select('id').where('owner_id', '=', ownerId)

/**
 * Stores why a device's request was refused, for its owner, until a batch or a frame is accepted. One write until the reason
 * changes.
 */
export async function noteDeviceError(db: Db, keyHash: Uint8Array, code: string): Promise<void> {
  await db
    .updateTable('connection')
    .set({ last_error: code })
    .where('key_hash', '=', keyHash)
    .where('last_error', 'is distinct from', code)
    .execute()
}

interface ConnectionId {
  vesselId: string
  connectionId: string
}

/** A frame of the device was accepted. */
export async function noteFrameAccepted(db: Db, device: ConnectionId, now: Date): Promise<void> {
  await rowOf(db, device).set({ last_seen_at: now, last_error: null }).execute()
}

const SEEN_INTERVAL_MS = 60_000

/** The device asked for check-ins. Written at most once a minute, because it asks every few seconds. */
export async function noteCheckInPoll(db: Db, device: ConnectionId, now: Date): Promise<void> {
  const again = new Date(now.getTime() - SEEN_INTERVAL_MS)
  await rowOf(db, device)
    .set({ last_seen_at: now })
    .where((where) => where.or([where('last_seen_at', 'is', null), where('last_seen_at', '<', again)]))
    .execute()
}

const rowOf = (db: Db, device: ConnectionId) =>
  db.updateTable('connection').where('vessel_id', '=', device.vesselId).where('id', '=', device.connectionId)
