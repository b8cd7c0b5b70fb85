import { LIMITS } from '@binnacle/contract'
import type { Insertable, Selectable } from 'kysely'
import type { Tx } from '../../../cameras/sql.ts'
import type { FrameKey } from '../../../cameras/stores/frame-store.ts'
import type { Db } from '../../../db/database.ts'
import { inTransaction } from '../../../db/in-transaction.ts'
import type { InspectionPhotoTable } from '../../../db/schema/tables.ts'
import { ApiError, notFound } from '../../../http/errors.ts'
import type { Quotas } from '../../../quotas/quotas.ts'
import { requireRoom } from '../../../quotas/require-room.ts'
import { ownInspection, refuseCompleted } from '../sql.ts'
import type { PhotoRow } from '../walk-sql.ts'

/** The inspection point that a photo belongs to. */
interface PhotoTarget {
  vessel_id: string
  inspection_id: string
  item_id: string
}

const ownPoint = (db: Db, ownerId: string, itemId: string) =>
  db
    .selectFrom('inspection_item as p')
    .innerJoin('vessel as v', 'v.id', 'p.vessel_id')
    .innerJoin('inspection as i', (on) =>
      on.onRef('i.vessel_id', '=', 'p.vessel_id').onRef('i.id', '=', 'p.inspection_id'),
    )
    .select(['p.vessel_id', 'p.inspection_id', 'p.id as item_id', 'i.completed_at'])
    .where('v.owner_id', '=', ownerId)
    .where('p.id', '=', itemId)

async function admitPhoto(db: Db, point: PhotoTarget & { completed_at: Date | null }): Promise<PhotoTarget> {
  refuseCompleted(point)
  const { completed_at: _completed, ...target } = point
  const { count } = await db
    .selectFrom('inspection_photo')
    .select((photo) => photo.fn.countAll<string>().as('count'))
    .where('vessel_id', '=', target.vessel_id)
    .where('item_id', '=', target.item_id)
    .executeTakeFirstOrThrow()
  if (Number(count) >= LIMITS.photosPerPoint) throw new ApiError('photo_limit')
  return target
}

/** The point for a new photo. Throws conflict and photo_limit. */
export const photoTargetOrNotFound = async (db: Db, ownerId: string, itemId: string): Promise<PhotoTarget> =>
  admitPhoto(db, await ownPoint(db, ownerId, itemId).executeTakeFirstOrThrow(notFound))

/**
 * Adds a photo. Throws conflict if the inspection was completed meanwhile, quota_exceeded, and photo_limit if the point has the
 * maximum of photos. The lock on the inspection makes a completion wait; the lock on the point makes other photos wait.
 */
export async function insertPhoto(
  tx: Tx,
  quotas: Quotas,
  ownerId: string,
  photo: Insertable<InspectionPhotoTable>,
): Promise<PhotoRow> {
  await requireRoom(tx, quotas, ownerId, { photos: 1, storage_bytes: photo.bytes })
  const point = ownPoint(tx, ownerId, photo.item_id).forShare('i').forNoKeyUpdate('p')
  await admitPhoto(tx, await point.executeTakeFirstOrThrow(notFound))
  return tx.insertInto('inspection_photo').values(photo).returningAll().executeTakeFirstOrThrow()
}

/** Deletes a photo of an inspection in progress and returns the key of its files. */
export function deletePhoto(db: Db, ownerId: string, id: string): Promise<FrameKey> {
  return inTransaction(db, async (tx) => {
    const photo = await tx
      .selectFrom('inspection_photo')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow(notFound)
    refuseCompleted(await ownPoint(tx, ownerId, photo.item_id).forShare('i').executeTakeFirstOrThrow(notFound))
    await tx.deleteFrom('inspection_photo').where('vessel_id', '=', photo.vessel_id).where('id', '=', id).execute()
    return keyOf(photo)
  })
}

/** Deletes an inspection in progress with its points and photos, and returns the keys of the photos' files. */
export function deleteInspection(db: Db, ownerId: string, id: string): Promise<FrameKey[]> {
  return inTransaction(db, async (tx) => {
    const row = await ownInspection(tx, ownerId, id).forUpdate('i').executeTakeFirstOrThrow(notFound)
    refuseCompleted(row)
    const photos = await photosOf(tx, row)
    await tx.deleteFrom('inspection').where('vessel_id', '=', row.vessel_id).where('id', '=', id).execute()
    return photos.map(keyOf)
  })
}

const photosOf = (tx: Tx, of: { vessel_id: string; id: string }) =>
  tx
    .selectFrom('inspection_photo')
    .selectAll()
    .where('vessel_id', '=', of.vessel_id)
    .where('inspection_id', '=', of.id)
    .execute()

/** Photos lie in the same stores as frames: in a folder of their inspection in place of one of a camera. */
export const keyOf = ({ vessel_id, inspection_id, id, mime }: Selectable<InspectionPhotoTable>): FrameKey => ({
  vesselId: vessel_id,
  cameraId: inspection_id,
  frameId: id,
  mime,
})
