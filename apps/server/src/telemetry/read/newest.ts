import type { Reading } from '@binnacle/contract'
import { parseInstant } from '../../http/values/instant.ts'
import { instantsOf, readingOf } from '../batch-format.ts'
import { batchesOf, type StoredRow } from '../blocks/stored-row.ts'

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

  add(row: StoredRow): void {
    const isWanted = (metric: string) => this.#metric === undefined || metric === this.#metric
    for (const { arrived, batch } of batchesOf(row, isWanted)) {
      const isOurs = batch.series.map(([metric]) => isWanted(metric))
      const oldest = this.#candidates.length < this.#limit ? Number.NEGATIVE_INFINITY : this.#candidates.at(-1)!.at
      const arrivedAt = new Date(arrived).toISOString()
      for (const [i, at] of instantsOf(batch, arrived).entries())
        if (at >= oldest && isOurs[batch.of[i]!])
          this.#candidates.push({ at, arrived, index: batch.places?.[i] ?? i, reading: readingOf(batch, i, arrivedAt) })
      if (this.#candidates.length > 2 * this.#limit) this.#keepNewest()
    }
    this.#keepNewest()
  }

  #keepNewest(): void {
    this.#candidates = this.#candidates.sort(newestFirst).slice(0, this.#limit)
  }

  /** Adds a reading that is kept without its batch, unless it is among those of the batches. */
  addKept(reading: Reading, arrivedAt: Date): void {
    const [at, arrived] = [parseInstant(reading.recorded_at), arrivedAt.getTime()]
    const isSame = (other: Candidate) =>
      other.at === at && other.reading.metric === reading.metric && other.reading.instance === reading.instance
    if (this.#candidates.some(isSame)) return
    this.#candidates.push({ at, arrived, index: 0, reading })
    this.#keepNewest()
  }

  /** Whether a batch whose newest reading is from `lastAt`, or any after it, can still change the answer. */
  wants(lastAt: Date): boolean {
    return this.#candidates.length < this.#limit || lastAt.getTime() >= this.#candidates.at(-1)!.at
  }

  get readings(): Reading[] {
    return this.#candidates.map(({ reading }) => reading)
  }
}
