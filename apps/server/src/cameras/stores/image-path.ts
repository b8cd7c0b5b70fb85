import { FRAME_EXTENSIONS, type FrameMime } from '@binnacle/contract'
import type { FrameKey, FrameSize } from './frame-store.ts'

export const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
export const SHARD = /^[0-9a-f]{2}$/
export const FILE = /^[0-9a-f-]{36}\.(?:jpg|png|webp|thumb\.webp|screen\.webp)$/

/**
 * The path of an image below the root of its store: <last two digits of the vessel>/<vessel>/<camera>/<frame>.jpg, with
 * <frame>.thumb.webp and <frame>.screen.webp for its smaller sizes. Files and buckets use the same paths, so that one can be
 * copied to the other.
 */
export const imagePath = (key: FrameKey, size: FrameSize): string =>
  `${folderOf(key)}/${uuid(key.frameId)}.${size === 'full' ? FRAME_EXTENSIONS[key.mime] : `${size}.webp`}`

/** The paths of all sizes of an image. */
export const imagePaths = (key: FrameKey): string[] =>
  (['full', 'thumb', 'screen'] as const).map((size) => imagePath(key, size))

export const folderOf = ({ vesselId, cameraId }: FrameKey): string => `${vesselFolderOf(vesselId)}/${uuid(cameraId)}`

export const vesselFolderOf = (vesselId: string): string => `${uuid(vesselId).slice(-2)}/${vesselId}`

/** The id of the frame whose image has this path; null for a path that the store did not create. */
export function frameIdOfPath(path: string): string | null {
  const [shard = '', vessel = '', camera = '', file = '', ...deeper] = path.split('/')
  const ours = SHARD.test(shard) && UUID.test(vessel) && UUID.test(camera) && FILE.test(file) && deeper.length === 0
  return ours ? file.slice(0, 36) : null
}

/** The MIME type of an image, by the extension of its path. */
export const mimeOfPath = (path: string): FrameMime =>
  path.endsWith('.jpg') ? 'image/jpeg' : path.endsWith('.png') ? 'image/png' : 'image/webp'

/** Accepts only UUIDs, so that no path contains text from a request. */
function uuid(id: string): string {
  if (!UUID.test(id)) throw new TypeError('frames are kept by UUIDs')
  return id
}
