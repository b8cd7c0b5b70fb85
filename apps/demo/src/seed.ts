import { randomUUIDv7 } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { insertAccessKey } from '../../server/src/accounts/access-keys/sql.ts'
import type { Auth } from '../../server/src/accounts/sign-in/auth.ts'
import { changeRule, listRules } from '../../server/src/alarms/rules/sql.ts'
import { registerCamera, takeFrame } from '../../server/src/cameras/frames/take-frame.ts'
import { inspectImage } from '../../server/src/cameras/images/image.ts'
import { findCameraByLabel } from '../../server/src/cameras/sql.ts'
import type { FrameStore } from '../../server/src/cameras/stores/frame-store.ts'
import { insertConnection } from '../../server/src/connections/sql.ts'
import type { Database, Db } from '../../server/src/db/database.ts'
import { hashKey } from '../../server/src/http/values/key.ts'
import { makeLinkToken } from '../../server/src/http/values/link-token.ts'
import { completeInspection, insertInspection } from '../../server/src/maintenance/inspections/sql.ts'
import { logHours, logService } from '../../server/src/maintenance/logbook/sql.ts'
import { insertTask } from '../../server/src/maintenance/tasks/sql.ts'
import { insertVessel } from '../../server/src/overview/vessel-sql.ts'
import { quotasOf } from '../../server/src/quotas/quotas.ts'
import { readConfig } from '../../server/src/settings/config.ts'
import { putShare } from '../../server/src/share/sql.ts'
import { readBatch } from '../../server/src/telemetry/ingest/batch.ts'
import { ingest } from '../../server/src/telemetry/ingest/ingest-sql.ts'
import { DEMO_BOATS, type DemoBoat } from './boats.ts'
import { type Event, type History, makeHistory } from './history.ts'
import { CAMERA_PROVIDER, connectionName, type DemoKeys } from './keys.ts'
import { take } from './pictures/take.ts'
import { type Moment, readingsAt } from './readings.ts'
import { DAY_MS, type Fortnight, HOUR_MS, makeFortnight } from './voyages.ts'

const FRAMES = 12
const FRAME_EVERY_MS = 2 * HOUR_MS
/** So many moments go in one batch: up to 80 readings. */
const MOMENTS_PER_BATCH = 3
/** Batches in one statement. */
const BATCHES = 16
/** How long after its last reading a batch arrives. */
const UPLOAD_MS = 2_000

interface Owned {
  ownerId: string
  vesselId: string
}

/** What the demo's cameras saw, in the order in which `seed` stores it. */
export function takePictures(now: Date, signal: AbortSignal): Promise<Buffer[]> {
  const pictures = take(
    DEMO_BOATS.flatMap((boat) => shotsOf(boat, now)),
    signal,
  )
  // A failure while something else is awaited is reported when the pictures are.
  pictures.catch(() => {})
  return pictures
}

/** Writes the demo's account, boats and history into an empty database, through the features' own statements. */
export async function seed(
  database: Database,
  store: FrameStore,
  auth: Auth,
  keys: DemoKeys,
  pictures: Promise<Buffer[]>,
  now: Date,
): Promise<void> {
  const { db } = database
  const { email, password, accessKey } = keys
  const { user } = await auth.api.signUpEmail({ body: { name: 'Demo', email, password } })
  await insertAccessKey(db, {
    id: randomUUIDv7(),
    owner_id: user.id,
    name: 'Demo',
    prefix: accessKey.slice(0, 'bnk_'.length + 6),
    key_hash: hashKey(accessKey),
    scopes: ['read:vessel', 'write:log'],
    expires_at: null,
  })
  let taken = 0
  for (const [place, boat] of DEMO_BOATS.entries()) {
    const fortnight = makeFortnight(boat, now)
    const history = makeHistory(boat, fortnight, now)
    const { id: vesselId } = await insertVessel(db, {
      ...boat.vessel,
      id: randomUUIDv7(),
      owner_id: user.id,
      engine_hours: boat.startHours,
      created_at: history.since,
    })
    await seedLog(db, { ownerId: user.id, vesselId }, boat, history)
    const [deviceKey, cameraKey] = [boat.provider, CAMERA_PROVIDER].map(
      (provider) => keys.connections[connectionName(boat.vessel.name, provider)]!,
    )
    await connect(db, vesselId, boat.provider, 'Demo device', deviceKey!, fortnight.from)
    await seedReadings(database, deviceKey!, boat, fortnight, history.endHours)
    const device = await connect(db, vesselId, CAMERA_PROVIDER, 'Cameras', cameraKey!, fortnight.from)
    for (const shot of shotsOf(boat, now)) await seedFrame(db, store, device, shot, (await pictures)[taken++]!)
    if (boat.leaks) await watchPump(db, { ownerId: user.id, vesselId }, boat.leaks.seenBy, now)
    if (place === 0)
      await putShare(db, user.id, vesselId, makeLinkToken(), { photo: true, location: true, costs: true })
  }
}

