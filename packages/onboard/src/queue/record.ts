import type { Metric } from '@binnacle/contract'
import type { Stamp } from '../clock.ts'
import type { Reading } from '../reading.ts'

/** A reading that waits: numbered in the order of reception, its time still that of the boat's clocks. */
export interface Queued {
  seq: number
  stamp: Stamp
  reading: Omit<Reading, 'at'>
}

/** As it stands in a segment: an array, since names would double its size. The segment's name holds the boot. */
type Packed = [
  seq: number,
  steady: number,
  wall: number,
  metric: Metric,
  instance: string | null,
  value: number | null,
  rest?: object,
]

export function pack({ seq, stamp, reading }: Queued): Packed {
  const { metric, instance = null, value = null, ...rest } = reading
  const packed: Packed = [seq, stamp.steady, stamp.wall, metric, instance, value]
  if (Object.values(rest).some((field) => field !== undefined)) packed.push(rest)
  return packed
}

export function unpack(packed: unknown, boot: string): Queued {
  const [seq, steady, wall, metric, instance, value, rest] = packed as Packed
  const reading = { metric, ...(instance !== null && { instance }), ...(value !== null && { value }), ...rest }
  return { seq, stamp: { boot, steady, wall }, reading }
}
