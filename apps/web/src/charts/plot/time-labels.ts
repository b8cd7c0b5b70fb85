import type { Format } from '../../format/format.ts'

type Words = Pick<Format, 'time' | 'timeSeconds' | 'dayMonth' | 'monthShort' | 'year'>

const MINUTE_S = 60
const DAY_S = 86_400
const MONTH_S = 28 * DAY_S
const YEAR_S = 365 * DAY_S

/**
 * What stands under the ticks of a time axis: the finer unit, and in a second line the coarser one wherever it changes.
 * @param ticks seconds since 1970, `step` seconds apart
 */
export function timeLabels(ticks: readonly number[], step: number, format: Words): string[] {
  const [fine, coarse] = unitsOf(step, format)
  let before: string | undefined
  return ticks.map((tick) => {
    const line = coarse?.(tick * 1000)
    const label = line === undefined || line === before ? fine(tick * 1000) : `${fine(tick * 1000)}\n${line}`
    before = line
    return label
  })
}

type Write = (at: number) => string

function unitsOf(step: number, format: Words): [fine: Write, coarse?: Write] {
  if (step >= YEAR_S) return [format.year]
  if (step >= MONTH_S) return [format.monthShort, format.year]
  if (step >= DAY_S) return [format.dayMonth, format.year]
  return [step < MINUTE_S ? format.timeSeconds : format.time, format.dayMonth]
}
