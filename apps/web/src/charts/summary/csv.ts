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

/** An onboard device names its instances as it likes: a name that a spreadsheet would take for a formula is marked as text. */
function field(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
