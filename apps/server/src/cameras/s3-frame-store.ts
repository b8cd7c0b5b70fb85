import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { ApiError } from '../http/errors.ts'
import { frameIdAt, mimeAt, placeOf, vesselFolderOf } from './frame-place.ts'
import { FrameRefused } from './frame-refused.ts'
import type { FrameKey, FrameSize, FrameStore } from './frame-store.ts'
import { type Bucket, isSilence, type Listed } from './s3-bucket.ts'
import type { LinkSigner } from './s3-link.ts'
import { isOld, TemporaryFiles } from './temporary-files.ts'

/** Ids that are asked about at once in a sweep, and objects that are removed at once. */
const SWEEP_BATCH = 500
const REMOVED_AT_ONCE = 16

/** As long as a link to it lasts: see LIMITS.signedLinkSeconds. */
const CACHE_CONTROL = 'private, max-age=1800, immutable'

/** Is told what a bucket failed in; the requests that meet it get an answer of their own. */
export type OnFailure = (error: Error) => void

/** Frames as objects of a bucket, under the names that they have as files. What is arriving is in DATA_DIR/frames/tmp. */
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
    const put = (path: string, name: string) => this.#bucket.put(name, path, mimeAt(name), CACHE_CONTROL)
    const names = [placeOf(key, 'full'), placeOf(key, 'thumb')] as const
    // Both have ended, one way or the other, before what there is of them is removed.
    const results = await Promise.allSettled([put(image, names[0]), put(thumbnail, names[1])])
    await this.discard(image, thumbnail).catch(() => {})
    const failed = results.find((result) => result.status === 'rejected')
    if (!failed) return
    this.#onFailure(failed.reason)
    // What cannot be removed now is an orphan for the sweep; the first error is the one to report.
    if (!isSilence(failed.reason)) await Promise.allSettled(names.map((name) => this.#bucket.remove(name)))
    throw new FrameRefused('upload_failed', 'the image could not be stored', { cause: failed.reason })
  }

  /** Throws unavailable where the bucket does not answer. */
  open(key: FrameKey, size: FrameSize): Promise<{ stream: Readable; bytes: number } | null> {
    const name = placeOf(key, size)
    return this.#bucket.get(name).catch((cause: Error) => {
      this.#onFailure(cause)
      throw Object.assign(new ApiError('unavailable', undefined, { 'retry-after': '5' }), { cause })
    })
  }

  link(key: FrameKey, size: FrameSize, now: Date): Promise<string> {
    return this.#links.sign(placeOf(key, size), now)
  }

  async remove(key: FrameKey): Promise<void> {
    await this.#removeAll([placeOf(key, 'full'), placeOf(key, 'thumb')])
  }

  async removeVessel(vesselId: string): Promise<void> {
    for await (const { objects } of this.#bucket.list(`${vesselFolderOf(vesselId)}/`))
      await this.#removeAll(objects.map(({ name }) => name))
  }

  sweepTemporary(now: Date): Promise<number> {
    return this.#temporary.sweep(now)
  }

  /** By the bucket's clock, which is the one that says when an object was written. */
  async sweep(isKnown: (frameIds: string[]) => Promise<Set<string>>): Promise<number> {
    let removed = 0
    for await (const page of this.#bucket.list('')) {
      const frames = page.objects.filter(({ name }) => frameIdAt(name) !== null)
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
    for (let first = 0; first < names.length; first += REMOVED_AT_ONCE)
      await Promise.all(names.slice(first, first + REMOVED_AT_ONCE).map((name) => this.#bucket.remove(name)))
  }
}

async function orphansOf(objects: readonly Listed[], isKnown: (frameIds: string[]) => Promise<Set<string>>) {
  const known = await isKnown([...new Set(objects.map(({ name }) => frameIdAt(name)!))])
  return objects.filter(({ name }) => !known.has(frameIdAt(name)!))
}
