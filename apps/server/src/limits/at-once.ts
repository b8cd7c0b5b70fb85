import type { ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import { ApiError, retryAfter } from '../http/errors.ts'

/** How long whoever has too many downloads under way is asked to wait. */
const RETRY_MS = 30_000

/** Bounds the downloads that each account has under way in this process: one that nobody reads on keeps what was made for it. */
export class AtOnce {
  /** The account of each answer that is under way. */
  readonly #underWay = new Map<object, string>()
  readonly #max: number

  constructor(max: number) {
    this.#max = max
  }

  /** Begins a download, which ends with its stream or its answer: a HEAD reads no stream. Throws rate_limited. */
  async begin<T extends Readable>(accountId: string, answer: ServerResponse, make: () => T | Promise<T>): Promise<T> {
    const before = [...this.#underWay.values()].filter((id) => id === accountId).length
    if (before >= this.#max) throw new ApiError('rate_limited', undefined, retryAfter(RETRY_MS))
    const end = () => this.#underWay.delete(answer)
    this.#underWay.set(answer, accountId)
    answer.once('close', end)
    try {
      return (await make()).once('close', end)
    } catch (error) {
      end()
      throw error
    }
  }
}
