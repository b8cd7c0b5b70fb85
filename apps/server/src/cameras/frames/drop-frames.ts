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

/** Deletes the oldest frames until so many bytes are free, but never the newest; as dropOldFrames does. */
export async function dropFramesFor(tx: Tx, camera: CameraKey, bytes: number): Promise<FrameKey[]> {
  const frames = await newestFrames(tx, camera, null)
  const older = framesToDrop(
    frames.map(({ id, received_at: receivedAt }) => ({ id, receivedAt })),
    1,
  )
  const byId = new Map(frames.map((frame) => [frame.id, frame]))
  const dropped: string[] = []
  for (let freed = 0; freed < bytes && older.length > 0; ) {
    const id = older.pop()!
    freed += byId.get(id)!.bytes ?? 0
    dropped.push(id)
  }
  await deleteFrames(tx, camera.vessel_id, dropped)
  return dropped.map((id) => keyOf(byId.get(id)!))
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
