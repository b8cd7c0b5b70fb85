import { LIMITS, METRIC_NAMES, type Metric } from '@binnacle/contract'
import type { Settings } from './settings.ts'

export type ListedSource = NonNullable<Settings['sources']>[number]

/** What the owner chose on the page: one source of a series, or (null) that the plugin chooses. */
export interface SourceChoice {
  metric: Metric
  instance: string | null
  source: string | null
}

/** A longitude goes with its latitude; faults of all sources count. */
const UNCHOSEN = new Set<string>(['position_lon', 'fault_code'])

/** The metrics that the owner may choose a source for. */
export const CHOOSABLE: readonly Metric[] = METRIC_NAMES.filter((name) => !UNCHOSEN.has(name))

const MAX_SOURCE = 300

/** The choice that a request's body holds; undefined where it holds none. */
export function readSourceChoice(body: unknown): SourceChoice | undefined {
  const { metric, instance, source } = Object(body)
  const isChoice = CHOOSABLE.includes(metric) && isTextOrNull(instance) && isTextOrNull(source, MAX_SOURCE)
  return isChoice ? { metric, instance, source } : undefined
}

export const isTextOrNull = (value: unknown, maxLength: number = LIMITS.readingText.instance): value is string | null =>
  value === null || (typeof value === 'string' && value.trim() !== '' && value.length <= maxLength)

/**
 * The list of sources after the choice. A source takes the place of what was listed for the series. To leave the choice to the plugin
 * takes away what was listed for the series, else what was listed for all of its metric.
 */
export function withChoice(listed: readonly ListedSource[], choice: SourceChoice): ListedSource[] {
  const { metric, instance, source } = choice
  const isOwn = (one: ListedSource) => one.metric === metric && (one.instance?.trim() || null) === instance
  const others = listed.filter((one) => !isOwn(one))
  if (source !== null) return [...others, { metric, ...(instance !== null && { instance }), source }]
  return others.length < listed.length ? others : listed.filter((one) => one.metric !== metric || one.instance?.trim())
}
