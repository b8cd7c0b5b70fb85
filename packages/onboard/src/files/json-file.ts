import { readFile, rename } from 'node:fs/promises'
import type { Log } from '../log.ts'
import { replaceFile } from './files.ts'

/**
 * What a small file of ours holds, as `read` understands it, or undefined where there is none. A file that `read` throws at
 * is put aside as NAME.damaged: what it held is worth less than a program that starts.
 */
export async function readJsonFile<T>(
  path: string,
  read: (value: unknown) => T,
  log: Pick<Log, 'warn'>,
): Promise<T | undefined> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined) return undefined
  try {
    return read(JSON.parse(text))
  } catch {
    await rename(path, `${path}.damaged`)
    log.warn(`${path} is damaged and was renamed to ${path}.damaged; a new file was started`)
    return undefined
  }
}

/** Replaces the file as replaceFile does; only its owner can read it. */
export const writeJsonFile = (path: string, value: unknown, options?: { sync: boolean }): Promise<void> =>
  replaceFile(path, Buffer.from(`${JSON.stringify(value)}\n`), options)
