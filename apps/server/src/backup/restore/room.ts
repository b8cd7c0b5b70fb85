import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { OperatorError } from '../../process/operator-error.ts'
import type { Head } from '../archive/contents.ts'
import { megabytes } from '../archive/progress.ts'

/** An empty database, and its write-ahead log while much is written. */
const EMPTY_DATABASE_BYTES = 128 * 1024 * 1024

/** While rows are loaded: the database stops in the middle of a write when it has nothing left. */
export const KEEP_FREE_BYTES = 48 * 1024 * 1024

/**
 * How much a restore writes, bytes. An archive of an older version does not say what its tables take: then at least what its rows
 * do.
 */
export function neededBytes({ database_bytes }: Pick<Head, 'database_bytes'>, imageBytes: number, fileBytes: number) {
  return (database_bytes ?? fileBytes - imageBytes) + imageBytes + EMPTY_DATABASE_BYTES
}

/** Free bytes on the disk of a folder, which may not be there yet. */
export async function freeBytes(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || dirname(folder) === folder) throw error
    return freeBytes(dirname(folder))
  }
}

/** Throws an OperatorError when fewer bytes are free than are needed. */
export async function requireRoom(folder: string, needed: number, doThis: string): Promise<void> {
  const free = await freeBytes(folder)
  if (free >= needed) return
  throw new OperatorError(
    `The disk of ${folder} is too small: ${megabytes(needed)} (${needed} bytes) are needed, and ${megabytes(free)} (${free} bytes) are free. ${doThis}`,
  )
}
