import { type Arrived, unpack } from '../batch-format.ts'
import { decodeBlock } from './block.ts'

/** The fields of a row of telemetry_batch that say what it holds: a batch, or a block of many. */
export interface StoredRow {
  batch_key: string
  arrived_at: Date
  body: string
  block: Buffer | null
}

/** The batches of a row, in the order of their arrival. */
export const batchesOf = ({ batch_key, arrived_at, body, block }: StoredRow): Arrived[] =>
  block ? decodeBlock({ body, block }) : [{ arrived: arrived_at.getTime(), key: batch_key, batch: unpack(body) }]
