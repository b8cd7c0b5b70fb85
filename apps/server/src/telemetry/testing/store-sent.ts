import { randomUUID } from 'node:crypto'
import type { Metric } from '@binnacle/contract'
import { insertConnection } from '../../connections/sql.ts'
import type { Database } from '../../db/database.ts'
import { makeKey } from '../../http/values/key.ts'
import type { Boat } from '../../testing/accounts/boats.ts'
import { readBatch } from '../ingest/batch.ts'
import { ingest } from '../ingest/ingest-sql.ts'

/** A request of one of a boat's onboard devices. */
export interface Sent {
  device?: number
  /** ms */
  arrivedAt: number
  readings: { metric: Metric; instance?: string | undefined; at: number; value?: number; text?: string }[]
}

/** The onboard devices of a boat by its id; the first is its own, others come to it as they are named. */
const devices = new Map<string, Buffer[]>()

async function deviceOf(database: Database, boat: Boat, device: number): Promise<Buffer> {
  const known = devices.get(boat.vesselId) ?? []
  devices.set(boat.vesselId, known)
  if (known[device]) return known[device]
  const { key, hash, prefix } = makeKey('ct_')
  await insertConnection(database.db, {
    vessel_id: boat.vesselId,
    id: randomUUID(),
    provider: `device-${key.slice(0, 12)}`,
    config: '{}',
    key_hash: hash,
    key_prefix: prefix,
  })
  known[device] = hash
  return hash
}

/** Stores the requests through the service's own statement, each as if it arrived at its time. */
export async function storeSent(database: Database, boat: Boat, sent: Sent[]): Promise<void> {
  for (const { device = 0, arrivedAt, readings } of sent) {
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
    const arrival = { keyHash: await deviceOf(database, boat, device), batch }
    const [outcome] = await ingest(database, [arrival], { gapMs: 0, enabled: true })
    if (outcome?.outcome !== 'accepted') throw new Error(`not stored: ${outcome?.outcome}`)
  }
}
