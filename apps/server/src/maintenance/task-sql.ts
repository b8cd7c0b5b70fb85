import { randomUUIDv7 } from 'node:crypto'
import type * as contract from '@binnacle/contract'
import type { BodyOf } from '@binnacle/contract'
import { type Insertable, sql, type Transaction } from 'kysely'
import type { Db } from '../db/database.ts'
import { inTransaction } from '../db/in-transaction.ts'
import type { Tables, TaskTable } from '../db/tables.ts'
import { holdVessel, type VesselRow } from '../vessels/sql.ts'
import { titleKey, withoutDoubles } from './title-key.ts'

const columns = [
  'id',
  'title',
  'interval_days',
  'interval_hours',
  'lead_days',
  'lead_hours',
  'start_at',
  'start_hours',
  'created_at',
] as const

export interface TaskRow {
  id: string
  title: string
  interval_days: number | null
  interval_hours: number | null
  lead_days: number
  lead_hours: number
  start_at: Date
  start_hours: number
  created_at: Date
}

/** The tasks by title, in an order that does not depend on the database's language. */
export const listTasks = (db: Db, vesselId: string): Promise<TaskRow[]> =>
  db
    .selectFrom('task')
    .select(columns)
    .where('vessel_id', '=', vesselId)
    .orderBy(sql`title_key collate "C"`)
    .orderBy('id')
    .execute()

/** The vessel's task, which cannot be deleted until the transaction ends: a deletion waits, and then finds its entries. */
export async function holdTask(tx: Transaction<Tables>, vesselId: string, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('task')
    .select('id')
    .where('vessel_id', '=', vesselId)
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst()
  return row !== undefined
}

type NewTask = BodyOf<typeof contract.createTask>
type TaskChange = BodyOf<typeof contract.changeTask>

/** A row for the task, which counts from now and the current meter unless told otherwise. */
const taskRow = (vessel: VesselRow, given: NewTask, now: Date): Insertable<TaskTable> => ({
  vessel_id: vessel.id,
  id: randomUUIDv7(),
  title: given.title,
  title_key: titleKey(given.title),
  interval_days: given.interval_days,
  interval_hours: given.interval_hours,
  // The request's check has put the contract's defaults in.
  lead_days: given.lead_days!,
  lead_hours: given.lead_hours!,
  start_at: given.start_at ? new Date(given.start_at) : now,
  start_hours: given.start_hours ?? vessel.engine_hours ?? 0,
})

const insertRows = (tx: Transaction<Tables>, rows: Insertable<TaskTable>[]) =>
  tx.insertInto('task').values(rows).returning(columns)

/** Adds a task; null when there is no such vessel. */
export function insertTask(
  db: Db,
  ownerId: string,
  vesselId: string,
  given: NewTask,
  now: Date,
): Promise<TaskRow | null> {
  return inTransaction(db, async (tx) => {
    const vessel = await holdVessel(tx, ownerId, vesselId)
    return vessel && insertRows(tx, [taskRow(vessel, given, now)]).executeTakeFirstOrThrow()
  })
}

/**
 * Adds the tasks whose titles the vessel does not have yet, all or none, and gives the titles that were left out; null when
 * there is no such vessel. The vessel's row is locked, so that of two requests at once the second sees the first one's tasks.
 */
export function insertTasks(
  db: Db,
  ownerId: string,
  vesselId: string,
  given: readonly NewTask[],
  now: Date,
): Promise<{ tasks: TaskRow[]; left_out: string[] } | null> {
  return inTransaction(db, async (tx) => {
    const vessel = await tx
      .selectFrom('vessel')
      .selectAll()
      .where('id', '=', vesselId)
      .where('owner_id', '=', ownerId)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!vessel) return null
    const there = await tx.selectFrom('task').select('title_key').where('vessel_id', '=', vesselId).execute()
    const { added, doubles } = withoutDoubles(given, new Set(there.map(({ title_key }) => title_key)))
    const rows = added.map((task) => taskRow(vessel, task, now))
    return { tasks: rows.length > 0 ? await insertRows(tx, rows).execute() : [], left_out: doubles }
  })
}

/** Changes the fields that are given; null when the account has no such task, no_interval when none would remain. */
export function changeTask(
  db: Db,
  ownerId: string,
  id: string,
  change: TaskChange,
): Promise<TaskRow | 'no_interval' | null> {
  return inTransaction(db, async (tx) => {
    const task = await tx
      .selectFrom('task as t')
      .innerJoin('vessel as v', 'v.id', 't.vessel_id')
      .selectAll('t')
      .where('v.owner_id', '=', ownerId)
      .where('t.id', '=', id)
      .forNoKeyUpdate('t')
      .executeTakeFirst()
    if (!task) return null
    const { title = task.title, interval_days = task.interval_days, interval_hours = task.interval_hours } = change
    const { lead_days = task.lead_days, lead_hours = task.lead_hours, start_hours = task.start_hours } = change
    if (interval_days === null && interval_hours === null) return 'no_interval'
    return tx
      .updateTable('task')
      .set({
        title,
        title_key: titleKey(title),
        interval_days,
        interval_hours,
        lead_days,
        lead_hours,
        start_at: change.start_at ? new Date(change.start_at) : task.start_at,
        start_hours,
      })
      .where('vessel_id', '=', task.vessel_id)
      .where('id', '=', id)
      .returning(columns)
      .executeTakeFirstOrThrow()
  })
}

/**
 * Deletes the account's task; its service entries stay in the logbook, and settle no task by id any more. The task goes
 * first: that waits for entries being written (see holdTask), which the second statement then sees.
 */
export function deleteTask(db: Db, ownerId: string, id: string): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const task = await tx
      .deleteFrom('task as t')
      .using('vessel as v')
      .whereRef('v.id', '=', 't.vessel_id')
      .where('v.owner_id', '=', ownerId)
      .where('t.id', '=', id)
      .returning('t.vessel_id')
      .executeTakeFirst()
    if (!task) return false
    await tx
      .updateTable('service_log')
      .set({ task_id: null })
      .where('vessel_id', '=', task.vessel_id)
      .where('task_id', '=', id)
      .execute()
    return true
  })
}
