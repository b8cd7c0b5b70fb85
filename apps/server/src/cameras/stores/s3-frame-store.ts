import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { ApiError } from '../../http/errors.ts'
import { FrameRefused } from '../frames/frame-refused.ts'
import type { FrameKey, FrameSize, FrameStore } from './frame-store.ts'
import { frameIdOfPath, imagePath, imagePaths, mimeOfPath, vesselFolderOf } from './image-path.ts'
import { type Bucket, isSilence, type Listed } from './s3-bucket.ts'
import type { LinkSigner } from './s3-link.ts'
import { isOld, TemporaryFiles } from './temporary-files.ts'

/** Images whose rows a sweep looks up in one query. */
const SWEEP_BATCH = 500
const PARALLEL_REMOVALS = 16

/** As long as a link is valid: see LIMITS.signedLinkSeconds. */
const CACHE_CONTROL = 'private, max-age=1800, immutable'

/** Logs a failure. The failed request gets its own answer. */
type OnFailure = (error: Error) => void

/** Frames as objects of a bucket, under the same names as files. Images that are still arriving are in DATA_DIR/frames/tmp. */
export class S3FrameStore implements FrameStore {
  readonly #bucket: Bucket
  readonly #links: LinkSigner
  readonly #temporary: TemporaryFiles
  readonly #onFailure: OnFailure

  constructor(bucket: Bucket, links: LinkSigner, dataDir: string, onFailure: OnFailure) {
    this.#bucket = bucket
    this.#links = links
    this.#temporary = new TemporaryFiles(join(dataDir, 'frames', 'tmp'))
    this.#onFailure = onFailure
  }

  get linkOrigin(): string {
    return this.#links.origin
  }

  temporaryPath(): string {
    return this.#temporary.path()
  }

  discard(...paths: string[]): Promise<void> {
    return this.#temporary.discard(...paths)
  }

  async put(image: string, thumbnail: string, key: FrameKey): Promise<void> {
    const put = (path: string, name: string) => this.#bucket.put(name, path, mimeOfPath(name), CACHE_CONTROL)
    const names = [imagePath(key, 'full'), imagePath(key, 'thumb')] as const
    // Wait until both uploads have ended before removing anything.
    const results = await Promise.allSettled([put(image, names[0]), put(thumbnail, names[1])])
    await this.discard(image, thumbnail).catch(() => {})
    const failed = results.find((result) => result.status === 'rejected')
    if (!failed) return
    this.#onFailure(failed.reason)
    // The daily sweep removes what cannot be removed now. Report the first error.
    if (!isSilence(failed.reason)) await Promise.allSettled(names.map((name) => this.#bucket.remove(name)))
    throw new FrameRefused('upload_failed', 'the image could not be stored', { cause: failed.reason })
  }

  async keepScreen(rendition: Buffer, key: FrameKey): Promise<void> {
    const path = this.temporaryPath()
    try {
      await writeFile(path, rendition, { mode: 0o600 })
      await this.#bucket.put(imagePath(key, 'screen'), path, 'image/webp', CACHE_CONTROL)
    } finally {
      await this.discard(path)
    }
  }

  /** Throws unavailable when the bucket does not answer. */
  open(key: FrameKey, size: FrameSize): Promise<{ stream: Readable; bytes: number } | undefined> {
    const name = imagePath(key, size)
    return this.#bucket.get(name).catch((cause: Error) => {
      this.#onFailure(cause)
      throw Object.assign(new ApiError('unavailable', undefined, { 'retry-after': '5' }), { cause })
    })
  }

  link(key: FrameKey, size: 'full' | 'thumb', now: Date): Promise<string> {
    return this.#links.sign(imagePath(key, size), now)
  }

  async remove(key: FrameKey): Promise<void> {
    await this.#removeAll(imagePaths(key))
  }

  async removeVessel(vesselId: string): Promise<void> {
    for await (const { objects } of this.#bucket.list(`${vesselFolderOf(vesselId)}/`))
      await this.#removeAll(objects.map(({ name }) => name))
  }

  sweepTemporary(now: Date): Promise<number> {
    return this.#temporary.sweep(now)
  }

  /** Ages are computed by the bucket's clock, which also gave the objects their times. */
  async sweep(isKnown: (frameIds: string[]) => Promise<Set<string>>): Promise<number> {
    let removed = 0
    for await (const page of this.#bucket.list('')) {
      const frames = page.objects.filter(({ name }) => frameIdOfPath(name) !== null)
      for (let first = 0; first < frames.length; first += SWEEP_BATCH) {
        const orphans = await orphansOf(frames.slice(first, first + SWEEP_BATCH), isKnown)
        const old = orphans.filter(({ modified }) => isOld(modified, page.now))
        await this.#removeAll(old.map(({ name }) => name))
        removed += old.length
      }
    }
    return removed
  }

  async freeBytes(): Promise<null> {
    return null
  }

  close(): void {
    this.#bucket.close()
  }

  async #removeAll(names: readonly string[]): Promise<void> {
    for (let first = 0; first < names.length; first += PARALLEL_REMOVALS)
      await Promise.all(names.slice(first, first + PARALLEL_REMOVALS).map((name) => this.#bucket.remove(name)))
  }
}

async function orphansOf(objects: readonly Listed[], isKnown: (frameIds: string[]) => Promise<Set<string>>) {
  const known = await isKnown([...new Set(objects.map(({ name }) => frameIdOfPath(name)!))])
  return objects.filter(({ name }) => !known.has(frameIdOfPath(name)!))
}
