import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { Auth } from '../accounts/auth.ts'
import type { FrameStore } from '../cameras/frame-store.ts'
import type { Database, Db } from '../db/database.ts'
import { putShare } from '../share/sql.ts'
import { makeShareToken } from '../share/token.ts'
import { deleteVessel, insertVessel, listVessels } from '../vessels/sql.ts'
import { DEMO_BOATS, type DemoBoat } from './boats.ts'
import { makeHistory } from './history.ts'
import { connectionName, type DemoKeys } from './keys.ts'
import type { Shot } from './pictures/draw.ts'
import { take } from './pictures/take.ts'
import { HOUR_MS } from './season.ts'
import { seedConnection, seedFrames, seedReadings } from './seed-box.ts'
import { seedLog } from './seed-log.ts'
import { type Fortnight, makeFortnight } from './voyages.ts'

/** The setting under which a demo's database says that it is one. */
const SETTING = 'demo'

/** The ids of the demo's boats, by name; null while their history is being written. */
export type Seeded = { vessels: Record<string, string> } | null

export const CAMERA_PROVIDER = 'onboard_camera'
const FRAMES = 12
const FRAME_EVERY_MS = 2 * HOUR_MS

/** DATA_DIR has a service in it that is not a demo. */
export class NotADemo extends Error {
  override name = 'NotADemo'
}

/** What this database knows of a demo: its boats, 'nothing' when it is new, 'unfinished' after a stop in the middle. */
export async function findSeeded(db: Db, dataDir: string): Promise<NonNullable<Seeded> | 'nothing' | 'unfinished'> {
  const row = await db.selectFrom('setting').select('value').where('name', '=', SETTING).executeTakeFirst()
  if (row) return (row.value as Seeded) ?? 'unfinished'
  const { rows } = await sql<{ any: boolean }>`select exists (select from owner) as any`.execute(db)
  if (rows[0]!.any)
    throw new NotADemo(`${dataDir} belongs to a service that is no demo. Choose another folder: DATA_DIR=./my-demo`)
  return 'nothing'
}

const remember = (db: Db, seeded: Seeded) =>
  db
    .insertInto('setting')
    .values({ name: SETTING, value: JSON.stringify(seeded) })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: JSON.stringify(seeded) }))
    .execute()

/**
 * Writes the demo's account, boats and history through the features' own statements. Stopped in the middle, the next start
 * throws away what there is and begins again: it is done when the setting says so.
 */
export async function seed(
  database: Database,
  store: FrameStore,
  auth: Auth,
  keys: DemoKeys,
  now: Date,
): Promise<NonNullable<Seeded>> {
  const { db } = database
  const drawing = DEMO_BOATS.map((boat) => ({ boat, fortnight: fortnightOf(boat, now) })).map((one) => {
    const shots = shotsOf(one.boat, one.fortnight, now)
    return { ...one, shots, pictures: take(shots) }
  })
  // One that fails while another is waited for is reported when its turn comes.
  for (const { pictures } of drawing) pictures.catch(() => {})
  // Nothing here is to be kept but all of it: the last commit, with sync, takes the others to the disk before itself.
  await sql`set synchronous_commit = off`.execute(db)
  await remember(db, null)
  await clear(db, store)
  const { user } = await auth.api.signUpEmail({
    body: { name: 'Demo', email: keys.email, password: keys.password },
  })
  const vessels: Record<string, string> = {}
  for (const { boat, fortnight } of drawing)
    vessels[boat.plan.vessel.name] = await seedBoat(database, user.id, boat, fortnight, keys, now)
  for (const { boat, fortnight, shots, pictures } of drawing) {
    const { name } = boat.plan.vessel
    const key = keys.connections[connectionName(name, CAMERA_PROVIDER)]!
    const box = await seedConnection(db, vessels[name]!, CAMERA_PROVIDER, 'Cameras', key, fortnight.from)
    await seedFrames(db, store, box, shots, await pictures)
  }
  await putShare(db, user.id, vessels.Aurora!, makeShareToken(), { photo: true, location: true, costs: true })
  await sql`set synchronous_commit = on`.execute(db)
  await remember(db, { vessels })
  return { vessels }
}

/** Throws away an unfinished demo. */
async function clear(db: Db, store: FrameStore): Promise<void> {
  for (const { id: ownerId } of await db.selectFrom('owner').select('id').execute())
    for (const { id } of await listVessels(db, ownerId)) {
      await deleteVessel(db, ownerId, id)
      await store.removeVessel(id)
    }
  await db.deleteFrom('owner').execute()
}

export const fortnightOf = ({ fitting, voyages, underWay }: DemoBoat, now: Date): Fortnight =>
  makeFortnight(fitting, voyages, underWay, now)

async function seedBoat(
  database: Database,
  ownerId: string,
  boat: DemoBoat,
  fortnight: Fortnight,
  keys: DemoKeys,
  now: Date,
): Promise<string> {
  const { db } = database
  const { plan, provider } = boat
  const history = makeHistory(plan, fortnight.from, fortnight.wholeHours, now)
  const { id: vesselId } = await insertVessel(db, {
    ...plan.vessel,
    id: randomUUIDv7(),
    owner_id: ownerId,
    engine_hours: history.startHours,
    created_at: history.since,
  })
  await seedLog(db, { ownerId, vesselId }, plan, history)
  const key = keys.connections[connectionName(plan.vessel.name, provider)]!
  await seedConnection(db, vesselId, provider, 'Demo box', key, fortnight.from)
  await seedReadings(database, key, boat, fortnight, history.endHours)
  return vesselId
}

/** A picture every two hours of each camera, oldest first. */
function shotsOf({ plan, cameras }: DemoBoat, fortnight: Fortnight, now: Date): Shot[] {
  return Array.from({ length: FRAMES }, (_, place) => {
    const at = new Date(now.getTime() - (FRAMES - 1 - place) * FRAME_EVERY_MS - 4 * 60_000)
    const underWay = fortnight.isUnderWay(at)
    return cameras.map(({ label, view }) => ({ boat: plan.vessel.name, label, view, at, underWay }))
  }).flat()
}
