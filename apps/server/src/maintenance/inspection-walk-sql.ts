import type { InspectionSummary, Verdict } from '@binnacle/contract'
import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { InspectionPhotoTable, InspectionTable } from '../db/tables.ts'
import { type InspectionItemRow, type InspectionRow, inspectionOf, ownInspection } from './inspection-sql.ts'

export type PhotoRow = Selectable<InspectionPhotoTable>
type Counts = Pick<InspectionSummary, 'points' | Verdict>
export type SummaryRow = InspectionRow & Counts

/** What was found at a point in the last finished inspection in which it was judged. */
export interface PreviousRow {
  template_item_id: string
  verdict: Verdict
  note: string | null
  completed_at: Date
}

export interface WalkRow {
  vesselId: string
  inspection: InspectionRow
  items: InspectionItemRow[]
  photos: PhotoRow[]
  previous: PreviousRow[]
}

/** The newest inspections with the number of their points by verdict. The caller has made sure whose vessel it is. */
export async function summariseInspections(db: Db, vesselId: string, limit: number): Promise<SummaryRow[]> {
  const { rows } = await sql<Selectable<InspectionTable> & Counts>`
    select i.*, p.* from (
      select * from inspection where vessel_id = ${vesselId} order by started_at desc, id desc limit ${limit}
    ) i
    cross join lateral (
      select count(*)::integer as points,
        (count(*) filter (where verdict = 'operational'))::integer as operational,
        (count(*) filter (where verdict = 'attention'))::integer as attention,
        (count(*) filter (where verdict = 'non_operational'))::integer as non_operational
      from inspection_item p where p.vessel_id = i.vessel_id and p.inspection_id = i.id
    ) p
    order by i.started_at desc, i.id desc`.execute(db)
  return rows.map(inspectionOf)
}

/** The account's inspection with all that its page shows; null when it has no such one. */
export async function findWalk(db: Db, ownerId: string, id: string): Promise<WalkRow | null> {
  const row = await ownInspection(db, ownerId, id).executeTakeFirst()
  if (!row) return null
  const of = { vessel_id: row.vessel_id, inspection_id: row.id }
  const [items, photos, previous] = await Promise.all([
    db
      .selectFrom('inspection_item')
      .select(['id', 'template_item_id', 'verdict', 'note', 'updated_at'])
      .where((where) => where.and(of))
      .orderBy('position')
      .execute(),
    db
      .selectFrom('inspection_photo')
      .selectAll()
      .where((where) => where.and(of))
      .orderBy('id')
      .execute(),
    previousFindings(db, row),
  ])
  return { vesselId: row.vessel_id, inspection: inspectionOf(row), items, photos, previous }
}

async function previousFindings(db: Db, before: { vessel_id: string; started_at: Date }): Promise<PreviousRow[]> {
  const { rows } = await sql<PreviousRow>`
    select distinct on (p.template_item_id) p.template_item_id, p.verdict, p.note, i.completed_at
    from inspection i
    join inspection_item p on p.vessel_id = i.vessel_id and p.inspection_id = i.id
    where i.vessel_id = ${before.vessel_id} and i.completed_at is not null and i.started_at < ${before.started_at}
      and p.verdict is not null and p.template_item_id is not null
    order by p.template_item_id, i.completed_at desc, i.id desc`.execute(db)
  return rows
}
