import { randomUUID } from 'node:crypto'
import type { Metric } from '@binnacle/contract'
import { makeKey } from '../../../accounts/key.ts'
import { insertConnection } from '../../../connections/sql.ts'
import type { Database } from '../../../db/database.ts'
import type { Boat } from '../../../testing/boats.ts'
import { readBatch } from '../../batch.ts'
import { ingest } from '../../ingest-sql.ts'

/** A request of one of a boat's boxes. */
export interface Sent {
  box?: number
  /** ms */
  arrivedAt: number
  readings: { metric: Metric; instance?: string | undefined; at: number; value?: number; text?: string }[]
}

/** The boxes of a boat by its id; the first is its own, others come to it as they are named. */
const boxes = new Map<string, Buffer[]>()

async function boxOf(database: Database, boat: Boat, box: number): Promise<Buffer> {
  const known = boxes.get(boat.vesselId) ?? []
  boxes.set(boat.vesselId, known)
  if (known[box]) return known[box]
  const { key, hash, prefix } = makeKey('ct_')
  await insertConnection(database.db, {
    vessel_id: boat.vesselId,
    id: randomUUID(),
    provider: `box-${key.slice(0, 12)}`,
    config: '{}',
    key_hash: hash,
    key_prefix: prefix,
  })
  known[box] = hash
  return hash
}

/** Stores the requests through the service's own statement, each as if it arrived at its time. */
export async function storeSent(database: Database, boat: Boat, sent: Sent[]): Promise<void> {
  for (const { box = 0, arrivedAt, readings } of sent) {
    const body = {
      readings: readings.map(({ metric, instance, at, value, text }) => ({
        metric,
        ...(instance !== undefined && { instance }),
        ...(value !== undefined && { value }),
        ...(text !== undefined && { text_value: text }),
        recorded_at: new Date(at).toISOString(),
      })),
    }
    const batch = readBatch(Buffer.from(JSON.stringify(body)), randomUUID(), new Date(arrivedAt))
    const arrival = { keyHash: await boxOf(database, boat, box), batch }
    const [outcome] = await ingest(database, [arrival], { gapMs: 0, enabled: true })
    if (outcome?.outcome !== 'accepted') throw new Error(`not stored: ${outcome?.outcome}`)
  }
}
