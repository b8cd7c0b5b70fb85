import type { FrameMime } from '@binnacle/contract'
import type { FrameStore } from '../cameras/stores/frame-store.ts'
import type { Db } from '../db/database.ts'
import type { Entry } from './archive.ts'
import { foldersOf, pictureFiles } from './pictures.ts'
import { parsed, rowsById, VESSEL_TABLES } from './tables.ts'
import { jsonList } from './text-files.ts'

interface Camera {
  id: string
  label: string
}

interface Frame {
  id: string
  mime: FrameMime
  captured_at: string
}

/** The frames of all cameras, a folder each, and then the cameras with the frames that are in the archive. */
export async function* cameraFiles(db: Db, store: FrameStore, vesselId: string, folder: string): AsyncGenerator<Entry> {
  const cameras = await parsed<Camera>(rowsById(db, VESSEL_TABLES.camera, { vessel_id: vesselId }))
  const folders = foldersOf(cameras.map(({ label }) => label))
  const described: string[] = []
  for (const [place, camera] of cameras.entries()) {
    // At most 200 of a camera: see LIMITS.retainFrames.
    const frames = await parsed<Frame>(rowsById(db, VESSEL_TABLES.frame, { vessel_id: vesselId, camera_id: camera.id }))
    const paths = new Map<string, string>()
    const pictures = frames.map(({ id, mime, captured_at }) => ({ id, mime, at: new Date(captured_at) }))
    const of = { vesselId, cameraId: camera.id }
    yield* pictureFiles(store, of, `${folder}/frames/${folders[place]}`, pictures, (id, path) => paths.set(id, path))
    const kept = frames.filter(({ id }) => paths.has(id)).map((frame) => ({ file: paths.get(frame.id), ...frame }))
    described.push(JSON.stringify({ ...camera, frames: kept }))
  }
  yield { path: `${folder}/cameras.json`, content: jsonList(described) }
}
