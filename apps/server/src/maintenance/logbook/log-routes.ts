import { Readable } from 'node:stream'
import * as contract from '@binnacle/contract'
import type { Db } from '../../db/database.ts'
import type { Handle } from '../../http/route/register.ts'
import { cursorOf, parseCursor } from '../../http/values/time-cursor.ts'
import { requireTimeZone } from '../../http/values/time-zone.ts'
import { vesselOrNotFound } from '../../vessels/sql.ts'
import { yearIn } from '../year.ts'
import { LOG_CSV_HEAD, logCsvLine } from './csv.ts'
import { type LogFilter, type LogRow, logPage, wholeLog } from './log-sql.ts'

/** Services and hour entries as one list, in pages or as CSV. */
export function logRoutes(handle: Handle, db: Db): void {
  handle(contract.getLog, async ({ caller, params, query }) => {
    const { id } = await vesselOrNotFound(db, caller.id, params.id)
    const after = query.after === undefined ? null : parseCursor(query.after, 'after')
    const page = await logPage(db, id, filterOf(query), after, query.limit!)
    return { entries: page.entries.map(shown), next: page.next && cursorOf(page.next) }
  })

  handle(contract.exportLog, async ({ caller, params, query, reply }) => {
    const { id } = await vesselOrNotFound(db, caller.id, params.id)
    const rows = csv(wholeLog(db, id, filterOf(query)))
    reply.type('text/csv; charset=utf-8').header('content-disposition', 'attachment; filename="logbook.csv"')
    return Readable.from(rows)
  })
}

function filterOf(query: contract.QueryOf<typeof contract.exportLog>): LogFilter {
  const { kind, task, route, search, year } = query
  const time = year === undefined ? undefined : yearIn(year, requireTimeZone(query))
  return { kind, task, route, search, time, withCost: query.with_cost === 'true' }
}

const shown = ({ position: _position, ...entry }: LogRow) => entry

async function* csv(rows: AsyncIterable<LogRow>): AsyncGenerator<string> {
  yield LOG_CSV_HEAD
  for await (const row of rows) yield logCsvLine(row)
}
