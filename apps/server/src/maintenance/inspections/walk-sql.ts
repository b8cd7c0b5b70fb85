import type { InspectionSummary, Verdict } from '@binnacle/contract'
import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { InspectionPhotoTable, InspectionTable } from '../../db/schema/tables.ts'
import { notFound } from '../../http/errors.ts'
import { type InspectionItemRow, type InspectionRow, inspectionOf, ownInspection } from './sql.ts'

export type PhotoRow = Selectable<InspectionPhotoTable>
type Counts = Pick<InspectionSummary, 'points' | Verdict>
type SummaryRow = InspectionRow & Counts

/** The last finding at a point, in a completed inspection. */
interface PreviousRow {
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
  /** The tasks of its findings, by the id of the item. */
  tasks: ReadonlyMap<string, string>
}

/** The newest inspections with the number of their points by verdict. The caller has checked the owner. */
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

/** The owner's inspection with everything that its page shows. */
export async function walkOrNotFound(db: Db, ownerId: string, id: string): Promise<WalkRow> {
  const row = await ownInspection(db, ownerId, id).executeTakeFirstOrThrow(notFound)
  const of = { vessel_id: row.vessel_id, inspection_id: row.id }
  const [items, photos, previous, tasks] = await Promise.all([
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
    tasksOf(db, of),
  ])
  return { vesselId: row.vessel_id, inspection: inspectionOf(row), items, photos, previous, tasks }
}

async function tasksOf(db: Db, { vessel_id, inspection_id }: { vessel_id: string; inspection_id: string }) {
  const rows = await db
    .selectFrom('task as t')
    .innerJoin('inspection_item as p', (on) =>
      on.onRef('p.vessel_id', '=', 't.vessel_id').onRef('p.id', '=', 't.finding_id'),
    )
    .select(['t.id', 'p.id as item'])
    .where('t.vessel_id', '=', vessel_id)
    .where('p.inspection_id', '=', inspection_id)
    .execute()
  return new Map(rows.map(({ id, item }) => [item, id]))
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
