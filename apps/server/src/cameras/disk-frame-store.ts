import { mkdir, open, readdir, rename, rm, rmdir, statfs } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { FILE, folderOf, placeOf, SHARD, UUID, vesselFolderOf } from './frame-place.ts'
import { FrameRefused } from './frame-refused.ts'
import type { FrameKey, FrameSize, FrameStore } from './frame-store.ts'
import { removeOld, TemporaryFiles } from './temporary-files.ts'

/** Files that are asked about at once in a sweep. */
const SWEEP_BATCH = 500

/**
 * Frames as files in DATA_DIR/frames, by their places (frame-place.ts). A camera keeps at most 200 frames and a vessel four
 * cameras, so the largest folders are the 256 shards: 390 vessels each at 100,000.
 */
export class DiskFrameStore implements FrameStore {
  readonly #root: string
  readonly #temporary: TemporaryFiles
  readonly linkOrigin = null

  constructor(dataDir: string) {
    this.#root = join(dataDir, 'frames')
    this.#temporary = new TemporaryFiles(join(this.#root, 'tmp'))
  }

  temporaryPath(): string {
    return this.#temporary.path()
  }

  discard(...paths: string[]): Promise<void> {
    return this.#temporary.discard(...paths)
  }

  async put(image: string, thumbnail: string, key: FrameKey): Promise<void> {
    const places = [this.#path(key, 'thumb'), this.#path(key, 'full')] as const
    try {
      await Promise.all([sync(image), sync(thumbnail)])
      await mkdir(this.#folder(key), { recursive: true, mode: 0o700 })
      await rename(thumbnail, places[0])
      await rename(image, places[1])
      // All the way up: whoever made a folder a moment ago may not have synced the one it is in yet.
      for (let folder = this.#folder(key); folder !== dirname(this.#root); folder = dirname(folder)) await sync(folder)
    } catch (cause) {
      // What cannot be removed now is an orphan for the sweep; the first error is the one to report.
      await this.discard(image, thumbnail, ...places).catch(() => {})
      throw new FrameRefused('upload_failed', 'the image could not be stored', { cause })
    }
  }

  async open(key: FrameKey, size: FrameSize): Promise<{ stream: Readable; bytes: number } | null> {
    const file = await open(this.#path(key, size)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null
      throw error
    })
    return file && { stream: file.createReadStream(), bytes: (await file.stat()).size }
  }

  /** And folders that are empty then. */
  async remove(key: FrameKey): Promise<void> {
    await this.discard(this.#path(key, 'full'), this.#path(key, 'thumb'))
    await removeEmpty(this.#folder(key))
  }

  async removeVessel(vesselId: string): Promise<void> {
    await rm(join(this.#root, vesselFolderOf(vesselId)), { recursive: true, force: true })
  }

  sweepTemporary(now: Date): Promise<number> {
    return this.#temporary.sweep(now)
  }

  async sweep(isKnown: (frameIds: string[]) => Promise<Set<string>>, now: Date): Promise<number> {
    let removed = 0
    for await (const batch of inBatches(this.#files())) {
      const known = await isKnown([...new Set(batch.map((file) => file.frameId))])
      const orphans = batch.filter((file) => !known.has(file.frameId)).map((file) => file.path)
      removed += await removeOld(orphans, now)
      for (const folder of new Set(orphans.map(dirname))) await removeEmpty(folder)
    }
    return removed
  }

  /** Bytes that the service may still write to the frames' file system. */
  async freeBytes(): Promise<number> {
    const { bavail, bsize } = await statfs(this.#root)
    return bavail * bsize
  }

  async link(): Promise<null> {
    return null
  }

  close(): void {}

  #folder(key: FrameKey): string {
    return join(this.#root, folderOf(key))
  }

  #path(key: FrameKey, size: FrameSize): string {
    return join(this.#root, placeOf(key, size))
  }

  /** Every file of a frame, a folder at a time; what the store did not name so itself is left alone. */
  async *#files(): AsyncGenerator<{ frameId: string; path: string }> {
    for (const shard of await namesIn(this.#root, SHARD)) {
      for (const vessel of await namesIn(shard, UUID)) {
        for (const camera of await namesIn(vessel, UUID)) {
          for (const path of await namesIn(camera, FILE)) yield { frameId: basename(path).slice(0, 36), path }
        }
      }
    }
  }
}

async function sync(path: string): Promise<void> {
  const file = await open(path)
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

/** The paths in a folder whose names fit; none if the folder has gone meanwhile. */
async function namesIn(folder: string, fits: RegExp): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return names.filter((name) => fits.test(name)).map((name) => join(folder, name))
}

async function* inBatches<T>(items: AsyncIterable<T>): AsyncGenerator<T[]> {
  let batch: T[] = []
  for await (const item of items) {
    batch.push(item)
    if (batch.length < SWEEP_BATCH) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/** Removes a camera's folder, and then its vessel's, as far as they are empty. */
async function removeEmpty(folder: string): Promise<void> {
  for (const path of [folder, dirname(folder)]) {
    try {
      await rmdir(path)
    } catch {
      return
    }
  }
}
