import { createHash, randomUUIDv7 } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { addInspectionPhoto } from '@binnacle/contract'
import type { FastifyRequest } from 'fastify'
import { removeFiles } from '../../../cameras/frames/drop-frames.ts'
import { receiveFrameBody } from '../../../cameras/frames/frame-body.ts'
import { inspectImage } from '../../../cameras/images/image.ts'
import type { FrameStore } from '../../../cameras/stores/frame-store.ts'
import type { Db } from '../../../db/database.ts'
import { ApiError } from '../../../http/errors.ts'
import { bodyChunks, requireJson } from '../../../http/route/body.ts'
import type { Once } from '../../../http/route/once.ts'
import { dropUnknown } from '../../../http/route/unknown-names.ts'
import type { Quotas } from '../../../quotas/quotas.ts'
import type { PhotoRow } from '../walk-sql.ts'
import { insertPhoto, photoTargetOrNotFound } from './sql.ts'

interface PhotoStores {
  db: Db
  store: FrameStore
  quotas: Quotas
}

/**
 * POST /app/inspection-items/{id}/photos, in the same steps as a frame (cameras/frames/post-frame.ts): the image goes into a
 * temporary file, is checked, and is stored durably; then its row is written. Throws the same errors, and not_found, conflict,
 * photo_limit, quota_exceeded.
 */
export async function takePhoto(
  { db, store, quotas }: PhotoStores,
  ownerId: string,
  itemId: string,
  { raw, log }: FastifyRequest,
  once: Once,
): Promise<PhotoRow> {
  const image = store.temporaryPath()
  const thumbnail = store.temporaryPath()
  try {
    const target = await photoTargetOrNotFound(db, ownerId, itemId)
    const { bytes, mimeFromDataUrl } = await receive(raw, image)
    const { mime, width, height } = await inspectImage(image, mimeFromDataUrl ?? 'image/jpeg', thumbnail)
    const id = randomUUIDv7()
    const key = { vesselId: target.vessel_id, cameraId: target.inspection_id, frameId: id, mime }
    const content = await hashOf(image)
    await store.put(image, thumbnail, key)
    const photo = { ...target, id, mime, width, height, bytes, created_at: new Date() }
    const stored = await once((tx) => insertPhoto(tx, quotas, ownerId, photo), content).catch(async (error) => {
      // After any other error the row may exist and need its image. The daily sweep removes images without a row.
      if (error instanceof ApiError) await removeFiles(store, [key], log)
      throw error
    })
    // A retry: the photo of the first request is there.
    if (stored.id !== id) await removeFiles(store, [key], log)
    return stored
  } finally {
    await store.discard(image, thumbnail)
  }
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

async function receive(request: IncomingMessage, path: string) {
  requireJson(request.headers)
  const { fields, image } = await receiveFrameBody(bodyChunks(request, addInspectionPhoto.bodyBytes), path)
  dropUnknown(addInspectionPhoto.body, fields)
  return image
}
