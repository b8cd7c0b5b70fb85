import { randomUUIDv7 } from 'node:crypto'
import {
  type Inspection,
  type InspectionDetail,
  type InspectionItem,
  inspectionScore,
  type Verdict,
  type WithDates,
} from '@binnacle/contract'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import type { InspectionTable } from '../../db/schema/tables.ts'
import { ApiError, notFound } from '../../http/errors.ts'
import { keepVesselOrNotFound } from '../../vessels/sql.ts'
import { logHoursOf } from '../hour-meter/sql.ts'
import { SAFETY_POINTS } from './checklists/checklists.ts'
import { enteredAt } from './entered-at.ts'
import { makeVirCode } from './vir-code.ts'

const itemColumns = ['id', 'template_item_id', 'verdict', 'note', 'updated_at'] as const

export type InspectionItemRow = WithDates<InspectionItem>
export type InspectionRow = WithDates<Inspection>
type InspectionDetailRow = WithDates<InspectionDetail>

/** Throws conflict for a completed inspection: it cannot be changed. */
export function refuseCompleted({ completed_at }: { completed_at: Date | null }): void {
  if (completed_at) throw new ApiError('conflict')
}

/** Converts a row into the contract's form. Additional columns stay. */
export function inspectionOf<R extends Selectable<InspectionTable>>({ vessel_id: _vessel, ...row }: R) {
  return { ...row, status: row.completed_at ? ('completed' as const) : ('in_progress' as const) }
}

/** The inspections, newest first. The caller has checked the owner. */
export async function listInspections(db: Db, vesselId: string, limit: number): Promise<InspectionRow[]> {
  const rows = await db
    .selectFrom('inspection')
    .selectAll()
    .where('vessel_id', '=', vesselId)
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(inspectionOf)
}

/** Query of the owner's inspection with this id. */
export const ownInspection = (db: Db, ownerId: string, id: string) =>
  db
    .selectFrom('inspection as i')
    .innerJoin('vessel as v', 'v.id', 'i.vessel_id')
    .selectAll('i')
    .where('v.owner_id', '=', ownerId)
    .where('i.id', '=', id)

/** The owner's inspection with its items in the order of the checklist. */
export async function inspectionOrNotFound(db: Db, ownerId: string, id: string): Promise<InspectionDetailRow> {
  const row = await ownInspection(db, ownerId, id).executeTakeFirstOrThrow(notFound)
  return { inspection: inspectionOf(row), items: await itemsOf(db, row) }
}

const itemsOf = (db: Db, of: { vessel_id: string; id: string }): Promise<InspectionItemRow[]> =>
  db
    .selectFrom('inspection_item')
    .select(itemColumns)
    .where('vessel_id', '=', of.vessel_id)
    .where('inspection_id', '=', of.id)
    .orderBy('position')
    .execute()

/** Starts an inspection with these checklist points, in this order. */
export function insertInspection(
  db: Db,
  ownerId: string,
  vesselId: string,
  points: readonly string[],
  startedAt: Date,
): Promise<InspectionDetailRow> {
  return inTransaction(db, async (tx) => {
    await keepVesselOrNotFound(tx, ownerId, vesselId)
    const row = await tx
      .insertInto('inspection')
      .values({ vessel_id: vesselId, id: randomUUIDv7(), started_at: startedAt })
      .returningAll()
      .executeTakeFirstOrThrow()
    const items = points.map((template_item_id, position) => ({
      vessel_id: vesselId,
      inspection_id: row.id,
      id: randomUUIDv7(),
      position,
      template_item_id,
      updated_at: startedAt,
    }))
    if (items.length > 0) await tx.insertInto('inspection_item').values(items).execute()
    return { inspection: inspectionOf(row), items: await itemsOf(tx, row) }
  })
}

interface ItemChange {
  verdict?: Verdict | null
  note?: string | null
}

/**
 * Sets the verdict or the note of a point. Throws conflict if the inspection is completed. The lock on the inspection makes
 * changes and completions wait for each other.
 */
