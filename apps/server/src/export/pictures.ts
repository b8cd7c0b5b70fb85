import { FRAME_EXTENSIONS, type FrameMime } from '@binnacle/contract'
import type { FrameStore } from '../cameras/stores/frame-store.ts'
import type { Entry } from './archive.ts'
import { distinctNames, fileName, timeName } from './names.ts'

/** A picture that may be stored. */
interface Picture {
  id: string
  mime: FrameMime
  at: Date
}

/**
 * The pictures of a camera, or of an inspection, as files of a folder, named for their times. One that has gone meanwhile is
 * left out; `written` is told of each that is there.
 */
export async function* pictureFiles(
  store: FrameStore,
  of: { vesselId: string; cameraId: string },
  folder: string,
  pictures: readonly Picture[],
  written: (id: string, path: string) => void,
): AsyncGenerator<Entry> {
  const names = distinctNames(pictures.map(({ at }) => timeName(at)))
  for (const [place, { id, mime, at }] of pictures.entries()) {
    const file = await store.open({ ...of, frameId: id, mime }, 'full')
    if (!file) continue
    const path = `${folder}/${names[place]}.${FRAME_EXTENSIONS[mime]}`
    written(id, path)
    yield { path, content: file.stream, at, compress: false }
  }
}

/** Folders for things by their names. */
export const foldersOf = (names: readonly string[]): string[] => distinctNames(names.map(fileName))
