import { randomUUIDv7 } from 'node:crypto'
import { LIMITS } from '@binnacle/contract'
import { ApiError } from '../../http/errors.ts'
import { type CameraKey, lockCameraOrNotFound, noteWatched, type Tx } from '../sql.ts'
import { findOpenCheckIn, type OpenCheckIn, replaceClosedCheckIns } from './sql.ts'

/**
 * Queues an owner's request for a new picture, or returns the open one. The camera's row is locked, so two requests at once make one
 * check-in. Throws not_found and camera_disabled. Source: vessel-data-api.md, "Check-in rules".
 */
export async function requestCheckIn(tx: Tx, ownerId: string, cameraId: string, now: Date): Promise<OpenCheckIn> {
  const camera = await lockCameraOrNotFound(tx, ownerId, cameraId)
  if (!camera.enabled) throw new ApiError('camera_disabled')
  return openCheckIn(tx, camera, now)
}

/** Queues a request to a camera whose row is locked, or returns the open one. */
export async function openCheckIn(tx: Tx, camera: CameraKey, now: Date): Promise<OpenCheckIn> {
  // Whoever asks for a picture waits for it.
  await noteWatched(tx, camera.vessel_id, camera.id, now)
  const open = await findOpenCheckIn(tx, camera, now)
  if (open) return open
  const expires_at = new Date(now.getTime() + LIMITS.checkInSeconds * 1000)
  const made = { id: randomUUIDv7(), requested_at: now, expires_at }
  await replaceClosedCheckIns(tx, { ...made, vessel_id: camera.vessel_id, camera_id: camera.id })
  return made
}

/** A page that is open asks for its frames at least this often. */
const WATCHED_MS = 60_000

/** How long an onboard device waits before it asks again, ms: less while an owner has the page open or waits for a frame. */
export function pollAfterMs(watchedAt: Date | null, now: Date): number {
  const { idle, watched } = LIMITS.pollAfterMs
  return watchedAt && Math.abs(now.getTime() - watchedAt.getTime()) < WATCHED_MS ? watched : idle
}
