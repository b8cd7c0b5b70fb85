import { BOM, csvLine } from '../../http/values/csv.ts'
import type { LogRow } from './log-sql.ts'

const COLUMNS = [
  'date',
  'kind',
  'title',
  'engine_hours',
  'cost',
  'currency',
  'route',
  'note',
  'fuel_litres',
  'source',
  'id',
]

export const LOG_CSV_HEAD = BOM + csvLine(COLUMNS)

/** An entry as a CSV line. Times are in UTC; amounts have a decimal point. */
export function logCsvLine({ kind, at, id, service_log: done, engine_hour_log: read }: LogRow): string {
  const time = at.toISOString()
  if (kind === 'service') {
    const { title, engine_hours, cost, currency, route, note } = done
    return csvLine([time, kind, title, engine_hours, cost, currency, route, note, null, null, id])
  }
  const { hours, fuel_cost, currency, litres, source } = read
  return csvLine([time, kind, null, hours, fuel_cost, currency, null, null, litres, source, id])
}
