import type { Metric } from '@binnacle/contract'
import { unitOf } from './reading.ts'
import { WITHHELD_TEXTS, type Withheld, type WithheldCount } from './withheld.ts'

/** The newest value that was withheld and its unit, such as "39 C"; '' without a value. */
export function withheldValue({ series, value }: Withheld): string {
  if (value === undefined) return ''
  // A network's own name is no metric, and not found.
  const metric = series.split('/', 1)[0] as Metric
  const unit = unitOf.get(metric) ?? (series.startsWith('tanks.') ? '%' : '')
  return `${Math.round(value * 1000) / 1000} ${unit}`.trimEnd()
}

/** Such as "water_temp: 39 C cannot be true, 2,022 times (nmea2000/35/130312)". */
export function withheldLine(withheld: WithheldCount): string {
  const { series, source, reason, count } = withheld
  const value = withheldValue(withheld)
  const times = count === 1 ? 'once' : `${count.toLocaleString('en')} times`
  const isItsVerb = reason === 'implausible' || reason === 'hours'
  const said = value && `${value}${isItsVerb ? '' : ','} `
  return `${series}: ${said}${WITHHELD_TEXTS[reason]}, ${times} (${source})`
}
