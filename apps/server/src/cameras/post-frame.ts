import { randomUUIDv7 } from 'node:crypto'
import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import { noteBoxAccepted, noteBoxError } from '../connections/sql.ts'
import type { Db } from '../db/database.ts'
import { ApiError } from '../http/errors.ts'
import type { Box } from '../http/register.ts'
import { FrameRefused } from './frame-refused.ts'
import type { FrameKey, FrameStore } from './frame-store.ts'
import { inspectImage } from './image.ts'
import { receiveFrame, type SentFrame } from './receive-frame.ts'
import { noteCameraError } from './sql.ts'
import { admit, findSender, refuseFifthCamera, registerCamera, takeFrame } from './take-frame.ts'

export interface Receiving {
  db: Db
  store: FrameStore
  gapMs: number
}

/** What a box sent, in temporary files. */
interface Arrival {
  sent: SentFrame
  image: string
  thumbnail: string
}

/**
 * POST /v1/cameras/frames: the image goes to a temporary file, is looked at, put in its place and synced, and only then its
 * row is written: a row without an image is never seen, and no transaction waits for a decoder or a disk. A camera registers
 * before that, in a transaction of its own, because its id is part of the image's place.
 */
export async function postFrame(to: Receiving, box: Box, { raw, log }: FastifyRequest) {
  const image = to.store.temporaryPath()
  const thumbnail = to.store.temporaryPath()
  try {
    const sent = await receiveFrame(raw, image)
    const { answer, dropped } = await take(to, box, { sent, image, thumbnail }, log)
    // The frame is stored, whatever becomes of the rest.
    await noteBoxAccepted(to.db, box, new Date()).catch((error) => log.warn({ err: error }, 'last_seen_at not written'))
    await removeFiles(to.store, dropped, log)
    return answer
  } catch (error) {
    const refusal = asApiError(error)
    if (refusal instanceof ApiError) await noteBoxError(to.db, box.keyHash, refusal.message.slice(0, 200))
    throw refusal
  } finally {
    await to.store.discard(image, thumbnail)
  }
}

async function take(to: Receiving, box: Box, arrival: Arrival, log: FastifyBaseLogger) {
  const { db, store, gapMs } = to
  const { sent, image, thumbnail } = arrival
  const known = await findSender(db, box, sent)
  // What takeFrame and registerCamera would refuse is refused here too, before the image costs a decode.
  if (known) await admit(db, known, gapMs, new Date())
  else await refuseFifthCamera(db, box.vesselId)
  const { mime, width, height } = await inspectImage(image, sent.mime, thumbnail).catch(async (error) => {
    if (known && error instanceof FrameRefused) await noteCameraError(db, known, error.code)
    throw error
  })
  const camera = known ?? (await registerCamera(db, box, sent))
  const key: FrameKey = { vesselId: box.vesselId, cameraId: camera.id, frameId: randomUUIDv7(), mime }
  await store.put(image, thumbnail, key)
  const { answered, dropped } = await takeFrame(db, box, sent, { key, width, height }, gapMs).catch(async (error) => {
    // After any other error the commit may have happened all the same: then the row needs its image, else the sweep takes it.
    if (error instanceof ApiError) await removeFiles(store, [key], log)
    throw error
  })
  return { answer: { frame_id: key.frameId, camera_id: camera.id, answered_check_in: answered }, dropped }
}

/** Removes the files of frames whose rows are gone; what stays, the sweep takes. */
export async function removeFiles(store: FrameStore, keys: FrameKey[], log: FastifyBaseLogger): Promise<void> {
  for (const result of await Promise.allSettled(keys.map((key) => store.remove(key))))
    if (result.status === 'rejected') log.error({ err: result.reason }, "a dropped frame's file was not removed")
}

/** Where and why is told for a body that does not fit; for an image its code says enough. */
function asApiError(error: unknown): unknown {
  if (!(error instanceof FrameRefused)) return error
  return new ApiError(error.code, error.code === 'invalid_request' ? error.message : undefined)
}
