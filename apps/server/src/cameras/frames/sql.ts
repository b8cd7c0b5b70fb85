import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { FrameTable } from '../../db/schema/tables.ts'
import { notFound } from '../../http/errors.ts'
import type { AskedPage } from '../../http/values/asked-span.ts'
import { isBehind, positionTime } from '../../http/values/time-cursor.ts'
import type { CameraKey } from '../sql.ts'
import type { FrameKey } from '../stores/frame-store.ts'

export type FrameRow = Selectable<FrameTable>

export async function insertFrame(db: Db, frame: Insertable<FrameTable>): Promise<void> {
  await db.insertInto('frame').values(frame).execute()
}

/**
 * When a frame was taken: what an offline boat sends later is not newer than what it has sent since. A clock that is ahead, such as
 * one at 2099, puts no frame before those that arrived after it.
 */
export const takenAt = sql<Date>`least(captured_at, received_at)`

/** The newest frames of a camera; all without a limit. */
export function newestFrames(db: Db, camera: CameraKey, limit: number | null): Promise<FrameRow[]> {
  return db
    .selectFrom('frame')
    .selectAll()
    .where('vessel_id', '=', camera.vessel_id)
    .where('camera_id', '=', camera.id)
    .orderBy(takenAt, 'desc')
    .orderBy('id', 'desc')
    .$if(limit !== null, (page) => page.limit(limit!))
    .execute()
}

export async function deleteFrames(db: Db, vesselId: string, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  await db.deleteFrom('frame').where('vessel_id', '=', vesselId).where('id', 'in', ids).execute()
}

/** Deletes a frame and returns the key of its files: the caller removes them. */
export function deleteFrame(db: Db, ownerId: string, id: string) {
  return db
    .deleteFrom('frame')
    .where('id', '=', id)
    .where('vessel_id', 'in', db.selectFrom('vessel').select('id').where('owner_id', '=', ownerId))
    .returning(['vessel_id as vesselId', 'camera_id as cameraId', 'id as frameId', 'mime'])
    .executeTakeFirstOrThrow(notFound)
}

/** A frame, or a photo of an inspection, by its id alone: the signed link grants access. */
export function frameOrNotFound(db: Db, id: string): Promise<FrameKey> {
  return db
    .selectFrom('frame')
    .select(['vessel_id as vesselId', 'camera_id as cameraId', 'id as frameId', 'mime'])
    .where('id', '=', id)
    .unionAll(
      db
        .selectFrom('inspection_photo')
        .select(['vessel_id as vesselId', 'inspection_id as cameraId', 'id as frameId', 'mime'])
        .where('id', '=', id),
    )
    .executeTakeFirstOrThrow(notFound)
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

/** A page of a camera's frames by the time that they were taken, each with its position. */
export function framesPage(
  db: Db,
  camera: CameraKey,
  { time, order, after }: AskedPage,
  limit: number,
): Promise<(FrameRow & { at: string })[]> {
  return db
    .selectFrom('frame')
    .selectAll()
    .select(positionTime(takenAt).as('at'))
    .where('vessel_id', '=', camera.vessel_id)
    .where('camera_id', '=', camera.id)
    .where(sql<boolean>`${takenAt} >= ${time.from} and ${takenAt} < ${time.until}`)
    .where(isBehind(takenAt, after, order))
    .orderBy(takenAt, order)
    .orderBy('id', order)
    .limit(limit)
    .execute()
}

/** The newest frames of a camera, or those that were taken before one of them; none before a frame that does not exist. */
export function framesBefore(db: Db, camera: CameraKey, before: string | null, limit: number): Promise<FrameRow[]> {
  const ofCamera = db.selectFrom('frame').where('vessel_id', '=', camera.vessel_id).where('camera_id', '=', camera.id)
  return ofCamera
    .selectAll()
    .$if(before !== null, (frames) =>
      frames.where(
        sql<boolean>`(${takenAt}, id) < (${ofCamera.where('id', '=', before!).select(takenAt.as('at'))}, ${before}::uuid)`,
      ),
    )
    .orderBy(takenAt, 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}
