import { hash } from 'node:crypto'

/** About 15 MB at most. Strangers choose some keys: without a bound, each of their requests would take memory. */
export const MAX_WINDOWS = 100_000

const MAX_KEY_CHARACTERS = 64

interface Window {
  taken: number
  /** ms, monotonic: a system clock that jumps must not make a window longer. */
  endsAt: number
}

/**
 * Counts requests by key, each key in a window that begins with its first request. Holds at most MAX_WINDOWS: one more forgets the
 * oldest, which would end first.
 */
export class OwnWindows {
  /** In the order of their beginning, and so of their end. */
  readonly #windows = new Map<string, Window>()
  readonly #ms: number

  constructor(seconds: number) {
    this.#ms = seconds * 1000
  }

  take(key: string, points: number) {
    // Whole milliseconds: with fractions, what is left of a new window can be more than its length.
    const now = Math.floor(performance.now())
    const window = this.#open(idOf(key), now)
    const allowed = window.taken < points
    if (allowed) window.taken++
    return { allowed, remaining: points - window.taken, msBeforeNext: window.endsAt - now }
  }

  giveBack(key: string): void {
    const window = this.#windows.get(idOf(key))
    if (window && window.taken > 0) window.taken--
  }

  clear(key: string): void {
    this.#windows.delete(idOf(key))
  }

  #open(id: string, now: number): Window {
    const known = this.#windows.get(id)
    if (known && known.endsAt > now) return known
    this.#windows.delete(id)
    for (const [oldest, { endsAt }] of this.#windows) {
      if (endsAt > now && this.#windows.size < MAX_WINDOWS) break
      this.#windows.delete(oldest)
    }
    const window = { taken: 0, endsAt: now + this.#ms }
    this.#windows.set(id, window)
    return window
  }
}

const idOf = (key: string) => (key.length > MAX_KEY_CHARACTERS ? hash('sha256', key, 'base64url') : key)
