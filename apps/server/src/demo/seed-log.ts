import type { Db } from '../db/database.ts'
import { changeItem, completeInspection, insertInspection } from '../maintenance/inspection-sql.ts'
import { logHours, logService } from '../maintenance/logbook-sql.ts'
import { insertTask } from '../maintenance/task-sql.ts'
import type { Event, History } from './history.ts'
import type { BoatPlan } from './jobs.ts'

export interface Owned {
  ownerId: string
  vesselId: string
}

/** Writes a boat's tasks and its past, oldest first, as its owner would have done through the routes. */
export async function seedLog(db: Db, { ownerId, vesselId }: Owned, plan: BoatPlan, history: History): Promise<void> {
  const tasks = new Map<string, string>()
  for (const { title, every } of plan.jobs) {
    const task = {
      title,
      interval_days: every.days ?? null,
      interval_hours: every.hours ?? null,
      lead_days: every.leadDays ?? 30,
      lead_hours: 25,
      start_at: history.since.toISOString(),
      start_hours: history.startHours,
    }
    tasks.set(title, done(await insertTask(db, ownerId, vesselId, task, history.since)).id)
  }
  for (const event of history.events) await seedEvent(db, { ownerId, vesselId }, event, tasks)
}

async function seedEvent(db: Db, boat: Owned, event: Event, tasks: Map<string, string>): Promise<void> {
  const { ownerId, vesselId } = boat
  if (event.kind === 'inspection') return seedInspection(db, boat, event)
  if (event.kind === 'hours') {
    const logged = done(await logHours(db, ownerId, vesselId, event.hours, event.at))
    if (logged === 'hours_below_current') throw new Error(`the past of ${vesselId} runs backwards at ${event.at}`)
    return
  }
  const task_id = event.job === null ? undefined : tasks.get(event.job)
  done(await logService(db, ownerId, vesselId, { ...event.service, task_id }, event.at))
}

async function seedInspection(
  db: Db,
  { ownerId, vesselId }: Owned,
  event: Extract<Event, { kind: 'inspection' }>,
): Promise<void> {
  const points = event.points.map(({ id }) => id)
  const { inspection, items } = done(await insertInspection(db, ownerId, vesselId, points, event.at))
  const judged = items.map(({ id }, place) => ({ ...event.points[place]!, id }))
  const sound = judged.filter(({ verdict }) => verdict === 'operational')
  // In one statement what the app sends one by one: a thousand transactions would be half the time of a demo's first start.
  await db
    .updateTable('inspection_item')
    .set({ verdict: 'operational', updated_at: event.at })
    .where('vessel_id', '=', vesselId)
    .where('inspection_id', '=', inspection.id)
    .where(
      'id',
      'in',
      sound.map(({ id }) => id),
    )
    .execute()
  for (const { id, verdict, note } of judged)
    if (verdict !== null && verdict !== 'operational') await changeItem(db, ownerId, id, { verdict, note }, event.at)
  if (event.ended) done(await completeInspection(db, ownerId, inspection.id, event.hours, event.ended))
}

/** What the features give for a vessel that is not there cannot happen here. */
function done<T>(result: T | null): T {
  if (result === null) throw new Error('the demo boat is not there')
  return result
}
