import { LIMITS } from '@binnacle/contract'
import type { Insertable, Selectable } from 'kysely'
import type { FrameKey } from '../cameras/frame-store.ts'
import type { Tx } from '../cameras/sql.ts'
import type { Db } from '../db/database.ts'
import { inTransaction } from '../db/in-transaction.ts'
import type { InspectionPhotoTable } from '../db/tables.ts'
import { ownInspection } from './inspection-sql.ts'
import type { PhotoRow } from './inspection-walk-sql.ts'

/** A point, as far as a photo of it is concerned. */
export interface PhotoPlace {
  vessel_id: string
  inspection_id: string
  item_id: string
}

/** Why a point takes no photo, or gives none. */
export type Refusal = 'conflict' | 'photo_limit'

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

async function placeOrRefusal(
  db: Db,
  point: (PhotoPlace & { completed_at: Date | null }) | undefined,
): Promise<PhotoPlace | Refusal | null> {
  if (!point) return null
  const { completed_at, ...place } = point
  if (completed_at) return 'conflict'
  const { count } = await db
    .selectFrom('inspection_photo')
    .select((photo) => photo.fn.countAll<string>().as('count'))
    .where('vessel_id', '=', place.vessel_id)
    .where('item_id', '=', place.item_id)
    .executeTakeFirstOrThrow()
  return Number(count) < LIMITS.photosPerPoint ? place : 'photo_limit'
}

/** Where a photo of the point would go; null when the account has no such point. */
export const findPhotoPlace = async (db: Db, ownerId: string, itemId: string) =>
  placeOrRefusal(db, await ownPoint(db, ownerId, itemId).executeTakeFirst())

/**
 * Adds a photo unless the inspection was finished or the point filled meanwhile: the inspection's row makes a completion wait,
 * the point's another photo.
 */
export function insertPhoto(
  db: Db,
  ownerId: string,
  photo: Insertable<InspectionPhotoTable>,
): Promise<PhotoRow | Refusal | null> {
  return inTransaction(db, async (tx) => {
    const held = await ownPoint(tx, ownerId, photo.item_id).forShare('i').forNoKeyUpdate('p').executeTakeFirst()
    const place = await placeOrRefusal(tx, held)
    if (place === null || typeof place === 'string') return place
    return tx.insertInto('inspection_photo').values(photo).returningAll().executeTakeFirstOrThrow()
  })
}

/** Deletes a photo of an inspection in progress and gives the key of its files. */
export function deletePhoto(db: Db, ownerId: string, id: string): Promise<FrameKey | 'conflict' | null> {
  return inTransaction(db, async (tx) => {
    const photo = await tx.selectFrom('inspection_photo').selectAll().where('id', '=', id).executeTakeFirst()
    const point = photo && (await ownPoint(tx, ownerId, photo.item_id).forShare('i').executeTakeFirst())
    if (!photo || !point) return null
    if (point.completed_at) return 'conflict'
    await tx.deleteFrom('inspection_photo').where('vessel_id', '=', photo.vessel_id).where('id', '=', id).execute()
    return keyOf(photo)
  })
}

/** Deletes an inspection in progress with its points and photos, and gives the keys of the photos' files. */
export function deleteInspection(db: Db, ownerId: string, id: string): Promise<FrameKey[] | 'conflict' | null> {
  return inTransaction(db, async (tx) => {
    const row = await ownInspection(tx, ownerId, id).forUpdate('i').executeTakeFirst()
    if (!row) return null
    if (row.completed_at) return 'conflict'
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

export const keyOf = ({ vessel_id, inspection_id, id, mime }: Selectable<InspectionPhotoTable>): FrameKey => ({
  vesselId: vessel_id,
  cameraId: inspection_id,
  frameId: id,
  mime,
})
