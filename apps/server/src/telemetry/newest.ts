import type { Reading } from '@binnacle/contract'
import { parseInstant } from '../http/instant.ts'
import { parseExact } from '../http/json.ts'
import type { SentReading } from './reading.ts'

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
    const { readings } = parseExact(batch.body) as { readings: SentReading[] }
    readings.forEach((sent, place) => {
      if (this.#metric !== undefined && sent.metric !== this.#metric) return
      const recorded = sent.recorded_at === undefined ? arrived : parseInstant(sent.recorded_at)
      this.#placed.push({ at: Math.min(recorded, arrived), arrived, place, reading: present(sent, batch.arrivedAt) })
    })
    this.#placed = this.#placed.sort(newestFirst).slice(0, this.#limit)
  }

  /** Whether a batch whose newest reading is from `lastAt`, or any after it, can still change the answer. */
  wants(lastAt: Date): boolean {
    return this.#placed.length < this.#limit || lastAt.getTime() >= this.#placed.at(-1)!.at
  }

  get readings(): Reading[] {
    return this.#placed.map((placed) => placed.reading)
  }
}

/** Every field of the contract, as it was sent; only a missing time is filled in. */
const present = (sent: SentReading, arrivedAt: Date): Reading => ({
  metric: sent.metric as Reading['metric'],
  value: sent.value ?? null,
  text_value: sent.text_value ?? null,
  unit: sent.unit ?? null,
  instance: sent.instance ?? null,
  recorded_at: sent.recorded_at ?? arrivedAt.toISOString(),
})
