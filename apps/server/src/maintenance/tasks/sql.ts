import { randomUUIDv7 } from 'node:crypto'
import type * as contract from '@binnacle/contract'
import type { BodyOf, Task, WithDates } from '@binnacle/contract'
import { type Insertable, sql, type Transaction } from 'kysely'
import type { Db } from '../../db/database.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import type { Tables, TaskTable } from '../../db/schema/tables.ts'
import { ApiError, invalid, notFound } from '../../http/errors.ts'
import { keepVesselOrNotFound, lockVesselOrNotFound, type VesselRow } from '../../vessels/sql.ts'
import { titleKey, withoutDuplicates } from './title-key.ts'

const columns = [
  'id',
  'title',
  'interval_days',
  'interval_hours',
  'lead_days',
  'lead_hours',
  'start_at',
  'start_hours',
  'safety',
  'once',
  'finding_id',
  'created_at',
] as const

type TaskRow = WithDates<Task>

/** The tasks sorted by title. The order does not depend on the database's locale. */
export const listTasks = (db: Db, vesselId: string): Promise<TaskRow[]> =>
  db
    .selectFrom('task')
    .select(columns)
    .where('vessel_id', '=', vesselId)
    .orderBy(sql`title_key collate "C"`)
    .orderBy('id')
    .execute()

/** Locks the task so that it cannot be deleted until the transaction ends. A deletion waits and then sees the new entries. */
export async function keepTaskOrNotFound(tx: Transaction<Tables>, vesselId: string, id: string): Promise<void> {
  await tx
    .selectFrom('task')
    .select('id')
    .where('vessel_id', '=', vesselId)
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirstOrThrow(notFound)
}

type NewTask = BodyOf<typeof contract.createTask>
type TaskChange = BodyOf<typeof contract.changeTask>

/** Without an interval a task would never be due. */
function requireInterval({ interval_days, interval_hours }: Pick<NewTask, 'interval_days' | 'interval_hours'>): void {
  if ((interval_days ?? interval_hours ?? null) === null) throw invalid('/interval_days or /interval_hours is required')
}

/** A row for a new task. It counts from now and the current engine hours, if they are known, unless the request says otherwise. */
const taskRow = (vessel: VesselRow, given: NewTask, now: Date): Insertable<TaskTable> => ({
  vessel_id: vessel.id,
  id: randomUUIDv7(),
  title: given.title,
  title_key: titleKey(given.title),
  interval_days: given.interval_days,
  interval_hours: given.interval_hours,
  // Validation has set the contract's defaults.
  lead_days: given.lead_days!,
  lead_hours: given.lead_hours!,
  start_at: given.start_at ? new Date(given.start_at) : now,
  start_hours: given.start_hours === undefined ? vessel.engine_hours : given.start_hours,
  safety: given.safety,
  once: given.once,
  finding_id: given.finding_id,
})

/**
 * The task of a finding, where it has one already. Throws not_found or conflict unless it is of a completed inspection of the
 * vessel.
 */
async function taskOfFinding(tx: Transaction<Tables>, vesselId: string, findingId: string) {
  const finding = await tx
    .selectFrom('inspection_item as p')
    .innerJoin('inspection as i', (on) =>
      on.onRef('i.vessel_id', '=', 'p.vessel_id').onRef('i.id', '=', 'p.inspection_id'),
    )
    .select('i.completed_at')
    .where('p.vessel_id', '=', vesselId)
    .where('p.id', '=', findingId)
    .executeTakeFirstOrThrow(notFound)
  if (!finding.completed_at) throw new ApiError('conflict')
  return tx
    .selectFrom('task')
    .select(columns)
    .where('vessel_id', '=', vesselId)
    .where('finding_id', '=', findingId)
    .executeTakeFirst()
}

const insertRows = (tx: Transaction<Tables>, rows: Insertable<TaskTable>[]) =>
  tx.insertInto('task').values(rows).returning(columns)

/** Adds a task. A finding has one task, which a second request is given: the lock makes two at once wait for each other. */
export function insertTask(db: Db, ownerId: string, vesselId: string, given: NewTask, now: Date): Promise<TaskRow> {
  requireInterval(given)
  return inTransaction(db, async (tx) => {
    const { finding_id } = given
    const vessel = await (finding_id ? lockVesselOrNotFound : keepVesselOrNotFound)(tx, ownerId, vesselId)
    const known = finding_id && (await taskOfFinding(tx, vesselId, finding_id))
    return known || insertRows(tx, [taskRow(vessel, given, now)]).executeTakeFirstOrThrow()
  })
}

/**
 * Adds the tasks whose titles the vessel does not have yet, all or none. Also returns the titles that were left out. The vessel's
 * row is locked, so that of two parallel requests the second sees the first one's tasks.
 */
export async function insertTasks(
  tx: Transaction<Tables>,
  ownerId: string,
  vesselId: string,
  given: readonly NewTask[],
  now: Date,
): Promise<{ tasks: TaskRow[]; left_out: string[] }> {
  for (const task of given) requireInterval(task)
  const vessel = await lockVesselOrNotFound(tx, ownerId, vesselId)
  const existing = await tx.selectFrom('task').select('title_key').where('vessel_id', '=', vesselId).execute()
  const { added, duplicates } = withoutDuplicates(given, new Set(existing.map(({ title_key }) => title_key)))
  const rows = added.map((task) => taskRow(vessel, task, now))
  return { tasks: rows.length > 0 ? await insertRows(tx, rows).execute() : [], left_out: duplicates }
}

/** Changes the given fields. */
export function changeTask(db: Db, ownerId: string, id: string, change: TaskChange): Promise<TaskRow> {
  return inTransaction(db, async (tx) => {
    const task = await tx
      .selectFrom('task as t')
      .innerJoin('vessel as v', 'v.id', 't.vessel_id')
      .selectAll('t')
      .where('v.owner_id', '=', ownerId)
      .where('t.id', '=', id)
      .forNoKeyUpdate('t')
      .executeTakeFirstOrThrow(notFound)
    const { title = task.title, interval_days = task.interval_days, interval_hours = task.interval_hours } = change
    const { lead_days = task.lead_days, lead_hours = task.lead_hours, start_hours = task.start_hours } = change
    const { safety = task.safety } = change
    requireInterval({ interval_days, interval_hours })
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
        safety,
      })
      .where('vessel_id', '=', task.vessel_id)
      .where('id', '=', id)
      .returning(columns)
      .executeTakeFirstOrThrow()
  })
}

/**
 * Deletes the owner's task; its service entries stay in the logbook without a task. The task is deleted first, because that waits for
 * entries that are being written (see keepTaskOrNotFound). The second statement then sees them.
 */
export function deleteTask(db: Db, ownerId: string, id: string): Promise<void> {
  return inTransaction(db, async (tx) => {
    const task = await tx
      .deleteFrom('task as t')
      .using('vessel as v')
      .whereRef('v.id', '=', 't.vessel_id')
      .where('v.owner_id', '=', ownerId)
      .where('t.id', '=', id)
      .returning('t.vessel_id')
      .executeTakeFirstOrThrow(notFound)
    await tx
      .updateTable('service_log')
      .set({ task_id: null })
      .where('vessel_id', '=', task.vessel_id)
      .where('task_id', '=', id)
      .execute()
  })
}
