import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** A younger file may belong to a frame that is arriving, in this or another process. */
const GRACE_MS = 15 * 60_000

/** Whether a file of this time may be swept. A time in the future was written before the clock was set back. */
export const isOld = (at: Date, now: Date): boolean => Math.abs(now.getTime() - at.getTime()) > GRACE_MS

/** Images and thumbnails that are still arriving. They are local files, also for a store in a bucket. */
export class TemporaryFiles {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  }

  path(): string {
    return join(this.#folder, randomUUID())
  }

  async discard(...paths: string[]): Promise<void> {
    await Promise.all(paths.map((path) => rm(path, { force: true })))
  }

  /** Removes files that a crash left. Returns their number. */
  async sweep(now: Date): Promise<number> {
    const names = await readdir(this.#folder)
    return removeOld(
      names.map((name) => join(this.#folder, name)),
      now,
    )
  }
}

/** Removes those of the files that are old. Returns their number. */
export async function removeOld(paths: string[], now: Date): Promise<number> {
  let removed = 0
  for (const path of paths) {
    const file = await stat(path).catch(() => null)
    if (!file || !isOld(file.mtime, now)) continue
    await rm(path, { force: true })
    removed++
  }
  return removed
}
