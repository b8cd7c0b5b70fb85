import { parseSeriesKey } from '../telemetry/series.ts'
import { clamp, PRESETS, type Preset, type Window } from './range/window.ts'

/** What the charts show, as it stands in the address. `from` and `to` (RFC 3339) go before `range`. */
interface ChartSearch {
  series?: string[]
  range?: Preset
  from?: string
  to?: string
}

/** As many lines as can be told apart. */
export const MAX_SERIES = 20

/** Anybody can write an address: what does not fit in it is left out. */
export function readChartSearch(search: Record<string, unknown>): ChartSearch {
  const series = [search.series].flat().filter((key): key is string => typeof key === 'string' && !!parseSeriesKey(key))
  const range = PRESETS.find((preset) => preset === search.range)
  const window = windowOf(search.from, search.to)
  return {
    ...(series.length > 0 && { series: [...new Set(series)].slice(0, MAX_SERIES) }),
    ...(window ? timesOf(window) : range && { range }),
  }
}

/** The window that an address asks for; null when it asks for none. */
export function windowOf(from: unknown, to: unknown): Window | null {
  const window = { from: instant(from), to: instant(to) }
  return window.to > window.from ? clamp(window) : null
}

const instant = (text: unknown) => (typeof text === 'string' ? Date.parse(text) : Number.NaN)

export const timesOf = ({ from, to }: Window) => ({
  from: new Date(from).toISOString(),
  to: new Date(to).toISOString(),
})
