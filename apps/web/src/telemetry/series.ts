import type { Series } from '@binnacle/contract'
import { METRIC_NAMES, type Metric } from '@binnacle/contract/metrics'

/** One line of readings: a metric and, where the boat has several of a kind, which one. */
export interface SeriesName {
  metric: Metric
  instance: string | null
}

/** The name of a series in an address: `engine_rpm:port`, `depth`. The instance is whatever the onboard device sent, colons too. */
export const seriesKey = ({ metric, instance }: SeriesName) => (instance === null ? metric : `${metric}:${instance}`)

/** The series of such a name; null when its metric is none. */
export function parseSeriesKey(key: string): SeriesName | null {
  const colon = key.indexOf(':')
  const metric = METRIC_NAMES.find((name) => name === (colon < 0 ? key : key.slice(0, colon)))
  return metric ? { metric, instance: colon < 0 ? null : key.slice(colon + 1) } : null
}

/** When a reading was true, ms. The service puts no reading later than its arrival. */
export const seenAt = ({ recorded_at }: Pick<Series, 'recorded_at'>) => Date.parse(recorded_at)
