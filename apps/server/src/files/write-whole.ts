import { randomUUID } from 'node:crypto'
import { link, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * A file for its owner only, written whole beside its place and then put there: nobody finds half of it, also after a crash.
 * `put` replaces what is there, unless it is given.
 */
export async function writeWhole(
  path: string,
  text: string,
  put: (fresh: string) => Promise<void> = (fresh) => rename(fresh, path),
): Promise<void> {
  const fresh = `${path}.${randomUUID()}`
  try {
    const file = await open(fresh, 'wx', 0o600)
    try {
      await file.writeFile(text)
      await file.sync()
    } finally {
      await file.close()
    }
    await put(fresh)
  } finally {
    await rm(fresh, { force: true })
  }
  const folder = await open(dirname(path), 'r')
  await folder.sync().finally(() => folder.close())
}

/** Puts it there unless something is: of two processes the first is right, and the file is to be read again. */
export const unlessThere = (path: string) => (fresh: string) =>
  link(fresh, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
