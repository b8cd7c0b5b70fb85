import type { Insertable, Selectable, Transaction, Updateable } from 'kysely'
import type { Db } from '../db/database.ts'
import type { CameraTable, FrameTable, Tables } from '../db/tables.ts'

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

export type ShownCamera = Pick<CameraRow, (typeof shownCamera)[number]>

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

export async function findCamera(db: Db, ownerId: string, id: string): Promise<CameraRow | null> {
  return (await ofOwner(db, ownerId, id).executeTakeFirst()) ?? null
}

/** The owner's camera; nothing about it, its frames or its check-ins changes until the transaction ends. */
export async function holdCamera(tx: Tx, ownerId: string, id: string): Promise<CameraRow | null> {
  return (await ofOwner(tx, ownerId, id).forNoKeyUpdate().executeTakeFirst()) ?? null
}

/** The camera that a box means: by its id, or by the label under which it registered. */
export async function findBoxCamera(
  db: Db,
  vesselId: string,
  by: { id: string } | { registered_label: string },
): Promise<CameraRow | null> {
  const row = await db
    .selectFrom('camera')
    .selectAll()
    .where('vessel_id', '=', vesselId)
    .where((where) => where.and(by))
    .executeTakeFirst()
  return row ?? null
}

/** As holdCamera, for a box. */
export async function holdBoxCamera(tx: Tx, camera: CameraKey): Promise<CameraRow | null> {
  const row = await tx
    .selectFrom('camera')
    .selectAll()
    .where('vessel_id', '=', camera.vessel_id)
    .where('id', '=', camera.id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row ?? null
}

export async function countCameras(db: Db, vesselId: string): Promise<number> {
  const row = await db
    .selectFrom('camera')
    .select((camera) => camera.fn.countAll<string>().as('count'))
    .where('vessel_id', '=', vesselId)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** Cameras of the vessel register one after the other until the transaction ends. False when the vessel is gone. */
export async function holdRegistrations(tx: Tx, vesselId: string): Promise<boolean> {
  const row = await tx.selectFrom('vessel').select('id').where('id', '=', vesselId).forNoKeyUpdate().executeTakeFirst()
  return row !== undefined
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

/** Keeps why a camera's image was refused, for its owner to see. */
export async function noteCameraError(db: Db, camera: CameraKey, code: string): Promise<void> {
  await db
    .updateTable('camera')
    .set({ last_error: code })
    .where('vessel_id', '=', camera.vessel_id)
    .where('id', '=', camera.id)
    .where('last_error', 'is distinct from', code)
    .execute()
}

/** With its frames and check-ins; the files of its frames are the caller's to remove. */
export async function deleteCamera(db: Db, camera: CameraKey): Promise<void> {
  await db.deleteFrom('camera').where('vessel_id', '=', camera.vessel_id).where('id', '=', camera.id).execute()
}

/** How old the note that an owner has the page open may be before it is written anew: opening it often costs no write each time. */
const WATCHED_AGAIN_MS = 15_000

/** Notes that an owner looks at the cameras of a vessel, or at one of them. */
export async function noteWatched(db: Db, vesselId: string, cameraId: string | null, now: Date): Promise<void> {
  const again = new Date(now.getTime() - WATCHED_AGAIN_MS)
  await db
    .updateTable('camera')
    .set({ watched_at: now })
    .where('vessel_id', '=', vesselId)
    .$if(cameraId !== null, (one) => one.where('id', '=', cameraId))
    .where((where) => where.or([where('watched_at', 'is', null), where('watched_at', '<', again)]))
    .execute()
}

export async function insertFrame(db: Db, frame: Insertable<FrameTable>): Promise<void> {
  await db.insertInto('frame').values(frame).execute()
}

/** The newest frames of a camera by arrival; all without a limit. */
export function newestFrames(db: Db, camera: CameraKey, limit: number | null): Promise<Selectable<FrameTable>[]> {
  return db
    .selectFrom('frame')
    .selectAll()
    .where('vessel_id', '=', camera.vessel_id)
    .where('camera_id', '=', camera.id)
    .orderBy('received_at', 'desc')
    .orderBy('id', 'desc')
    .$if(limit !== null, (page) => page.limit(limit!))
    .execute()
}

export async function deleteFrames(db: Db, vesselId: string, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  await db.deleteFrom('frame').where('vessel_id', '=', vesselId).where('id', 'in', ids).execute()
}

/** Deletes a frame of the owner's and gives what its file is known by, which is the caller's to remove. */
export async function deleteOwnFrame(db: Db, ownerId: string, id: string) {
  const row = await db
    .deleteFrom('frame')
    .where('id', '=', id)
    .where('vessel_id', 'in', db.selectFrom('vessel').select('id').where('owner_id', '=', ownerId))
    .returning(['vessel_id', 'camera_id', 'id', 'mime'])
    .executeTakeFirst()
  return row ?? null
}

/** A frame, or a photo of an inspection, by its id alone: the signed link has said that it may be seen. */
export async function findFrame(db: Db, id: string) {
  const row = await db
    .selectFrom('frame')
    .select(['vessel_id as vesselId', 'camera_id as cameraId', 'id as frameId', 'mime'])
    .where('id', '=', id)
    .unionAll(
      db
        .selectFrom('inspection_photo')
        .select(['vessel_id as vesselId', 'inspection_id as cameraId', 'id as frameId', 'mime'])
        .where('id', '=', id),
    )
    .executeTakeFirst()
  return row ?? null
}

/** Which of these frames and photos have a row: for FrameStore.sweep. */
export async function knownFrames(db: Db, ids: string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('frame')
    .select('id')
    .where('id', 'in', ids)
    .unionAll(db.selectFrom('inspection_photo').select('id').where('id', 'in', ids))
    .execute()
  return new Set(rows.map(({ id }) => id))
}
