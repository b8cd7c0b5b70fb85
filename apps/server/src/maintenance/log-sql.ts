import type { HourSource, LogKind } from '@binnacle/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { type HourLogRow, hourEntry, hourLogColumns } from './hour-meter-sql.ts'
import { newestFirst, type Place } from './log-place.ts'
import { type ServiceRow, service, serviceColumns } from './logbook-sql.ts'
import { titleKey } from './title-key.ts'

/** Which entries are wanted; what is absent does not matter. */
export interface LogFilter {
  kind?: LogKind
  /** Services that count for this task in the due feed: that name it, or name none and have its title. */
  task?: string
  route?: 'diy' | 'supplier'
  /** From the first to before the second. */
  time?: { from: Date; until: Date }
  search?: string
  withCost?: boolean
}

export type LogRow = { at: Date; id: string; place: Place; service_id: string | null } & (
  | { kind: 'service'; service_log: ServiceRow; engine_hour_log: null }
  | { kind: 'hours'; service_log: null; engine_hour_log: HourLogRow & { source: HourSource } }
)

const MICROSECONDS = 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'
const timeOf = (column: string): RawBuilder<string> =>
  sql<string>`to_char(${sql.ref(column)} at time zone 'UTC', ${sql.lit(MICROSECONDS)})`

const ALL = sql<boolean>`true`
const isAfter = (column: string, after: Place | null) =>
  after ? sql<boolean>`(${sql.ref(column)}, id) < (${after.at}::timestamptz, ${after.id}::uuid)` : ALL
const isWithin = (column: string, time: LogFilter['time']) =>
  time ? sql<boolean>`${sql.ref(column)} >= ${time.from} and ${sql.ref(column)} < ${time.until}` : ALL

const countsFor = (
  vesselId: string,
  task: string,
) => sql<boolean>`(task_id = ${task} or (task_id is null and title_key =
  (select t.title_key from task t where t.vessel_id = ${vesselId} and t.id = ${task})))`
const holds = (search: string) => {
  const key = titleKey(search)
  return sql<boolean>`(position(${key} in title_key) > 0 or position(${key} in note_key) > 0)`
}

async function services(db: Db, vesselId: string, filter: LogFilter, after: Place | null, limit: number) {
  if (filter.kind === 'hours') return []
  const rows = await db
    .selectFrom('service_log')
    .select(serviceColumns)
    .select(timeOf('done_at').as('time'))
    .where('vessel_id', '=', vesselId)
    .where(isAfter('done_at', after))
    .where(isWithin('done_at', filter.time))
    .where(filter.task === undefined ? ALL : countsFor(vesselId, filter.task))
    .where(filter.route === undefined ? ALL : sql<boolean>`route = ${filter.route}`)
    .where(filter.search?.trim() ? holds(filter.search) : ALL)
    .where(filter.withCost ? sql<boolean>`cost is not null` : ALL)
    .orderBy('done_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ time, ...row }): LogRow => {
    const place = { at: time, id: row.id }
    return {
      kind: 'service',
      place,
      at: row.done_at,
      id: row.id,
      service_log: service(row),
      engine_hour_log: null,
      service_id: null,
    }
  })
}

/** What only a service has, an hour entry does not match. One that came with a service is seen there, unless hours are asked for. */
async function hourEntries(db: Db, vesselId: string, filter: LogFilter, after: Place | null, limit: number) {
  const { kind, task, route, search } = filter
  if (kind === 'service' || task !== undefined || route !== undefined || search?.trim()) return []
  const rows = await db
    .selectFrom('engine_hour_log')
    .select([...hourLogColumns, 'service_id'])
    .select(timeOf('logged_at').as('time'))
    .where('vessel_id', '=', vesselId)
    .where(isAfter('logged_at', after))
    .where(isWithin('logged_at', filter.time))
    .where(kind === 'hours' ? ALL : sql<boolean>`service_id is null`)
    .where(filter.withCost ? sql<boolean>`fuel_cost is not null` : ALL)
    .orderBy('logged_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ time, service_id, ...row }): LogRow => {
    const place = { at: time, id: row.id }
    return {
      kind: 'hours',
      place,
      at: row.logged_at,
      id: row.id,
      service_log: null,
      engine_hour_log: hourEntry(row),
      service_id,
    }
  })
}

/**
 * A page of services and hour entries as one list, newest first, after a place in it (null: from the top), and the place of
 * the next page; null on the last. Each half is read along its own index. The caller has made sure whose vessel it is.
 */
export async function logPage(
  db: Db,
  vesselId: string,
  filter: LogFilter,
  after: Place | null,
  limit: number,
): Promise<{ entries: LogRow[]; next: Place | null }> {
  const [done, read] = await Promise.all([
    services(db, vesselId, filter, after, limit + 1),
    hourEntries(db, vesselId, filter, after, limit + 1),
  ])
  const entries = [...done, ...read].sort((a, b) => newestFirst(a.place, b.place))
  return { entries: entries.slice(0, limit), next: entries.length > limit ? entries[limit - 1]!.place : null }
}

const EXPORT_PAGE = 500

/** Every entry, read page by page while they are taken. */
export async function* wholeLog(db: Db, vesselId: string, filter: LogFilter): AsyncGenerator<LogRow> {
  let after: Place | null = null
  do {
    const page = await logPage(db, vesselId, filter, after, EXPORT_PAGE)
    yield* page.entries
    after = page.next
  } while (after)
}
