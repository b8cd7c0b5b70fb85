import { Readable } from 'node:stream'
import * as contract from '@binnacle/contract'
import type { Db } from '../db/database.ts'
import { ApiError, found } from '../http/errors.ts'
import type { On } from '../http/register.ts'
import { findVessel } from '../vessels/sql.ts'
import { sumCosts } from './costs.ts'
import { costEntries } from './costs-sql.ts'
import { meterLine } from './hours-sql.ts'
import { LOG_CSV_HEAD, logCsvLine } from './log-csv.ts'
import { parsePlace, placeText } from './log-place.ts'
import { type LogFilter, type LogRow, logPage, wholeLog } from './log-sql.ts'
import { changeHours, changeService, deleteHours, deleteService } from './mend-sql.ts'
import { usageOf } from './usage.ts'
import { patterns } from './usage-sql.ts'
import { isTimeZone, yearIn, yearsOf } from './year.ts'

/** The app's logbook: by pages, as a table, as sums; and mending what is in it. */
export function logRoutes(on: On, db: Db): void {
  readRoutes(on, db)
  mendRoutes(on, db)
}

function timeZoneOf({ time_zone = 'UTC' }: { time_zone?: string }): string {
  if (isTimeZone(time_zone)) return time_zone
  throw new ApiError('invalid_request', '/time_zone must be the name of a time zone such as Europe/Berlin')
}

function filterOf(query: contract.QueryOf<typeof contract.exportLog>): LogFilter {
  const { kind, task, route, search, year } = query
  const time = year === undefined ? undefined : yearIn(year, timeZoneOf(query))
  return { kind, task, route, search, time, withCost: query.with_cost === 'true' }
}

function placeOf(cursor: string | undefined) {
  if (cursor === undefined) return null
  const place = parsePlace(cursor)
  if (!place) throw new ApiError('invalid_request', '/after must be `next` of the page before')
  return place
}

const shown = ({ place: _place, ...entry }: LogRow) => entry

async function* csv(rows: AsyncIterable<LogRow>): AsyncGenerator<string> {
  yield LOG_CSV_HEAD
  for await (const row of rows) yield logCsvLine(row)
}

function readRoutes(on: On, db: Db): void {
  on(contract.getLog, async ({ caller, params, query }) => {
    const { id } = found(await findVessel(db, caller.id, params.id))
    const page = await logPage(db, id, filterOf(query), placeOf(query.after), query.limit!)
    return { entries: page.entries.map(shown), next: page.next && placeText(page.next) }
  })

  on(contract.exportLog, async ({ caller, params, query, reply }) => {
    const { id } = found(await findVessel(db, caller.id, params.id))
    const rows = csv(wholeLog(db, id, filterOf(query)))
    reply.type('text/csv; charset=utf-8').header('content-disposition', 'attachment; filename="logbook.csv"')
    return Readable.from(rows)
  })

  on(contract.getLogCosts, async ({ caller, params, query }) => {
    const { id } = found(await findVessel(db, caller.id, params.id))
    const yearOf = yearsOf(timeZoneOf(query))
    return { sums: sumCosts(await costEntries(db, id), yearOf) }
  })

  on(contract.getHours, async ({ caller, params, now }) => {
    const { id, engine_hours } = found(await findVessel(db, caller.id, params.id))
    const [readings, used] = await Promise.all([meterLine(db, id), patterns(db, [id], now)])
    const pattern = used.get(id) ?? null
    return { engine_hours, usage: pattern && usageOf(pattern), readings }
  })
}

function mendRoutes(on: On, db: Db): void {
  on(contract.changeService, async ({ caller, params, body }) => ({
    service_log: found(await changeService(db, caller.id, params.id, serviceFields(body))),
  }))

  on(contract.deleteService, async ({ caller, params }) => {
    found((await deleteService(db, caller.id, params.id)) || null)
    return { removed: true }
  })

  on(contract.changeHours, async ({ caller, params, body }) => {
    const changed = found(await changeHours(db, caller.id, params.id, hourFields(body)))
    if (changed === 'conflict') throw new ApiError(changed)
    return changed
  })

  on(contract.deleteHours, async ({ caller, params }) => {
    const deleted = found(await deleteHours(db, caller.id, params.id))
    if (deleted === 'conflict') throw new ApiError(deleted)
    return { removed: true }
  })
}

/** The given ones of these fields, and nothing else that the body may hold. */
function only<T extends object, K extends keyof T>(body: T, fields: readonly K[]): Pick<T, K> {
  const given = fields.filter((field) => body[field] !== undefined)
  return Object.fromEntries(given.map((field) => [field, body[field]])) as Pick<T, K>
}

const serviceFields = (body: contract.BodyOf<typeof contract.changeService>) =>
  only(body, ['title', 'done_at', 'engine_hours', 'cost', 'currency', 'route', 'note', 'task_id'])

const hourFields = (body: contract.BodyOf<typeof contract.changeHours>) =>
  only(body, ['hours', 'litres', 'fuel_cost', 'currency', 'logged_at'])
