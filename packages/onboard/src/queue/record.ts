import type { Metric } from '@binnacle/contract'
import type { Stamp } from '../clock/clock.ts'
import type { Reading } from '../readings/reading.ts'

/** A reading that waits: numbered in the order of reception, its time still that of the boat's clocks. */
export interface Queued {
  seq: number
  stamp: Stamp
  reading: Omit<Reading, 'at'>
}

/** As it stands in a segment: an array, since names would double its size. The segment's name holds the boot. */
type EncodedRecord = [
  seq: number,
  steady: number,
  wall: number,
  metric: Metric,
  instance: string | null,
  value: number | null,
  rest?: object,
]

export function encodeRecord({ seq, stamp, reading }: Queued): EncodedRecord {
  const { metric, instance = null, value = null, ...rest } = reading
  const encoded: EncodedRecord = [seq, stamp.steady, stamp.wall, metric, instance, value]
  if (Object.values(rest).some((field) => field !== undefined)) encoded.push(rest)
  return encoded
}

export function decodeRecord(encoded: unknown, boot: string): Queued {
  const [seq, steady, wall, metric, instance, value, rest] = encoded as EncodedRecord
  const reading = { metric, ...(instance !== null && { instance }), ...(value !== null && { value }), ...rest }
  return { seq, stamp: { boot, steady, wall }, reading }
}
