import { mkdir, open, readdir, rename, rm, rmdir, statfs, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { FrameRefused } from '../frames/frame-refused.ts'
import type { FrameKey, FrameSize, FrameStore } from './frame-store.ts'
import { FILE, folderOf, imagePath, imagePaths, SHARD, UUID, vesselFolderOf } from './image-path.ts'
import { removeOld, TemporaryFiles } from './temporary-files.ts'

/** Files whose rows a sweep looks up in one query. */
const SWEEP_BATCH = 500

/**
 * Frames as files in DATA_DIR/frames, under the paths of image-path.ts. A camera keeps at most 200 frames and a vessel has
 * at most four cameras, so the largest folders are the 256 shards: with 100,000 vessels, 390 folders each.
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
    const paths = [this.#path(key, 'thumb'), this.#path(key, 'full')] as const
    try {
      await Promise.all([sync(image), sync(thumbnail)])
      await mkdir(this.#folder(key), { recursive: true, mode: 0o700 })
      await rename(thumbnail, paths[0])
      await rename(image, paths[1])
      // Sync every parent folder: another request may have just created one and not synced it yet.
      for (let folder = this.#folder(key); folder !== dirname(this.#root); folder = dirname(folder)) await sync(folder)
    } catch (cause) {
      // The daily sweep removes what cannot be removed now. Report the first error.
      await this.discard(image, thumbnail, ...paths).catch(() => {})
      throw new FrameRefused('upload_failed', 'the image could not be stored', { cause })
    }
  }

  /**
   * It is synced before it moves, or a power failure could leave an empty file in its place. The folder of a frame that was
   * deleted is not made again.
   */
  async keepScreen(rendition: Buffer, key: FrameKey): Promise<void> {
    const path = this.temporaryPath()
    try {
      await writeFile(path, rendition, { mode: 0o600, flush: true })
      await rename(path, this.#path(key, 'screen'))
    } finally {
      await this.discard(path)
    }
  }

  async open(key: FrameKey, size: FrameSize): Promise<{ stream: Readable; bytes: number } | undefined> {
    const file = await open(this.#path(key, size)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined
      throw error
    })
    return file && { stream: file.createReadStream(), bytes: (await file.stat()).size }
  }

  /** Also removes folders that are then empty. */
  async remove(key: FrameKey): Promise<void> {
    await this.discard(...imagePaths(key).map((path) => join(this.#root, path)))
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
    return join(this.#root, imagePath(key, size))
  }

  /** All image files, a folder at a time. Files that the store did not create are skipped. */
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

/** The paths in a folder whose names match; none if the folder was removed meanwhile. */
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

/** Removes a camera's folder if it is empty, and then its vessel's folder if that is empty. */
async function removeEmpty(folder: string): Promise<void> {
  for (const path of [folder, dirname(folder)]) {
    try {
      await rmdir(path)
    } catch {
      return
    }
  }
}
