import { statfs } from 'node:fs/promises'
import type { Config } from '../config.ts'
import { OperatorError } from '../operator-error.ts'

/** Below this a disk counts as full: a few frames and a checkpoint must still fit. */
export const FULL_BYTES = 64 * 1024 * 1024

/** What `opening` gives; where it fails and the disk of DATA_DIR is full, an OperatorError that says so. */
export async function blameDisk<T>({ dataDir }: Pick<Config, 'dataDir'>, opening: Promise<T>): Promise<T> {
  try {
    return await opening
  } catch (error) {
    const free = error instanceof OperatorError ? FULL_BYTES : await freeBytes(dataDir)
    if (free >= FULL_BYTES) throw error
    throw new OperatorError(
      `The disk of DATA_DIR ${dataDir} is full: ${Math.round(free / 1e6)} MB are free. Free some space, and start again.`,
      { cause: error },
    )
  }
}

const freeBytes = (folder: string): Promise<number> =>
  statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => FULL_BYTES,
  )
