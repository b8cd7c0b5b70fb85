import type { Insertable, Selectable, Transaction, Updateable } from 'kysely'
import type { Db } from '../db/database.ts'
import type { CameraTable, Tables } from '../db/schema/tables.ts'
import { ApiError, notFound } from '../http/errors.ts'

export type Tx = Transaction<Tables>
export type CameraRow = Selectable<CameraTable>

/** Names a camera as its key does. */
export type CameraKey = Pick<CameraRow, 'vessel_id' | 'id'>

/** The columns that owners see. */
export const shownCamera = [
  'id',
  'label',
  'view',
  'enabled',
  'last_frame_at',
  'last_error',
  'retain_frames',
  'created_at',
] as const satisfies (keyof CameraTable)[]

type ShownCamera = Pick<CameraRow, (typeof shownCamera)[number]>

export function listCameras(db: Db, vesselId: string): Promise<ShownCamera[]> {
  return db
    .selectFrom('camera')
    .select(shownCamera)
    .where('vessel_id', '=', vesselId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

const ofOwner = (db: Db, ownerId: string, id: string) =>
  db
    .selectFrom('camera')
    .selectAll()
    .where('id', '=', id)
    .where('vessel_id', 'in', db.selectFrom('vessel').select('id').where('owner_id', '=', ownerId))

export const cameraOrNotFound = (db: Db, ownerId: string, id: string): Promise<CameraRow> =>
  ofOwner(db, ownerId, id).executeTakeFirstOrThrow(notFound)

/** The camera, its frames and its check-ins cannot be changed until the transaction ends. */
export const lockCameraOrNotFound = (tx: Tx, ownerId: string, id: string): Promise<CameraRow> =>
  ofOwner(tx, ownerId, id).forNoKeyUpdate().executeTakeFirstOrThrow(notFound)

const ofVessel = (db: Db, { vessel_id, ...by }: CameraKey | { vessel_id: string; registered_label: string }) =>
  db
    .selectFrom('camera')
    .selectAll()
    .where('vessel_id', '=', vessel_id)
    .where((where) => where.and(by))

/** The camera that registered under this label. */
export const findCameraByLabel = (db: Db, vesselId: string, label: string): Promise<CameraRow | undefined> =>
  ofVessel(db, { vessel_id: vesselId, registered_label: label }).executeTakeFirst()

export const vesselCameraOrNotFound = (db: Db, camera: CameraKey): Promise<CameraRow> =>
  ofVessel(db, camera).executeTakeFirstOrThrow(notFound)

/** As lockCameraOrNotFound, for an onboard device. */
export const lockVesselCameraOrNotFound = (tx: Tx, camera: CameraKey): Promise<CameraRow> =>
  ofVessel(tx, camera).forNoKeyUpdate().executeTakeFirstOrThrow(notFound)

/** The same without waiting; undefined: it is locked already, or deleted. */
export const lockFreeCamera = (tx: Tx, camera: CameraKey): Promise<CameraRow | undefined> =>
  ofVessel(tx, camera).forNoKeyUpdate().skipLocked().executeTakeFirst()

export async function countCameras(db: Db, vesselId: string): Promise<number> {
  const row = await db
    .selectFrom('camera')
    .select((camera) => camera.fn.countAll<string>().as('count'))
    .where('vessel_id', '=', vesselId)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** Locks the vessel, so that its cameras register one after the other. Throws invalid_connection_key when the vessel was deleted. */
export async function lockRegistrations(tx: Tx, vesselId: string): Promise<void> {
  await tx
    .selectFrom('vessel')
    .select('id')
    .where('id', '=', vesselId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(() => new ApiError('invalid_connection_key'))
}

export async function insertCamera(db: Db, camera: Insertable<CameraTable>): Promise<void> {
  await db.insertInto('camera').values(camera).execute()
}

export function updateCamera(db: Db, camera: CameraKey, change: Updateable<CameraTable>): Promise<ShownCamera> {
  return (
    db
      .updateTable('camera')
      // Setting the id to itself makes an empty change a valid statement.
      .set({ id: camera.id, ...change })
      .where('vessel_id', '=', camera.vessel_id)
      .where('id', '=', camera.id)
      .returning(shownCamera)
      .executeTakeFirstOrThrow()
  )
}

/** Stores why a camera's image was refused, for its owner. */
export async function noteCameraError(db: Db, camera: CameraKey, code: string): Promise<void> {
  await db
    .updateTable('camera')
    .set({ last_error: code })
    .where('vessel_id', '=', camera.vessel_id)
    .where('id', '=', camera.id)
    .where('last_error', 'is distinct from', code)
    .execute()
}

/** With its frames and check-ins; the caller removes the files of its frames. */
export async function deleteCamera(db: Db, camera: CameraKey): Promise<void> {
  await db.deleteFrom('camera').where('vessel_id', '=', camera.vessel_id).where('id', '=', camera.id).execute()
}

/** watched_at is written at most this often. */
const WATCHED_INTERVAL_MS = 15_000

/** Notes that an owner has the page of a vessel's cameras, or of one camera, open. */
export async function noteWatched(db: Db, vesselId: string, cameraId: string | null, now: Date): Promise<void> {
  const again = new Date(now.getTime() - WATCHED_INTERVAL_MS)
  await db
    .updateTable('camera')
    .set({ watched_at: now })
    .where('vessel_id', '=', vesselId)
    .$if(cameraId !== null, (one) => one.where('id', '=', cameraId))
    .where((where) => where.or([where('watched_at', 'is', null), where('watched_at', '<', again)]))
    .execute()
}