/** Has the rule about the bilge pump ask a camera for a picture. */
async function watchPump(db: Db, { ownerId, vesselId }: Owned, label: string, now: Date): Promise<void> {
  const camera = existing((await findCameraByLabel(db, vesselId, label)) ?? null)
  const rule = (await listRules(db, vesselId)).find(({ kind }) => kind === 'sum_above')!
  await changeRule(db, ownerId, rule.id, { camera_id: camera.id }, now)
}

/** A boat's tasks and its past, oldest first, as its owner would have written them. */
async function seedLog(
  db: Db,
  { ownerId, vesselId }: Owned,
  boat: DemoBoat,
  { since, events }: History,
): Promise<void> {
  const tasks = new Map<string | null, string>()
  for (const { title, days, hours, leadDays } of boat.jobs) {
    const task = {
      title,
      interval_days: days,
      interval_hours: hours,
      lead_days: leadDays ?? 30,
      lead_hours: 25,
      start_at: since.toISOString(),
      start_hours: boat.startHours,
    }
    tasks.set(title, existing(await insertTask(db, ownerId, vesselId, task, since)).id)
  }
  for (const event of events) {
    if (event.kind === 'inspection') await seedInspection(db, { ownerId, vesselId }, event)
    else if (event.kind === 'hours') existing(await logHours(db, ownerId, vesselId, event.hours, event.at))
    else
      existing(await logService(db, ownerId, vesselId, { ...event.service, task_id: tasks.get(event.job) }, event.at))
  }
}

type InspectionEvent = Extract<Event, { kind: 'inspection' }>

async function seedInspection(db: Db, { ownerId, vesselId }: Owned, { points, at, ended, hours }: InspectionEvent) {
  const ids = points.map(({ id }) => id)
  const { inspection, items } = existing(await insertInspection(db, ownerId, vesselId, ids, at))
  // In few statements what the app sends one by one: hundreds of transactions would be half the time of a first start.
  const groups = Map.groupBy(items.keys(), (place) => JSON.stringify([points[place]!.verdict, points[place]!.note]))
  for (const [finding, places] of groups) {
    const [verdict, note] = JSON.parse(finding)
    const found = places.map((place) => items[place]!.id)
    await db
      .updateTable('inspection_item')
      .set({ verdict, note, updated_at: at })
      .where('vessel_id', '=', vesselId)
      .where('inspection_id', '=', inspection.id)
      .where('id', 'in', found)
      .execute()
  }
  if (ended) existing(await completeInspection(db, ownerId, inspection.id, { engine_hours: hours ?? undefined }, ended))
}

/** What the features answer for a vessel that is not there, or a meter that falls, cannot happen here. */
function existing<T>(result: T | null): Exclude<T, string> {
  if (result === null || typeof result === 'string') throw new Error(`the demo's history is refused: ${result}`)
  return result as Exclude<T, string>
}

