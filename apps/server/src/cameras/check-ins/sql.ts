import type { Insertable, Selectable } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { CheckInTable } from '../../db/schema/tables.ts'
import type { CameraKey } from '../sql.ts'

export type OpenCheckIn = Pick<Selectable<CheckInTable>, 'id' | 'requested_at' | 'expires_at'>

const ofCamera = (db: Db, camera: CameraKey) =>
  db.selectFrom('check_in').where('vessel_id', '=', camera.vessel_id).where('camera_id', '=', camera.id)

/** The camera's request that is neither answered nor expired. */
export function findOpenCheckIn(db: Db, camera: CameraKey, now: Date): Promise<OpenCheckIn | undefined> {
  return ofCamera(db, camera)
    .select(['id', 'requested_at', 'expires_at'])
    .where('answered_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** Adds a request in the place of the camera's closed ones, which nobody reads any more. */
export async function replaceClosedCheckIns(db: Db, checkIn: Insertable<CheckInTable>): Promise<void> {
  await db
    .deleteFrom('check_in')
    .where('vessel_id', '=', checkIn.vessel_id)
    .where('camera_id', '=', checkIn.camera_id)
    .execute()
  await db.insertInto('check_in').values(checkIn).execute()
}

export async function answerCheckIn(db: Db, vesselId: string, id: string, frameId: string, now: Date): Promise<void> {
  await db
    .updateTable('check_in')
    .set({ frame_id: frameId, answered_at: now })
    .where('vessel_id', '=', vesselId)
    .where('id', '=', id)
    .execute()
}

/** The open requests for the cameras that this connection sends for, oldest first. */
export function listPending(db: Db, device: { vesselId: string; connectionId: string }, now: Date) {
  return db
    .selectFrom('check_in as r')
    .innerJoin('camera as c', (join) => join.onRef('c.vessel_id', '=', 'r.vessel_id').onRef('c.id', '=', 'r.camera_id'))
    .select(['r.id', 'r.camera_id', 'c.label', 'r.requested_at', 'r.expires_at'])
    .where('c.vessel_id', '=', device.vesselId)
    .where('c.connection_id', '=', device.connectionId)
    .where('c.enabled', '=', true)
    .where('r.answered_at', 'is', null)
    .where('r.expires_at', '>', now)
    .orderBy('r.requested_at')
    .orderBy('r.id')
    .execute()
}

/** When an owner last had a camera of this connection open. */
export async function lastWatched(db: Db, device: { vesselId: string; connectionId: string }): Promise<Date | null> {
  const row = await db
    .selectFrom('camera')
    .select((camera) => camera.fn.max('watched_at').as('at'))
    .where('vessel_id', '=', device.vesselId)
    .where('connection_id', '=', device.connectionId)
    .executeTakeFirst()
  return row?.at ?? null
}
