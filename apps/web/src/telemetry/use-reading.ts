import type { Series } from '@binnacle/contract'
import { METRICS } from '@binnacle/contract/metrics'
import type { Shown } from '../format/format.ts'
import { useFormat } from '../format/use-format.ts'
import { useTexts } from '../texts/use-texts.ts'
import { useNow } from '../ui/clock.ts'
import { isPlausible } from './plausible.ts'
import { seenAt } from './series.ts'
import { isStale } from './staleness.ts'

/** A reading as it is shown. */
export interface ReadingShown {
  shown: Shown
  /** "Old: 3 hours ago", or how long ago. */
  age: string
  stale: boolean
  impossible: boolean
}

/** Whether an onboard device sent a value in the metric's own unit, or in none, which means the same. */
export const isOwnUnit = ({ metric, unit }: Pick<Series, 'metric' | 'unit'>) =>
  unit === null || METRICS.some((m) => m.metric === metric && m.unit.toLowerCase() === unit.toLowerCase())

/** A reading in the reader's words and units, with its age. */
export function useReading(series: Series): ReadingShown {
  const format = useFormat()
  const { telemetry } = useTexts()
  const now = useNow()
  const { metric, value, unit, text_value } = series
  const ago = format.ago(seenAt(series), now)
  const stale = isStale(metric, seenAt(series), now)
  const none: Shown = { value: text_value ?? '–', unit: '', text: text_value ?? '–' }
  return {
    shown: value === null ? none : format.metric(metric, value, unit),
    age: stale ? telemetry.old(ago) : ago,
    stale,
    impossible: value !== null && !isPlausible(metric, value, isOwnUnit(series)),
  }
}
