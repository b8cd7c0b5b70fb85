import { randomUUIDv7 } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { hashKey } from '../accounts/key.ts'
import type { FrameStore } from '../cameras/frame-store.ts'
import { inspectImage } from '../cameras/image.ts'
import { registerCamera, takeFrame } from '../cameras/take-frame.ts'
import { insertConnection } from '../connections/sql.ts'
import type { Database, Db } from '../db/database.ts'
import { readBatch } from '../telemetry/batch.ts'
import { type Arrival, ingest } from '../telemetry/ingest-sql.ts'
import type { DemoBoat } from './boats.ts'
import type { Shot } from './pictures/draw.ts'
import { DAY_MS, HOUR_MS } from './season.ts'
import { batchesOf, type Fortnight } from './voyages.ts'

/** Connects a box whose key is known; gives it as the routes know it. */
export async function seedConnection(db: Db, vesselId: string, provider: string, label: string, key: string, at: Date) {
  const keyHash = hashKey(key)
  const { id } = await insertConnection(db, {
    vessel_id: vesselId,
    id: randomUUIDv7(),
    provider,
    label,
    config: '{}',
    key_hash: keyHash,
    key_prefix: key.slice(0, 'ct_'.length + 6),
    created_at: at,
  })
  return { connectionId: id, vesselId, keyHash, enabled: true }
}

/** How long after its last reading a batch arrives. */
const UPLOAD_MS = 2_000

/** Requests in one statement. */
const ARRIVALS = 16

/** Stores a fortnight of readings as if the box had sent them, also what they do to the meter and the logbook. */
export async function seedReadings(
  database: Database,
  key: string,
  boat: DemoBoat,
  fortnight: Fortnight,
  startHours: number,
): Promise<void> {
  const keyHash = hashKey(key)
  const batches = batchesOf(boat.fitting, fortnight.moments(startHours))
  const arrivals = [...batches, ...faultOf(boat, fortnight)].map((readings): Arrival => {
    const arrivedAt = new Date(Date.parse(readings.at(-1)!.recorded_at!) + UPLOAD_MS)
    return { keyHash, batch: readBatch(Buffer.from(JSON.stringify({ readings })), undefined, arrivedAt) }
  })
  for (let first = 0; first < arrivals.length; first += ARRIVALS) {
    const outcomes = await ingest(database, arrivals.slice(first, first + ARRIVALS), { gapMs: 0, enabled: true })
    const refused = outcomes.find(({ outcome, rejected }) => outcome !== 'accepted' || rejected !== null)
    if (refused) throw new Error(`the readings of ${boat.plan.vessel.name} were refused: ${JSON.stringify(refused)}`)
  }
}

function faultOf({ fault }: DemoBoat, { from }: Fortnight) {
  if (!fault) return []
  const at = from.getTime() + (14 - fault.daysAgo) * DAY_MS + 13.3 * HOUR_MS
  const tell = (text_value: string, ms: number) => [
    { metric: 'fault_code' as const, text_value, recorded_at: new Date(ms).toISOString() },
  ]
  return [tell(fault.text, at), tell('none', at + fault.hours * HOUR_MS)]
}

type SeededBox = Awaited<ReturnType<typeof seedConnection>>

/** Stores pictures as the box's frames, oldest first; their cameras register themselves. */
export async function seedFrames(
  db: Db,
  store: FrameStore,
  box: SeededBox,
  shots: readonly Shot[],
  pictures: readonly Buffer[],
): Promise<void> {
  for (const [place, { label, view, at }] of shots.entries()) {
    const picture = pictures[place]!
    const image = store.temporaryPath()
    const thumbnail = store.temporaryPath()
    await writeFile(image, picture)
    const { mime, width, height } = await inspectImage(image, 'image/jpeg', thumbnail)
    const captured_at = at.toISOString()
    const sent = { label, view, mime, trigger: 'device' as const, captured_at, bytes: picture.length }
    const camera = await registerCamera(db, box, sent)
    const key = { vesselId: box.vesselId, cameraId: camera.id, frameId: randomUUIDv7(), mime }
    await store.put(image, thumbnail, key)
    await takeFrame(db, box, sent, { key, width, height }, 0)
  }
}
