import { randomUUIDv7 } from 'node:crypto'
import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import { noteDeviceError, noteFrameAccepted } from '../../connections/sql.ts'
import type { Db } from '../../db/database.ts'
import { ApiError } from '../../http/errors.ts'
import type { Device } from '../../http/route/callers.ts'
import { inspectImage } from '../images/image.ts'
import { noteCameraError } from '../sql.ts'
import type { FrameKey, FrameStore } from '../stores/frame-store.ts'
import { removeFiles } from './drop-frames.ts'
import { FrameRefused } from './frame-refused.ts'
import { receiveFrame, type SentFrame } from './receive-frame.ts'
import { admit, type FrameRules, findSender, refuseFifthCamera, registerCamera, takeFrame } from './take-frame.ts'

interface Receiving extends FrameRules {
  db: Db
  store: FrameStore
}

/** A received frame, in temporary files. */
interface Arrival {
  sent: SentFrame
  image: string
  thumbnail: string
}

/**
 * POST /v1/cameras/frames: the image goes to a temporary file, is validated, stored and synced, and only then its row is written. So
 * no row is without an image, and no transaction waits for a decoder or a disk. A camera registers before that, in its own
 * transaction, because its id is part of the image's path.
 */
export async function postFrame(to: Receiving, device: Device, { raw, log }: FastifyRequest) {
  const image = to.store.temporaryPath()
  const thumbnail = to.store.temporaryPath()
  try {
    const sent = await receiveFrame(raw, image)
    const { answer, dropped } = await take(to, device, { sent, image, thumbnail }, log)
    // The frame is stored: a failure from here on does not fail the request.
    await noteFrameAccepted(to.db, device, new Date()).catch((error) =>
      log.warn({ err: error }, 'last_seen_at not written'),
    )
    await removeFiles(to.store, dropped, log)
    return answer
  } catch (error) {
    const why = error instanceof FrameRefused ? error.explained : error instanceof ApiError ? error.message : null
    if (why) await noteDeviceError(to.db, device.keyHash, why.slice(0, 200))
    throw error
  } finally {
    await to.store.discard(image, thumbnail)
  }
}

async function take(to: Receiving, device: Device, arrival: Arrival, log: FastifyBaseLogger) {
  const { db, store, gapMs } = to
  const { sent, image, thumbnail } = arrival
  const known = await findSender(db, device, sent)
  // What takeFrame and registerCamera would refuse is refused here, before the image is decoded.
  if (known) await admit(db, known, gapMs, new Date())
  else await refuseFifthCamera(db, device.vesselId)
  const { mime, width, height } = await inspectImage(image, sent.mime, thumbnail).catch(async (error) => {
    if (known && error instanceof FrameRefused) await noteCameraError(db, known, error.explained)
    throw error
  })
  const camera = known ?? (await registerCamera(db, device, sent))
  const key: FrameKey = { vesselId: device.vesselId, cameraId: camera.id, frameId: randomUUIDv7(), mime }
  await store.put(image, thumbnail, key)
  const { answered, dropped } = await takeFrame(db, device, sent, { key, width, height }, to).catch(async (error) => {
    // After any other error the row may be committed, and needs its image. The daily sweep removes images without a row.
    if (error instanceof ApiError) await removeFiles(store, [key], log)
    throw error
  })
  return { answer: { frame_id: key.frameId, camera_id: camera.id, answered_check_in: answered }, dropped }
}
