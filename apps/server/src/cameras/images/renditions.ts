import { buffer } from 'node:stream/consumers'
import type { FastifyBaseLogger } from 'fastify'
import { ApiError, notFound } from '../../http/errors.ts'
import type { FrameKey, FrameStore } from '../stores/frame-store.ts'
import { forScreen } from './image.ts'

/** Renditions that may be under way. Each waits for those before it, 35 ms for a camera's picture. */
const MAX_WAITING = 100

/**
 * Renditions for a page are made when they are first asked for, because few of the frames that arrive are ever viewed, and are then
 * kept beside the image. Requests for the same one share it.
 */
export class Renditions {
  readonly #store: FrameStore
  readonly #making = new Map<string, Promise<Buffer>>()

  constructor(store: FrameStore) {
    this.#store = store
  }

  /** Throws not_found without an image, and unavailable when too many are under way. */
  async open(key: FrameKey, log: FastifyBaseLogger) {
    const kept = await this.#store.open(key, 'screen')
    if (kept) return kept
    const made = await (this.#making.get(key.frameId) ?? this.#make(key, log))
    return { stream: made, bytes: made.length }
  }

  #make(key: FrameKey, log: FastifyBaseLogger): Promise<Buffer> {
    if (this.#making.size >= MAX_WAITING) throw new ApiError('unavailable', undefined, { 'retry-after': '5' })
    const making = this.#makeAndKeep(key, log).finally(() => this.#making.delete(key.frameId))
    this.#making.set(key.frameId, making)
    return making
  }

  async #makeAndKeep(key: FrameKey, log: FastifyBaseLogger): Promise<Buffer> {
    const rendition = await forScreen(async () => {
      const image = await this.#store.open(key, 'full')
      if (!image) throw notFound()
      return buffer(image.stream)
    })
    await this.#store
      .keepScreen(rendition, key)
      .catch((error) => log.warn({ err: error }, 'the rendition of a picture was not kept'))
    return rendition
  }
}
