import { csvText } from '@binnacle/contract/csv-text'
import type { SeriesName } from '../../telemetry/series.ts'
import type { Points } from '../columns.ts'

interface CsvSeries extends SeriesName {
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
      csvText(instance ?? ''),
      csvText(unit ?? ''),
      min[i],
      mean[i],
      max[i],
      last[i],
    ]),
  )
  return [HEAD, ...rows].map((row) => `${row.join(',')}\r\n`).join('')
}
