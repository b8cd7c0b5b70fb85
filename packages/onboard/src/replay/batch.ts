import { LIMITS } from '@binnacle/contract'
import type { Reading } from '../readings/reading.ts'

/** Readings as requests of at most 200, in the order of their times. */
export function batches(readings: readonly Reading[], size: number = LIMITS.readingsPerRequest): Reading[][] {
  const sorted = [...readings].sort((a, b) => a.at - b.at)
  return Array.from({ length: Math.ceil(sorted.length / size) }, (_, i) => sorted.slice(i * size, (i + 1) * size))
}
