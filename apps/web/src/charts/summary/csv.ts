import type { SeriesName } from '../../telemetry/series.ts'
import type { Points } from '../columns.ts'

export interface CsvSeries extends SeriesName {
  unit: string | null
  points: Points
}

const HEAD = ['time', 'metric', 'instance', 'unit', 'min', 'mean', 'max', 'last']

/** The buckets of some series as RFC 4180, a row a bucket, values in the unit that was sent. Times are UTC. */
export function toCsv(series: readonly CsvSeries[]): string {
  const rows = series.flatMap(({ metric, instance, unit, points: [at, min, max, mean, last] }) =>
    at.map((time, i) => [
      new Date(time).toISOString(),
      metric,
      field(instance ?? ''),
      field(unit ?? ''),
      min[i],
      mean[i],
      max[i],
      last[i],
    ]),
  )
  return [HEAD, ...rows].map((row) => `${row.join(',')}\r\n`).join('')
}

/**
 * An onboard device names its instances as it likes: what a spreadsheet would take for a formula is marked as text, also behind what
 * another one takes for the end of a cell (as in apps/server/src/http/values/csv.ts).
 */
function field(text: string): string {
  const safe = text.replace(/(^|[;\t\r\n])(?=[=+\-@\t\r＝＋－＠])/g, "$1'")
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
