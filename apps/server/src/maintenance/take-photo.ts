import { randomUUIDv7 } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { addInspectionPhoto } from '@binnacle/contract'
import type { FastifyRequest } from 'fastify'
import { receiveFrameBody } from '../cameras/frame-body.ts'
import type { FrameStore } from '../cameras/frame-store.ts'
import { inspectImage } from '../cameras/image.ts'
import { removeFiles } from '../cameras/post-frame.ts'
import type { Db } from '../db/database.ts'
import { bodyChunks, requireJson } from '../http/body.ts'
import { ApiError, found } from '../http/errors.ts'
import { findPhotoPlace, insertPhoto, type Refusal } from './inspection-photo-sql.ts'
import type { PhotoRow } from './inspection-walk-sql.ts'

/** What was done, or the error for it. */
function allowed<T extends object>(outcome: T | Refusal | null): T {
  const done = found(outcome)
  if (typeof done === 'string') throw new ApiError(done)
  return done
}

/**
 * POST /app/inspection-items/{id}/photos, in the steps of a frame (cameras/post-frame.ts): into a temporary file, looked at, put in
 * its place and synced, and only then its row. Throws what those throw, and not_found, conflict, photo_limit.
 */
export async function takePhoto(
  db: Db,
  store: FrameStore,
  ownerId: string,
  itemId: string,
  { raw, log }: FastifyRequest,
): Promise<PhotoRow> {
  const image = store.temporaryPath()
  const thumbnail = store.temporaryPath()
  try {
    const place = allowed(await findPhotoPlace(db, ownerId, itemId))
    const { bytes, mimeFromDataUrl } = await receive(raw, image)
    const { mime, width, height } = await inspectImage(image, mimeFromDataUrl ?? 'image/jpeg', thumbnail)
    const id = randomUUIDv7()
    const key = { vesselId: place.vessel_id, cameraId: place.inspection_id, frameId: id, mime }
    await store.put(image, thumbnail, key)
    const photo = { ...place, id, mime, width, height, bytes, created_at: new Date() }
    const outcome = await insertPhoto(db, ownerId, photo)
    if (outcome === null || typeof outcome === 'string') await removeFiles(store, [key], log)
    return allowed(outcome)
  } finally {
    await store.discard(image, thumbnail)
  }
}

async function receive(request: IncomingMessage, path: string) {
  requireJson(request.headers)
  return (await receiveFrameBody(bodyChunks(request, addInspectionPhoto.bodyBytes), path)).image
}
