import { randomUUIDv7 } from 'node:crypto'
import { LIMITS } from '@binnacle/contract'
import { findBox } from '../connections/sql.ts'
import type { Db } from '../db/database.ts'
import { inTransaction } from '../db/in-transaction.ts'
import { ApiError, found, retryAfter } from '../http/errors.ts'
import { parseInstant } from '../http/instant.ts'
import type { Box } from '../http/register.ts'
import { admitFrame } from './admission.ts'
import { answerCheckIn, findOpenCheckIn, type OpenCheckIn } from './check-in-sql.ts'
import type { FrameKey } from './frame-store.ts'
import type { SentFrame } from './receive-frame.ts'
import { framesToDrop } from './retention.ts'
import {
  type CameraKey,
  type CameraRow,
  countCameras,
  deleteFrames,
  findBoxCamera,
  holdBoxCamera,
  holdRegistrations,
  insertCamera,
  insertFrame,
  newestFrames,
  type Tx,
  updateCamera,
} from './sql.ts'

/** What a camera is called that gives neither its id nor a label. */
const UNNAMED = 'Camera'

const labelOf = (sent: SentFrame) => sent.label?.trim() ?? UNNAMED

/** The camera that the box means; null for one that is to be registered. Throws not_found for an id that is not its vessel's. */
export async function findSender(db: Db, box: Box, sent: SentFrame): Promise<CameraRow | null> {
  if (sent.camera_id) return found(await findBoxCamera(db, box.vesselId, { id: sent.camera_id }))
  return findBoxCamera(db, box.vesselId, { registered_label: labelOf(sent) })
}

/**
 * Registers a camera under the label that the box gave, or finds it there when another request was first. The vessel's row is
 * held, so a boat never has more than four. Throws camera_limit and what requireBox throws.
 */
export function registerCamera(db: Db, box: Box, sent: SentFrame): Promise<CameraKey> {
  return inTransaction(db, async (tx) => {
    await requireBox(tx, box)
    if (!(await holdRegistrations(tx, box.vesselId))) throw new ApiError('invalid_connection_key')
    const label = labelOf(sent)
    const known = await findBoxCamera(tx, box.vesselId, { registered_label: label })
    if (known) return known
    await refuseFifthCamera(tx, box.vesselId)
    const camera = { vessel_id: box.vesselId, id: randomUUIDv7() }
    const { connectionId: connection_id } = box
    const { default: retain_frames } = LIMITS.retainFrames
    const { view = 'other' } = sent
    await insertCamera(tx, { ...camera, connection_id, registered_label: label, label, view, retain_frames })
    return camera
  })
}

export async function refuseFifthCamera(db: Db, vesselId: string): Promise<void> {
  if ((await countCameras(db, vesselId)) >= LIMITS.camerasPerVessel) throw new ApiError('camera_limit')
}

/** The open check-in that a frame taken now answers. Throws camera_disabled and too_frequent. */
export async function admit(db: Db, camera: CameraRow, gapMs: number, now: Date): Promise<OpenCheckIn | null> {
  if (!camera.enabled) throw new ApiError('camera_disabled')
  const checkIn = await findOpenCheckIn(db, camera, now)
  const admission = admitFrame({ lastFrameAt: camera.last_frame_at, gapMs, openCheckIn: checkIn !== null, now })
  // Between two processes whose clocks differ the last frame may lie ahead: nobody is asked to wait longer than the gap.
  if (typeof admission === 'object')
    throw new ApiError('too_frequent', undefined, retryAfter(Math.min(admission.tooFrequent, gapMs)))
  return checkIn
}

/** A key that was revoked or disabled while the image was on its way stores nothing. */
async function requireBox(tx: Tx, { keyHash }: Box): Promise<void> {
  const box = await findBox(tx, keyHash)
  if (!box) throw new ApiError('invalid_connection_key')
  if (!box.enabled) throw new ApiError('connection_disabled')
}

interface StoredImage {
  key: FrameKey
  width: number
  height: number
}

/**
 * Takes a frame whose image is stored: its row, the check-in that it answers, the camera's state and the frames that it
 * drops, in one transaction under the camera's row lock. Two frames at once are judged one after the other, each by the
 * time at which it holds the lock. The files of `dropped` are the caller's to remove.
 */
export function takeFrame(db: Db, box: Box, sent: SentFrame, { key, width, height }: StoredImage, gapMs: number) {
  return inTransaction(db, async (tx) => {
    await requireBox(tx, box)
    const camera = found(await holdBoxCamera(tx, { vessel_id: key.vesselId, id: key.cameraId }))
    const now = new Date()
    const checkIn = await admit(tx, camera, gapMs, now)
    await insertFrame(tx, {
      vessel_id: key.vesselId,
      id: key.frameId,
      camera_id: key.cameraId,
      mime: key.mime,
      width,
      height,
      bytes: sent.bytes,
      trigger: checkIn ? 'request' : sent.trigger,
      captured_at: sent.captured_at ? new Date(parseInstant(sent.captured_at)) : now,
      received_at: now,
    })
    if (checkIn) await answerCheckIn(tx, key.vesselId, checkIn.id, key.frameId, now)
    // The box that sends for a camera is the one that is asked for its check-ins.
    await updateCamera(tx, camera, { connection_id: box.connectionId, last_frame_at: now, last_error: null })
    const dropped = await dropOldFrames(tx, camera, camera.retain_frames)
    return { answered: checkIn !== null, dropped }
  })
}

/** Deletes the rows of the frames beyond `retainFrames` and gives their keys; the camera's row is held. */
export async function dropOldFrames(tx: Tx, camera: CameraKey, retainFrames: number): Promise<FrameKey[]> {
  const frames = await newestFrames(tx, camera, null)
  const ids = framesToDrop(
    frames.map((frame) => ({ id: frame.id, receivedAt: frame.received_at })),
    retainFrames,
  )
  await deleteFrames(tx, camera.vessel_id, ids)
  return frames.filter(({ id }) => ids.includes(id)).map(keyOf)
}

export const keyOf = (frame: {
  vessel_id: string
  camera_id: string
  id: string
  mime: FrameKey['mime']
}): FrameKey => ({
  vesselId: frame.vessel_id,
  cameraId: frame.camera_id,
  frameId: frame.id,
  mime: frame.mime,
})
