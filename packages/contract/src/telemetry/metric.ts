import { oneOf } from '../common/schema.ts'
import { METRIC_NAMES, METRICS } from './metrics.ts'

export const metric = oneOf(
  METRIC_NAMES,
  `What was measured:\n\n${METRICS.map(({ metric, unit, meaning }) => `- \`${metric}\` (${unit}): ${meaning}`).join('\n')}`,
  { title: 'Metric' },
)