export function changeItem(
  db: Db,
  ownerId: string,
  id: string,
  change: ItemChange,
  now: Date,
): Promise<InspectionItemRow> {
  return inTransaction(db, async (tx) => {
    const before = await tx
      .selectFrom('inspection_item as p')
      .innerJoin('vessel as v', 'v.id', 'p.vessel_id')
      .innerJoin('inspection as i', (on) =>
        on.onRef('i.vessel_id', '=', 'p.vessel_id').onRef('i.id', '=', 'p.inspection_id'),
      )
      .select(['p.vessel_id', 'p.verdict', 'p.note', 'p.updated_at', 'i.completed_at'])
      .where('v.owner_id', '=', ownerId)
      .where('p.id', '=', id)
      .forShare('i')
      .forNoKeyUpdate('p')
      .executeTakeFirstOrThrow(notFound)
    refuseCompleted(before)
    const { verdict = before.verdict, note = before.note } = change
    const same = verdict === before.verdict && note === before.note
    return tx
      .updateTable('inspection_item')
      .set({ verdict, note, updated_at: same ? before.updated_at : now })
      .where('vessel_id', '=', before.vessel_id)
      .where('id', '=', id)
      .returning(itemColumns)
      .executeTakeFirstOrThrow()
  })
}

/**
 * Completes an inspection with its score and its report code. Throws conflict if it is completed already: of two parallel
 * requests, the second waits for the row lock and finds it completed.
 */
export function completeInspection(
  db: Db,
  ownerId: string,
  id: string,
  given: { engine_hours?: number; completed_at?: string },
  now: Date,
): Promise<InspectionDetailRow> {
  return inTransaction(db, async (tx) => {
    const before = await ownInspection(tx, ownerId, id)
      .forKeyShare('v')
      .forNoKeyUpdate('i')
      .executeTakeFirstOrThrow(notFound)
    refuseCompleted(before)
    const items = await itemsOf(tx, before)
    const hours = given.engine_hours ?? null
    const completed_at = enteredAt(given.completed_at, now, before.started_at)
    const score = inspectionScore(items.map(({ verdict }) => verdict))
    const row = await tx
      .updateTable('inspection')
      .set({ completed_at, score, engine_hours: hours, vir_code: makeVirCode() })
      .where('vessel_id', '=', before.vessel_id)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    if (hours !== null)
      await logHoursOf(tx, ownerId, row.vessel_id, { hours, source: 'inspection', logged_at: completed_at })
    return { inspection: inspectionOf(row), items }
  })
}

/**
 * How many safety points of each vessel are open: their last verdict in a completed inspection is not "operational", and no service
 * of the finding's task was logged. Vessels without one are left out.
 */
export async function openSafetyFindings(db: Db, vesselIds: readonly string[]): Promise<Map<string, number>> {
  if (vesselIds.length === 0) return new Map()
  const { rows } = await sql<{ vessel_id: string; open: number }>`
    select f.vessel_id, count(*)::integer as open from (
      select distinct on (p.vessel_id, p.template_item_id) p.vessel_id, p.id, p.verdict
      from inspection i
      join inspection_item p on p.vessel_id = i.vessel_id and p.inspection_id = i.id
      where i.vessel_id = any(${vesselIds}::uuid[]) and i.completed_at is not null
        and p.verdict is not null and p.template_item_id = any(${SAFETY_POINTS}::uuid[])
      order by p.vessel_id, p.template_item_id, i.completed_at desc, i.id desc
    ) f
    where f.verdict <> 'operational' and not exists (
      select from task t
      join service_log s on s.vessel_id = t.vessel_id and s.task_id = t.id
      where t.vessel_id = f.vessel_id and t.finding_id = f.id
    )
    group by f.vessel_id`.execute(db)
  return new Map(rows.map(({ vessel_id, open }) => [vessel_id, open]))
}

/** The score of each vessel's last completed inspection with a score. Vessels without one are left out. */
export async function lastScores(db: Db, vesselIds: readonly string[]): Promise<Map<string, number>> {
  if (vesselIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('inspection')
    .distinctOn('vessel_id')
    .select(['vessel_id', 'score'])
    .where('vessel_id', 'in', [...vesselIds])
    .where('score', 'is not', null)
    .orderBy('vessel_id')
    .orderBy('completed_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return new Map(rows.map(({ vessel_id, score }) => [vessel_id, score!]))
}
