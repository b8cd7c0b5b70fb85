import type { Reading } from '@binnacle/contract'
import { parseInstant } from '../http/instant.ts'
import { unpack } from './packed.ts'

/** A stored batch, as the newest-first read needs it. */
export interface StoredBatch {
  lastAt: Date
  arrivedAt: Date
  body: string
}

interface Placed {
  /** When it was measured, never later than its arrival, ms. */
  at: number
  arrived: number
  place: number
  reading: Reading
}

const newestFirst = (a: Placed, b: Placed) => b.at - a.at || b.arrived - a.arrived || b.place - a.place

/**
 * Collects the newest readings from batches that come newest `lastAt` first. Batches overlap in time, so a reading is certain
 * only when no batch still to come can hold a newer one.
 */
export class NewestReadings {
  readonly #limit: number
  readonly #metric: string | undefined
  #placed: Placed[] = []

  constructor(limit: number, metric?: string) {
    this.#limit = limit
    this.#metric = metric
  }

  add(batch: StoredBatch): void {
    const arrived = batch.arrivedAt.getTime()
    for (const [place, reading] of unpack(batch.body, batch.arrivedAt).entries()) {
      if (this.#metric !== undefined && reading.metric !== this.#metric) continue
      this.#placed.push({ at: Math.min(parseInstant(reading.recorded_at), arrived), arrived, place, reading })
    }
    this.#placed = this.#placed.sort(newestFirst).slice(0, this.#limit)
  }

  /** Adds a reading that is kept without its batch, unless it is among those of the batches. */
  addKept(reading: Reading, arrivedAt: Date): void {
    const [at, arrived] = [parseInstant(reading.recorded_at), arrivedAt.getTime()]
    const isSame = (other: Placed) =>
      other.at === at && other.reading.metric === reading.metric && other.reading.instance === reading.instance
    if (this.#placed.some(isSame)) return
    this.#placed = [...this.#placed, { at, arrived, place: 0, reading }].sort(newestFirst).slice(0, this.#limit)
  }

  /** Whether a batch whose newest reading is from `lastAt`, or any after it, can still change the answer. */
  wants(lastAt: Date): boolean {
    return this.#placed.length < this.#limit || lastAt.getTime() >= this.#placed.at(-1)!.at
  }

  get readings(): Reading[] {
    return this.#placed.map((placed) => placed.reading)
  }
}
