import type { FastifyBaseLogger } from 'fastify'
import type { CameraKey, Tx } from '../sql.ts'
import type { FrameKey, FrameStore } from '../stores/frame-store.ts'
import { framesToDrop } from './retention.ts'
import { deleteFrames, newestFrames } from './sql.ts'

/** Deletes the rows of the frames beyond `retainFrames` and returns their keys; the caller has locked the camera. */
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

/** Removes the files of frames whose rows are gone; the daily sweep removes what remains. */
export async function removeFiles(store: FrameStore, keys: FrameKey[], log: FastifyBaseLogger): Promise<void> {
  for (const result of await Promise.allSettled(keys.map((key) => store.remove(key))))
    if (result.status === 'rejected') log.error({ err: result.reason }, "a dropped frame's file was not removed")
}
