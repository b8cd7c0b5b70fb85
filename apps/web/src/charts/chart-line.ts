import type { Series, TelemetryRange } from '@binnacle/contract'
import type { Format } from '../format/format.ts'
import { isPlausible } from '../telemetry/plausible.ts'
import type { SeriesName } from '../telemetry/series.ts'
import { isOwnUnit } from '../telemetry/use-reading.ts'
import { type Line, toLine } from './columns.ts'

/** A series that is shown, with what is known of it. */
export interface ChartLine extends SeriesName {
  /** As the onboard device sends it; null: the metric's own. */
  sentUnit: string | null
  /** The reader's. */
  unit: string
  digits: number
  convert: (value: number) => number
  isPlausible: (value: number) => boolean
  /** null while it is loaded for the first time. */
  range: TelemetryRange | null
  /** Ready to be drawn. */
  line: Line | null
}

/** @param sentUnit the unit of the newest reading, which stands for all of its series */
export function chartLine(
  name: SeriesName,
  sentUnit: Series['unit'],
  display: Format['display'],
  range: TelemetryRange | null,
): ChartLine {
  const { unit, digits, convert } = display(name.metric, sentUnit)
  const own = isOwnUnit({ metric: name.metric, unit: sentUnit })
  const possible = (value: number) => isPlausible(name.metric, value, own)
  const line = range && toLine(range.points, range.gap_ms, possible, convert)
  return { ...name, sentUnit, unit, digits, convert, isPlausible: possible, range, line }
}
