import { constants, type FileHandle, mkdir, open, readdir, rename, stat, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Readings tell where a boat is: they are for its owner only. */
const FOLDER_MODE = 0o700
const FILE_MODE = 0o600

export const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code

export async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: FOLDER_MODE })
}

/**
 * A file that was made, renamed or deleted is so after a power cut only once its folder is synced. Windows cannot sync a folder
 * and does not need it.
 */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Opens a file for reading and writing, and makes it when it is not there, without emptying it. */
export async function withFile<T>(path: string, use: (handle: FileHandle) => Promise<T>): Promise<T> {
  const handle = await open(path, constants.O_RDWR | constants.O_CREAT, FILE_MODE)
  try {
    return await use(handle)
  } finally {
    await handle.close()
  }
}

/** Writes all of it at a place of the file. */
export async function writeAt(handle: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let written = 0; written < bytes.length; ) {
    const { bytesWritten } = await handle.write(bytes, written, bytes.length - written, position + written)
    written += bytesWritten
  }
}

export const UNFINISHED = '.tmp'

/** Of a full disk the system says neither the file nor what to do. */
export const namingFullDisk = (path: string, error: unknown): unknown =>
  codeOf(error) === 'ENOSPC'
    ? Object.assign(new Error(`cannot write ${path}: the disk is full; free some space`), { code: 'ENOSPC' })
    : error

/**
 * The file holds these bytes, synced, or after a power cut what it held before. One writer at a time. Without `sync` that holds for
 * the end of a program only, and costs an SD card less.
 */
export async function replaceFile(path: string, bytes: Buffer, { sync = true } = {}): Promise<void> {
  await withFile(path + UNFINISHED, async (handle) => {
    await handle.truncate(0)
    await writeAt(handle, bytes, 0)
    if (sync) await handle.datasync()
  }).catch((error) => {
    throw namingFullDisk(path, error)
  })
  await rename(path + UNFINISHED, path)
  if (sync) await syncFolder(dirname(path))
}

/**
 * Keeps something for a person to look at. Of a folder's files, which sort by age, the first are deleted when they are more
 * than `maxBytes` together; what a power cut or a full disk left unfinished goes at once.
 */
export async function keepForInspection(folder: string, name: string, bytes: Buffer, maxBytes: number): Promise<void> {
  await makeFolder(folder)
  await replaceFile(join(folder, name), bytes)
  let kept = 0
  for (const file of (await readdir(folder)).sort().reverse()) {
    if (!file.endsWith(UNFINISHED)) kept += (await stat(join(folder, file))).size
    if (kept > maxBytes || file.endsWith(UNFINISHED)) await unlink(join(folder, file))
  }
}
