import type { HourSource, LogKind, ServiceLog } from '@binnacle/contract'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { isBehind, newestFirst, type Position, positionTime } from '../../http/values/time-cursor.ts'
import { type HourLogRow, hourEntry, hourLogColumns } from '../hour-meter/sql.ts'
import { titleKey } from '../tasks/title-key.ts'
import { type ServiceRow, service, serviceColumns } from './sql.ts'

/** An absent field does not filter. */
export interface LogFilter {
  kind?: LogKind
  /** Services that count for this task in the due feed: those with its task_id, and those without a task_id but with its title. */
  task?: string
  route?: ServiceLog['route']
  /** `from` is included, `until` is not. */
  time?: { from: Date; until: Date }
  search?: string
  withCost?: boolean
  /** Hour entries that belong to a service are listed, too. */
  allHours?: boolean
}

type Order = 'asc' | 'desc'

export type LogRow = { at: Date; id: string; position: Position; service_id: string | null } & (
  | { kind: 'service'; service_log: ServiceRow; engine_hour_log: null }
  | { kind: 'hours'; service_log: null; engine_hour_log: HourLogRow & { source: HourSource } }
)

const ALL = sql<boolean>`true`
const isWithin = (column: string, time: LogFilter['time']) =>
  time ? sql<boolean>`${sql.ref(column)} >= ${time.from} and ${sql.ref(column)} < ${time.until}` : ALL

const countsFor = (
  vesselId: string,
  task: string,
) => sql<boolean>`(task_id = ${task} or (task_id is null and title_key =
  (select t.title_key from task t where t.vessel_id = ${vesselId} and t.id = ${task})))`
const contains = (search: string) => {
  const key = titleKey(search)
  return sql<boolean>`(position(${key} in title_key) > 0 or position(${key} in note_key) > 0)`
}

async function services(
  db: Db,
  vesselId: string,
  filter: LogFilter,
  after: Position | null,
  limit: number,
  order: Order,
) {
  if (filter.kind === 'hours') return []
  const rows = await db
    .selectFrom('service_log')
    .select(serviceColumns)
    .select(positionTime(sql.ref('done_at')).as('time'))
    .where('vessel_id', '=', vesselId)
    .where(isBehind(sql.ref('done_at'), after, order))
    .where(isWithin('done_at', filter.time))
    .where(filter.task === undefined ? ALL : countsFor(vesselId, filter.task))
    .where(filter.route === undefined ? ALL : sql<boolean>`route = ${filter.route}`)
    .where(filter.search?.trim() ? contains(filter.search) : ALL)
    .where(filter.withCost ? sql<boolean>`cost is not null` : ALL)
    .orderBy('done_at', order)
    .orderBy('id', order)
    .limit(limit)
    .execute()
  return rows.map(({ time, ...row }): LogRow => {
    const position = { at: time, id: row.id }
    return {
      kind: 'service',
      position,
      at: row.done_at,
      id: row.id,
      service_log: service(row),
      engine_hour_log: null,
      service_id: null,
    }
  })
}

/**
 * Filters for fields that only services have exclude all hour entries. An entry that belongs to a service is listed only with
 * kind=hours.
 */
async function hourEntries(
  db: Db,
  vesselId: string,
  filter: LogFilter,
  after: Position | null,
  limit: number,
  order: Order,
) {
  const { kind, task, route, search } = filter
  if (kind === 'service' || task !== undefined || route !== undefined || search?.trim()) return []
  const rows = await db
    .selectFrom('engine_hour_log')
    .select([...hourLogColumns, 'service_id'])
    .select(positionTime(sql.ref('logged_at')).as('time'))
    .where('vessel_id', '=', vesselId)
    .where(isBehind(sql.ref('logged_at'), after, order))
    .where(isWithin('logged_at', filter.time))
    .where(kind === 'hours' || filter.allHours ? ALL : sql<boolean>`service_id is null`)
    .where(filter.withCost ? sql<boolean>`fuel_cost is not null` : ALL)
    .orderBy('logged_at', order)
    .orderBy('id', order)
    .limit(limit)
    .execute()
  return rows.map(({ time, service_id, ...row }): LogRow => {
    const position = { at: time, id: row.id }
    return {
      kind: 'hours',
      position,
      at: row.logged_at,
      id: row.id,
      service_log: null,
      engine_hour_log: hourEntry(row),
      service_id,
    }
  })
}

/**
 * A page of services and hour entries as one list, newest first unless the order says otherwise, after a position (null: the
 * first page), and the position of the next page (null: the last page). Each table is read along its own index. The caller has
 * checked the owner.
 */
export async function logPage(
  db: Db,
  vesselId: string,
  filter: LogFilter,
  after: Position | null,
  limit: number,
  order: Order = 'desc',
): Promise<{ entries: LogRow[]; next: Position | null }> {
  const [done, read] = await Promise.all([
    services(db, vesselId, filter, after, limit + 1, order),
    hourEntries(db, vesselId, filter, after, limit + 1, order),
  ])
  const sign = order === 'desc' ? 1 : -1
  const entries = [...done, ...read].sort((a, b) => sign * newestFirst(a.position, b.position))
  return { entries: entries.slice(0, limit), next: entries.length > limit ? entries[limit - 1]!.position : null }
}

const EXPORT_PAGE = 500

/** All entries. Reads the next page when the caller has taken the last one. */
export async function* wholeLog(db: Db, vesselId: string, filter: LogFilter): AsyncGenerator<LogRow> {
  let after: Position | null = null
  do {
    const page = await logPage(db, vesselId, filter, after, EXPORT_PAGE)
    yield* page.entries
    after = page.next
  } while (after)
}
