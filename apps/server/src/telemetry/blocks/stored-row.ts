import { type Arrived, unpack } from '../batch-format.ts'
import { decodeBlock } from './block.ts'

/** The fields of a row of telemetry_batch that say what it holds: a batch, or a block of many. */
export interface StoredRow {
  batch_key: string
  arrived_at: Date
  body: string
  block: Buffer | null
}

/** The batches of a row, in the order of their arrival; of a block's only the readings of the wanted metrics. */
export const batchesOf = (
  { batch_key, arrived_at, body, block }: StoredRow,
  isWanted?: (metric: string) => boolean,
): Arrived[] =>
  block
    ? decodeBlock({ body, block }, isWanted && (([metric]) => isWanted(metric)))
    : [{ arrived: arrived_at.getTime(), key: batch_key, batch: unpack(body) }]
