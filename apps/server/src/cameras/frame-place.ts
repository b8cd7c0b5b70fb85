import type { FrameMime } from '@binnacle/contract'
import type { FrameKey, FrameSize } from './frame-store.ts'

const EXTENSIONS: Record<FrameMime, string> = { 'image/jpeg': 'jpg', 'image/png': 'png', 'image/webp': 'webp' }
export const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
export const SHARD = /^[0-9a-f]{2}$/
export const FILE = /^[0-9a-f-]{36}\.(?:jpg|png|webp|thumb\.webp)$/

/**
 * Where an image is, from the root of its store: <last two digits of the vessel>/<vessel>/<camera>/<frame>.jpg and
 * <frame>.thumb.webp, among files and in a bucket alike, so that one can be copied to the other.
 */
export const placeOf = (key: FrameKey, size: FrameSize): string =>
  `${folderOf(key)}/${uuid(key.frameId)}.${size === 'thumb' ? 'thumb.webp' : EXTENSIONS[key.mime]}`

export const folderOf = ({ vesselId, cameraId }: FrameKey): string => `${vesselFolderOf(vesselId)}/${uuid(cameraId)}`

export const vesselFolderOf = (vesselId: string): string => `${uuid(vesselId).slice(-2)}/${vesselId}`

/** The frame of an image at a place; null for what the store did not name so itself. */
export function frameIdAt(place: string): string | null {
  const [shard = '', vessel = '', camera = '', file = '', ...deeper] = place.split('/')
  const ours = SHARD.test(shard) && UUID.test(vessel) && UUID.test(camera) && FILE.test(file) && deeper.length === 0
  return ours ? file.slice(0, 36) : null
}

/** What an image at a place is, by its name. */
export const mimeAt = (place: string): FrameMime =>
  place.endsWith('.jpg') ? 'image/jpeg' : place.endsWith('.png') ? 'image/png' : 'image/webp'

/** No part of a place comes from outside. */
function uuid(id: string): string {
  if (!UUID.test(id)) throw new TypeError('frames are kept by UUIDs')
  return id
}
