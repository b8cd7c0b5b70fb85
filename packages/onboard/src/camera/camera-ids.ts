import { readJsonFile, writeJsonFile } from '../files/json-file.ts'
import { inTurn } from '../in-turn.ts'
import type { Log } from '../log.ts'

/**
 * The ids that the service gave to the cameras, by name; kept in a file, so that a camera stays itself when it is renamed in the
 * app.
 */
export interface CameraIds {
  idOf(name: string): string | undefined
  nameOf(id: string): string | undefined
  set(name: string, id: string | undefined): Promise<void>
}

/** A file that is damaged costs little: the service finds the camera again by its label. */
export async function openCameraIds(path: string, log: Log): Promise<CameraIds> {
  // Answers to check-ins and waiting frames are sent at the same time.
  const writing = inTurn()
  const ids = new Map((await readJsonFile(path, entriesOf, log)) ?? [])
  return {
    idOf: (name) => ids.get(name),
    nameOf: (id) => [...ids].find(([, known]) => known === id)?.[0],
    async set(name, id) {
      if (ids.get(name) === id) return
      if (id === undefined) ids.delete(name)
      else ids.set(name, id)
      await writing(() => writeJsonFile(path, Object.fromEntries(ids)))
    },
  }
}

/** Throws for what is not an object of texts. */
function entriesOf(value: unknown): [string, string][] {
  const entries = Object.entries(value as object)
  if (!entries.every(([, id]) => typeof id === 'string')) throw new Error('not the ids of cameras')
  return entries
}
