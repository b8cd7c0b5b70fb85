import { randomUUIDv7 } from 'node:crypto'
import type { Verdict } from '@binnacle/contract'
import type { Selectable } from 'kysely'
import type { Db } from '../db/database.ts'
import { inTransaction } from '../db/in-transaction.ts'
import type { InspectionItemTable, InspectionTable } from '../db/tables.ts'
import { holdVessel } from '../vessels/sql.ts'
import { logHoursOf } from './hour-meter-sql.ts'
import { inspectionScore } from './score.ts'
import { makeVirCode } from './vir-code.ts'

const itemColumns = ['id', 'template_item_id', 'verdict', 'note', 'updated_at'] as const

export type InspectionItemRow = Pick<Selectable<InspectionItemTable>, (typeof itemColumns)[number]>
export type InspectionRow = Omit<Selectable<InspectionTable>, 'vessel_id'> & { status: 'in_progress' | 'completed' }
export interface InspectionDetailRow {
  inspection: InspectionRow
  items: InspectionItemRow[]
}

/** The row, with whatever else it has, as the contract shows it. */
export function inspectionOf<R extends Selectable<InspectionTable>>({ vessel_id: _vessel, ...row }: R) {
  return { ...row, status: row.completed_at ? ('completed' as const) : ('in_progress' as const) }
}

/** The inspections, newest first. The caller has made sure whose vessel it is. */
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

/** The account's inspection of this id. */
export const ownInspection = (db: Db, ownerId: string, id: string) =>
  db
    .selectFrom('inspection as i')
    .innerJoin('vessel as v', 'v.id', 'i.vessel_id')
    .selectAll('i')
    .where('v.owner_id', '=', ownerId)
    .where('i.id', '=', id)

/** The account's inspection with its items in the order of the checklist. */
export async function findInspection(db: Db, ownerId: string, id: string): Promise<InspectionDetailRow | null> {
  const row = await ownInspection(db, ownerId, id).executeTakeFirst()
  return row ? { inspection: inspectionOf(row), items: await itemsOf(db, row) } : null
}

const itemsOf = (db: Db, of: { vessel_id: string; id: string }): Promise<InspectionItemRow[]> =>
  db
    .selectFrom('inspection_item')
    .select(itemColumns)
    .where('vessel_id', '=', of.vessel_id)
    .where('inspection_id', '=', of.id)
    .orderBy('position')
    .execute()

/** Begins an inspection of these points of the templates, in this order; null when the account has no such vessel. */
export function insertInspection(
  db: Db,
  ownerId: string,
  vesselId: string,
  points: readonly string[],
  now: Date,
): Promise<InspectionDetailRow | null> {
  return inTransaction(db, async (tx) => {
    if (!(await holdVessel(tx, ownerId, vesselId))) return null
    const row = await tx
      .insertInto('inspection')
      .values({ vessel_id: vesselId, id: randomUUIDv7(), started_at: now })
      .returningAll()
      .executeTakeFirstOrThrow()
    const items = points.map((template_item_id, position) => ({
      vessel_id: vesselId,
      inspection_id: row.id,
      id: randomUUIDv7(),
      position,
      template_item_id,
      updated_at: now,
    }))
    if (items.length > 0) await tx.insertInto('inspection_item').values(items).execute()
    return { inspection: inspectionOf(row), items: await itemsOf(tx, row) }
  })
}

export interface ItemChange {
  verdict?: Verdict | null
  note?: string | null
}

/**
 * Judges one point: sets what is given. Null when the account has no such item, conflict when its inspection is finished.
 * The lock on the inspection makes it wait for a completion under way, and a completion wait for it.
 */
export function changeItem(
  db: Db,
  ownerId: string,
  id: string,
  change: ItemChange,
  now: Date,
): Promise<InspectionItemRow | 'conflict' | null> {
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
      .executeTakeFirst()
    if (!before) return null
    if (before.completed_at) return 'conflict'
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
 * Finishes an inspection with its score and its report code; null when the account has no such inspection, conflict when
 * it is finished already. Of two at once the second waits for the row and finds it finished.
 */
export function completeInspection(
  db: Db,
  ownerId: string,
  id: string,
  hours: number | null,
  now: Date,
): Promise<InspectionDetailRow | 'conflict' | null> {
  return inTransaction(db, async (tx) => {
    const before = await ownInspection(tx, ownerId, id).forKeyShare('v').forNoKeyUpdate('i').executeTakeFirst()
    if (!before) return null
    if (before.completed_at) return 'conflict'
    const items = await itemsOf(tx, before)
    const score = inspectionScore(items.map(({ verdict }) => verdict))
    const row = await tx
      .updateTable('inspection')
      .set({ completed_at: now, score, engine_hours: hours, vir_code: makeVirCode() })
      .where('vessel_id', '=', before.vessel_id)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    if (hours !== null) await logHoursOf(tx, ownerId, row.vessel_id, { hours, source: 'inspection', logged_at: now })
    return { inspection: inspectionOf(row), items }
  })
}

/** The score of each vessel's last finished inspection in which anything was judged; vessels without one are left out. */
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
