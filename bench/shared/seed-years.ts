import { randomUUIDv7 } from 'node:crypto'
import type { Database } from '../../apps/server/src/db/database.ts'
import { makeKey } from '../../apps/server/src/http/values/key.ts'
import { readBatch } from '../../apps/server/src/telemetry/ingest/batch.ts'
import { type Arrival, ingest } from '../../apps/server/src/telemetry/ingest/ingest-sql.ts'
import { isoTime, readingsOf, StampedText, telemetryParts } from './bodies.ts'

export interface SeededBoat {
  vesselId: string
  readings: number
}

/** How a boat's onboard device sends: twenty series, so often, so many samples of them in a request. */
interface Habit {
  everyMs: number
  samplesPerBatch: number
  /** For how long it has done so. */
  ms: number
}

const SERIES = 20
/** Requests of a statement, each of an onboard device of its own: the service takes no two of one onboard device. */
const DEVICES = 16
/** Batches that differ; they come in turn, so that no day is like another. */
const BODIES = 997
/** A fault comes, and goes the batch after, each so many batches. */
const FAULT_EVERY = 5_000

/** Adds a boat of the owner's whose onboard device has sent by this habit until `end`, through the service's own statement. */
export async function seedYears(database: Database, ownerId: string, end: number, habit: Habit): Promise<SeededBoat> {
  const vesselId = randomUUIDv7()
  const devices = await addBoat(database, ownerId, vesselId)
  const { everyMs, samplesPerBatch, ms } = habit
  const batchMs = everyMs * samplesPerBatch
  const batches = Math.floor(ms / batchMs)
  const bodies = Array.from({ length: Math.min(BODIES, batches) }, (_, seed) => {
    const parts = telemetryParts(readingsOf(seed, samplesPerBatch * SERIES, everyMs))
    return new StampedText(parts, isoTime)
  })
  const arrivalOf = (batch: number): Arrival => {
    const from = end - (batches - batch) * batchMs
    const at = new Date(from + batchMs)
    const text =
      batch % FAULT_EVERY < 2
        ? faultBody(from, batch % FAULT_EVERY === 0)
        : stamped(bodies[batch % bodies.length]!, from)
    return { keyHash: devices[batch % DEVICES]!, batch: readBatch(text, undefined, at) }
  }
  let readings = 0
  for (let batch = 0; batch < batches; batch += DEVICES) {
    const count = Math.min(DEVICES, batches - batch)
    const arrivals = Array.from({ length: count }, (_, i) => arrivalOf(batch + i))
    const outcomes = await ingest(database, arrivals, { gapMs: 0, enabled: true })
    const refused = outcomes.find(({ outcome }) => outcome !== 'accepted')
    if (refused) throw new Error(`a batch to read was not stored: ${refused.outcome}`)
    for (const { batch: stored } of arrivals) readings += stored.accepted
  }
  return { vesselId, readings }
}

function stamped(body: StampedText, from: number): Buffer {
  body.stamp(from)
  return Buffer.from(body.bytes)
}

const faultBody = (at: number, stands: boolean) =>
  Buffer.from(
    `{"readings":[{"metric":"fault_code","text_value":"${stands ? 'SPN 110 FMI 0' : 'none'}","instance":"port","recorded_at":"${isoTime(at)}"}]}`,
  )

async function addBoat({ db }: Database, ownerId: string, vesselId: string): Promise<Buffer[]> {
  const keys = Array.from({ length: DEVICES }, () => makeKey('ct_'))
  await db
    .insertInto('vessel')
    .values({ id: vesselId, owner_id: ownerId, name: 'Aurora', vessel_type: 'sailboat' })
    .execute()
  await db
    .insertInto('connection')
    .values(
      keys.map(({ hash, prefix }, device) => ({
        vessel_id: vesselId,
        id: randomUUIDv7(),
        provider: `device-${device}`,
        label: null,
        config: '{}',
        key_hash: hash,
        key_prefix: prefix,
      })),
    )
    .execute()
  return keys.map(({ hash }) => hash)
}
