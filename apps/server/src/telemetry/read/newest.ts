import type { Reading } from '@binnacle/contract'
import { parseInstant } from '../../http/instant.ts'
import { decode } from '../batch-format.ts'

/** A stored batch, as the newest-first read needs it. */
export interface StoredBatch {
  lastAt: Date
  arrivedAt: Date
  body: string
}

interface Candidate {
  /** When it was measured, never later than its arrival, ms. */
  at: number
  arrived: number
  index: number
  reading: Reading
}

const newestFirst = (a: Candidate, b: Candidate) => b.at - a.at || b.arrived - a.arrived || b.index - a.index

/**
 * Collects the newest readings from batches that come newest `lastAt` first. Batches overlap in time, so a reading is certain
 * only when no batch still to come can hold a newer one.
 */
export class NewestReadings {
  readonly #limit: number
  readonly #metric: string | undefined
  #candidates: Candidate[] = []

  constructor(limit: number, metric?: string) {
    this.#limit = limit
    this.#metric = metric
  }

  add(batch: StoredBatch): void {
    const arrived = batch.arrivedAt.getTime()
    for (const [index, reading] of decode(batch.body, batch.arrivedAt).entries()) {
      if (this.#metric !== undefined && reading.metric !== this.#metric) continue
      this.#candidates.push({ at: Math.min(parseInstant(reading.recorded_at), arrived), arrived, index, reading })
    }
    this.#candidates = this.#candidates.sort(newestFirst).slice(0, this.#limit)
  }

  /** Adds a reading that is kept without its batch, unless it is among those of the batches. */
  addKept(reading: Reading, arrivedAt: Date): void {
    const [at, arrived] = [parseInstant(reading.recorded_at), arrivedAt.getTime()]
    const isSame = (other: Candidate) =>
      other.at === at && other.reading.metric === reading.metric && other.reading.instance === reading.instance
    if (this.#candidates.some(isSame)) return
    this.#candidates = [...this.#candidates, { at, arrived, index: 0, reading }].sort(newestFirst).slice(0, this.#limit)
  }

  /** Whether a batch whose newest reading is from `lastAt`, or any after it, can still change the answer. */
  wants(lastAt: Date): boolean {
    return this.#candidates.length < this.#limit || lastAt.getTime() >= this.#candidates.at(-1)!.at
  }

  get readings(): Reading[] {
    return this.#candidates.map(({ reading }) => reading)
  }
}