/** Makes a connection whose key is known; gives it as the routes know it. */
async function connect(db: Db, vesselId: string, provider: string, label: string, key: string, created_at: Date) {
  const { id: connectionId } = await insertConnection(db, {
    vessel_id: vesselId,
    id: randomUUIDv7(),
    provider,
    label,
    config: '{}',
    key_hash: hashKey(key),
    key_prefix: key.slice(0, 'ct_'.length + 6),
    created_at,
  })
  return { connectionId, vesselId, keyHash: hashKey(key), enabled: true, suspended: false }
}

/** The readings of the moments in the batches in which an onboard device sends them. */
export const batchesOf = (boat: DemoBoat, moments: readonly Moment[]) =>
  Array.from({ length: Math.ceil(moments.length / MOMENTS_PER_BATCH) }, (_, batch) =>
    moments
      .slice(batch * MOMENTS_PER_BATCH, (batch + 1) * MOMENTS_PER_BATCH)
      .flatMap((moment) => readingsAt(boat, moment)),
  )

/** Two weeks of readings as if the onboard device had sent them, also what they do to the meter and the logbook. */
async function seedReadings(database: Database, key: string, boat: DemoBoat, fortnight: Fortnight, startHours: number) {
  const all = [...batchesOf(boat, fortnight.moments(startHours)), ...faultOf(boat, fortnight)]
  const arrivals = all.map((readings) => {
    const arrivedAt = new Date(Date.parse(readings.at(-1)!.recorded_at!) + UPLOAD_MS)
    return { keyHash: hashKey(key), batch: readBatch(Buffer.from(JSON.stringify({ readings })), undefined, arrivedAt) }
  })
  for (let first = 0; first < arrivals.length; first += BATCHES) {
    const outcomes = await ingest(database, arrivals.slice(first, first + BATCHES), { gapMs: 0, enabled: true })
    const refused = outcomes.find(({ outcome, rejected }) => outcome !== 'accepted' || rejected !== null)
    if (refused) throw new Error(`the readings of ${boat.vessel.name} were refused: ${JSON.stringify(refused)}`)
  }
}

function faultOf({ fault }: DemoBoat, { from }: Fortnight) {
  if (!fault) return []
  const at = from.getTime() + (14 - fault.daysAgo) * DAY_MS + 13.3 * HOUR_MS
  const report = (text_value: string, ms: number) => [
    { metric: 'fault_code' as const, text_value, recorded_at: new Date(ms).toISOString() },
  ]
  return [report(fault.text, at), report('none', at + fault.hours * HOUR_MS)]
}

/** A picture every two hours of each camera, oldest first. */
function shotsOf(boat: DemoBoat, now: Date) {
  const fortnight = makeFortnight(boat, now)
  return Array.from({ length: FRAMES }, (_, place) => {
    const at = new Date(now.getTime() - (FRAMES - 1 - place) * FRAME_EVERY_MS - 4 * 60_000)
    const underWay = fortnight.isUnderWay(at)
    return boat.cameras.map(({ label, view }) => ({ boat: boat.vessel.name, label, view, at, underWay }))
  }).flat()
}

type Connected = Awaited<ReturnType<typeof connect>>
type SeededShot = ReturnType<typeof shotsOf>[number]

/** Stores a picture as a frame; its camera registers itself. */
async function seedFrame(
  db: Db,
  store: FrameStore,
  device: Connected,
  { label, view, at }: SeededShot,
  picture: Buffer,
) {
  const [image, thumbnail] = [store.temporaryPath(), store.temporaryPath()]
  await writeFile(image, picture)
  const { mime, width, height } = await inspectImage(image, 'image/jpeg', thumbnail)
  const captured_at = at.toISOString()
  const sent = { label, view, mime, trigger: 'device' as const, captured_at, bytes: picture.length }
  const camera = await registerCamera(db, device, sent)
  const key = { vesselId: device.vesselId, cameraId: camera.id, frameId: randomUUIDv7(), mime }
  await store.put(image, thumbnail, key)
  await takeFrame(db, device, sent, { key, width, height }, { gapMs: 0, quotas: quotasOf(readConfig({})) })
}
