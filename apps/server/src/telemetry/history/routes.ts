import { Readable } from 'node:stream'
import * as contract from '@binnacle/contract'
import type { Database } from '../../db/database.ts'
import type { Call, Handle } from '../../http/route/register.ts'
import { askedSpan, isPaged } from '../../http/values/asked-span.ts'
import { BOM, csvLine } from '../../http/values/csv.ts'
import { AtOnce } from '../../limits/at-once.ts'
import { vesselOrNotFound } from '../../vessels/sql.ts'
import { newestReadings } from '../read/read-sql.ts'
import { CSV_COLUMNS, csvCells } from './csv.ts'
import { type Entry, history, type Part } from './history-sql.ts'
import { cursorOf, parseCursor } from './position.ts'
import { seriesOf } from './series.ts'

type Query = contract.QueryOf<typeof contract.readTelemetry>

/** A vessel's readings: the newest, page by page, or all as a file. */
export function historyRoutes(handle: Handle, database: Database): void {
  const { db } = database
  const downloads = new AtOnce(contract.LIMITS.downloadsAtOnce)

  handle(contract.readTelemetry, async ({ caller, params, query }) => {
    const { id } = await vesselOrNotFound(db, caller.id, params.id)
    const metric = metricOf(query)
    const limit = query.limit ?? contract.LIMITS.readingsPerRead.default
    const part = partOf(id, query)
    if (isPaged(query)) return part ? page(database, part, limit) : { readings: [], next: null }
    return { readings: metric === undefined ? [] : await newestReadings(database, id, limit, metric) }
  })

  handle(contract.listSeries, async ({ caller, params }) => {
    const { id } = await vesselOrNotFound(db, caller.id, params.id)
    return { series: await seriesOf(database, id) }
  })

  type Whole = typeof contract.exportTelemetryCsv | typeof contract.exportTelemetryNdjson
  const whole = async ({ caller, params, query }: Pick<Call<Whole>, 'caller' | 'params' | 'query'>) => {
    const { id } = await vesselOrNotFound(db, caller.id, params.id)
    return partOf(id, { ...query, order: 'asc' })
  }

  handle(contract.exportTelemetryCsv, async (call) => {
    const part = await whole(call)
    return downloads.begin(call.caller.id, call.reply.raw, () => {
      call.reply.type('text/csv; charset=utf-8').header('content-disposition', 'attachment; filename="telemetry.csv"')
      return Readable.from(lines(database, part, BOM + csvLine(CSV_COLUMNS), (entry) => csvLine(csvCells(entry))))
    })
  })

  handle(contract.exportTelemetryNdjson, async (call) => {
    const part = await whole(call)
    return downloads.begin(call.caller.id, call.reply.raw, () => {
      call.reply
        .type('application/x-ndjson; charset=utf-8')
        .header('content-disposition', 'attachment; filename="telemetry.ndjson"')
      return Readable.from(lines(database, part, '', ({ reading }) => `${JSON.stringify(reading)}\n`))
    })
  })
}

/** null: all of them; undefined: none, as the name is no metric's. */
function metricOf({ metric: name }: Query): Part['metric'] | undefined {
  if (name === undefined) return null
  const bit = contract.metricBit(name)
  return bit === 0 ? undefined : { bit, name }
}

/** null where nothing can be in it. */
function partOf(vesselId: string, query: Query): Part | null {
  const span = askedSpan(query)
  const after = query.cursor === undefined ? null : parseCursor(query.cursor)
  const metric = metricOf(query)
  return metric === undefined ? null : { vesselId, ...span, order: query.order ?? 'desc', metric, after }
}

async function page(database: Database, part: Part, limit: number) {
  const entries: Entry[] = []
  for await (const some of history(database, part)) {
    entries.push(...some.slice(0, limit + 1 - entries.length))
    if (entries.length > limit) break
  }
  const shown = entries.slice(0, limit)
  return {
    readings: shown.map(({ reading }) => reading),
    next: entries.length > limit ? cursorOf(shown.at(-1)!) : null,
  }
}

async function* lines(
  database: Database,
  part: Part | null,
  head: string,
  line: (entry: Entry) => string,
): AsyncGenerator<string> {
  if (head) yield head
  if (part) for await (const some of history(database, part)) yield some.map(line).join('')
}
