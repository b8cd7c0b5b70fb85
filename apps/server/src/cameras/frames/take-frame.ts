import { randomUUIDv7 } from 'node:crypto'
import { LIMITS } from '@binnacle/contract'
import { findDevice, refuseStopped } from '../../connections/sql.ts'
import type { Db } from '../../db/database.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { ApiError, retryAfter } from '../../http/errors.ts'
import type { Device } from '../../http/route/callers.ts'
import { parseInstant } from '../../http/values/instant.ts'
import { writeEvent } from '../../outbox/write-event.ts'
import type { Quotas } from '../../quotas/quotas.ts'
import { storageExcess } from '../../quotas/require-room.ts'
import { answerCheckIn, findOpenCheckIn, type OpenCheckIn } from '../check-ins/sql.ts'
import {
  type CameraKey,
  type CameraRow,
  countCameras,
  findCameraByLabel,
  insertCamera,
  lockRegistrations,
  lockVesselCameraOrNotFound,
  type Tx,
  updateCamera,
  vesselCameraOrNotFound,
} from '../sql.ts'
import type { FrameKey } from '../stores/frame-store.ts'
import { msUntilNextFrame } from './admission.ts'
import { dropFramesFor, dropOldFrames } from './drop-frames.ts'
import type { SentFrame } from './receive-frame.ts'
import { insertFrame } from './sql.ts'

/** The name of a camera without a label. */
const UNNAMED = 'Camera'

const labelOf = (sent: SentFrame) => sent.label?.trim() ?? UNNAMED

/** The camera of a frame; undefined for a new one. Throws not_found for an id that is not of the device's vessel. */
export function findSender(db: Db, device: Device, sent: SentFrame): Promise<CameraRow | undefined> {
  if (sent.camera_id) return vesselCameraOrNotFound(db, { vessel_id: device.vesselId, id: sent.camera_id })
  return findCameraByLabel(db, device.vesselId, labelOf(sent))
}

/**
 * Registers a camera under the device's label for it, or finds it when another request was first. The vessel's row is locked, so a
 * vessel never has more than four. Throws camera_limit and what requireDevice throws.
 */
export function registerCamera(db: Db, device: Device, sent: SentFrame): Promise<CameraKey> {
  return inTransaction(db, async (tx) => {
    await requireDevice(tx, device)
    await lockRegistrations(tx, device.vesselId)
    const label = labelOf(sent)
    const known = await findCameraByLabel(tx, device.vesselId, label)
    if (known) return known
    await refuseFifthCamera(tx, device.vesselId)
    const camera = { vessel_id: device.vesselId, id: randomUUIDv7() }
    const { connectionId: connection_id } = device
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
export async function admit(db: Db, camera: CameraRow, gapMs: number, now: Date): Promise<OpenCheckIn | undefined> {
  if (!camera.enabled) throw new ApiError('camera_disabled')
  const checkIn = await findOpenCheckIn(db, camera, now)
  const { last_frame_at: lastFrameAt } = camera
  const waitMs = msUntilNextFrame({ lastFrameAt, gapMs, openCheckIn: checkIn !== undefined, now })
  // The clocks of two processes may differ, and the last frame lie ahead: nobody has to wait longer than the gap.
  if (waitMs > 0) throw new ApiError('too_frequent', undefined, retryAfter(Math.min(waitMs, gapMs)))
  return checkIn
}

/** The key may have been revoked or disabled while the image arrived. */
async function requireDevice(tx: Tx, { keyHash }: Device): Promise<void> {
  const device = await findDevice(tx, keyHash)
  if (!device) throw new ApiError('invalid_connection_key')
  refuseStopped(device)
}

interface StoredImage {
  key: FrameKey
  width: number
  height: number
}

export interface FrameRules {
  gapMs: number
  quotas: Quotas
}

/**
 * A camera whose account's storage is full keeps no more than before: it drops for the frame that has come, and nothing for what is
 * beyond a quota that was lowered. Only one that keeps more than before needs to ask.
 */
async function makeRoom(tx: Tx, camera: CameraKey, quotas: Quotas, bytes: number): Promise<FrameKey[]> {
  const excess = await storageExcess(tx, quotas, camera.vessel_id)
  return excess > 0 ? dropFramesFor(tx, camera, Math.min(excess, bytes)) : []
}

/**
 * Takes a frame whose image is stored: its row, the check-in that it answers, the camera's state and the frames that it
 * drops, in one transaction under the camera's row lock. Two frames at once are judged one after the other, each by the
 * time at which it holds the lock. The files of `dropped` are the caller's to remove.
 */
export function takeFrame(
  db: Db,
  device: Device,
  sent: SentFrame,
  { key, width, height }: StoredImage,
  { gapMs, quotas }: FrameRules,
) {
  return inTransaction(db, async (tx) => {
    await requireDevice(tx, device)
    const camera = await lockVesselCameraOrNotFound(tx, { vessel_id: key.vesselId, id: key.cameraId })
    const now = new Date()
    const checkIn = await admit(tx, camera, gapMs, now)
    const frame = {
      id: key.frameId,
      camera_id: key.cameraId,
      width,
      height,
      bytes: sent.bytes,
      trigger: checkIn ? ('request' as const) : sent.trigger,
      captured_at: sent.captured_at ? new Date(parseInstant(sent.captured_at)) : now,
    }
    await insertFrame(tx, { ...frame, vessel_id: key.vesselId, mime: key.mime, received_at: now })
    await writeEvent(tx, key.vesselId, 'frame.stored', { frame: { ...frame, label: camera.label } }, now)
    if (checkIn) await answerCheckIn(tx, key.vesselId, checkIn.id, key.frameId, now)
    // Check-ins of a camera go to the device that last sent for it.
    await updateCamera(tx, camera, { connection_id: device.connectionId, last_frame_at: now, last_error: null })
    const dropped = await dropOldFrames(tx, camera, camera.retain_frames)
    if (dropped.length === 0) dropped.push(...(await makeRoom(tx, camera, quotas, sent.bytes)))
    return { answered: checkIn !== undefined, dropped }
  })
}
