import { unitOf } from './reading.ts'
import { WITHHELD_TEXTS, type WithheldCount } from './withheld.ts'

/** The unit of the values that are withheld of a series; '' where it has none. */
export function withheldUnit(series: string): string {
  const metric = [...unitOf.keys()].find((name) => name === series.split('/', 1)[0])
  return (metric ? unitOf.get(metric) : series.startsWith('tanks.') ? '%' : '') ?? ''
}

/** Such as "water_temp: 39 C cannot be true, 2,022 times (nmea2000/35/130312)". */
export function withheldLine({ series, source, reason, value, count }: WithheldCount): string {
  const what = value === undefined ? '' : ` ${Math.round(value * 1000) / 1000} ${withheldUnit(series)}`.trimEnd()
  const times = count === 1 ? 'once' : `${count.toLocaleString('en')} times`
  return `${series}:${what}${reason === 'implausible' || reason === 'hours' ? '' : ','} ${WITHHELD_TEXTS[reason]}, ${times} (${source})`
}
