import { statfs } from 'node:fs/promises'
import { OperatorError } from '../process/operator-error.ts'
import type { Config } from '../settings/config.ts'

/** Below this a disk counts as full: a few frames and a checkpoint must still fit. */
export const FULL_BYTES = 64 * 1024 * 1024

/** A disk can also be full of files: then there are bytes left and no place for another name. */
const NO_ROOM = /\b(ENOSPC|EDQUOT)\b/

/** What `opening` gives; where it fails and the disk of DATA_DIR is full, an OperatorError that says so. */
export async function blameDisk<T>({ dataDir }: Pick<Config, 'dataDir'>, opening: Promise<T>): Promise<T> {
  try {
    return await opening
  } catch (error) {
    if (error instanceof OperatorError) throw error
    const free = await freeBytes(dataDir)
    const hasRoom = free >= FULL_BYTES
    if (hasRoom && !NO_ROOM.test((error as Error).message)) throw error
    throw new OperatorError(
      hasRoom
        ? `The disk of DATA_DIR ${dataDir} takes no more files, or your quota is used up. Delete some files (df -i), and start again.`
        : `The disk of DATA_DIR ${dataDir} is full: ${Math.round(free / 1e6)} MB are free. Free some space, and start again.`,
      { cause: error },
    )
  }
}

const freeBytes = (folder: string): Promise<number> =>
  statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => FULL_BYTES,
  )
