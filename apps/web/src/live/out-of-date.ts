import type { LiveChange } from '@binnacle/contract'

/** What is read again at once when it changes, and then not sooner than after this, however busy the boat is, ms. */
const REST_MS = 2_000
/** The boats at a glance and a boat's overview hear of every change of a boat, and are read whole. */
const GLANCE_REST_MS = 5_000

type LiveKey = readonly ['fleet'] | readonly ['vessel', string, string]

/** The keys of all queries that a change puts out of date. */
export const keysOf = ({ vessel_id, topics }: LiveChange): LiveKey[] => [
  ['fleet'],
  ['vessel', vessel_id, 'overview'],
  ...topics.map((topic) => ['vessel', vessel_id, topic] as const),
]

const restOf = (key: LiveKey) => (key[0] === 'fleet' || key[2] === 'overview' ? GLANCE_REST_MS : REST_MS)

/** Gathers what is out of date, and says when each key may be read again. Times in ms, on any clock. */
export class OutOfDate {
  readonly #waiting = new Map<string, LiveKey>()
  readonly #readAt = new Map<string, number>()

  note(change: LiveChange): void {
    for (const key of keysOf(change)) this.#waiting.set(key.join(' '), key)
  }

  /** The keys to read again now, unless they are being read: then what comes may be old, and the key waits. */
  take(now: number, isBeingRead: (key: LiveKey) => boolean): LiveKey[] {
    const due = [...this.#waiting].filter(([name, key]) => this.#dueAt(name, key) <= now && !isBeingRead(key))
    for (const [name] of due) {
      this.#waiting.delete(name)
      this.#readAt.set(name, now)
    }
    return due.map(([, key]) => key)
  }

  get isEmpty(): boolean {
    return this.#waiting.size === 0
  }

  #dueAt(name: string, key: LiveKey): number {
    return (this.#readAt.get(name) ?? Number.NEGATIVE_INFINITY) + restOf(key)
  }
}
