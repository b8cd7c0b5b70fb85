import type { BodyOf, changeAlarmRule, createAlarmRule, Metric, RuleKind } from '@binnacle/contract'
import { kindOfRule } from '@binnacle/contract'
import { metricOf, valuesOf } from '@binnacle/contract/alarm-limit'
import { invalid } from '../../http/errors.ts'

type NewRule = BodyOf<typeof createAlarmRule>
type Change = BodyOf<typeof changeAlarmRule>

/** Refuses a new rule that could never be judged. Throws invalid_request. */
export function requireComplete({ kind, metric, limit, lat, lon, camera_id }: NewRule): void {
  const wanted = metricOf(kind)
  if (wanted === null && metric !== undefined) throw invalid('/metric must be absent')
  if (wanted !== null && metric === undefined) throw invalid('/metric is required')
  if (wanted === 'any' && metric === 'fault_code') throw invalid('/metric must have numbers')
  if (wanted !== 'any' && wanted !== null && metric !== wanted) throw invalid(`/metric must be ${wanted}`)
  if (kindOfRule(kind).limit !== null && limit === undefined) throw invalid('/limit is required')
  if (kind === 'outside' && lat === undefined) throw invalid('/lat is required')
  if (kind === 'outside' && lon === undefined) throw invalid('/lon is required')
  requireFieldsOfKind(kind, metric ?? null, { limit, lat, lon, camera_id })
}

/**
 * Refuses fields that the kind never looks at, and limits with which a rule would always be broken, or begin and end with each
 * reading. Throws invalid_request.
 */
export function requireFieldsOfKind(
  kind: RuleKind,
  metric: Metric | null,
  { limit, lat, lon, applies, camera_id }: Change,
): void {
  const { limit: unit, range = valuesOf(metric), judgedBy } = kindOfRule(kind)
  if (unit === null && limit !== undefined) throw invalid('/limit must be absent')
  if (limit !== undefined && limit < range[0]) throw invalid(`/limit must be at least ${range[0]}`)
  if (limit !== undefined && limit > range[1]) throw invalid(`/limit must be at most ${range[1]}`)
  if (kind !== 'outside' && lat !== undefined) throw invalid('/lat must be absent')
  if (kind !== 'outside' && lon !== undefined) throw invalid('/lon must be absent')
  if (judgedBy === 'clock' && camera_id) throw invalid('/camera_id must be absent')
  if (kind === 'hours_stuck' && applies !== undefined && applies !== 'engine_running')
    throw invalid('/applies must be engine_running')
}
