import type { Metric } from '@binnacle/contract'
import { blackTankName, engineName } from '../readings/instance.ts'
import { measuredOr, tankLevel } from '../readings/measured.ts'
import type { Withhold } from '../readings/withheld.ts'
import { decimal } from './fields.ts'

interface Row {
  /** The transducer's name without #n, its type and its unit, as the standard letters them. */
  name: string
  type: string
  unit: string
  metric: Metric
  instance: (number: number) => string
  /** From the unit to the metric's; none where they are the same. */
  convert?: (value: number) => number
}

// Names as NMEA 0183 4.11 has them. Source: marine-sources.md; SignalK/signalk-to-nmea0183 #99.
const ROWS: readonly Row[] = [
  // The standard leaves "generic" open; OpenCPN and TwoCan mean hours by it, with the unit H or none.
  { name: 'ENGINE', type: 'G', unit: '', metric: 'engine_hours', instance: engineName },
  { name: 'ENGINE', type: 'G', unit: 'H', metric: 'engine_hours', instance: engineName },
  { name: 'ENGINE', type: 'T', unit: 'R', metric: 'engine_rpm', instance: engineName },
  { name: 'ENGINE', type: 'C', unit: 'C', metric: 'engine_coolant_temp', instance: engineName },
  {
    name: 'ENGINE',
    type: 'C',
    unit: 'K',
    metric: 'engine_coolant_temp',
    instance: engineName,
    convert: (k) => k - 273.15,
  },
  {
    name: 'ENGINEOIL',
    type: 'P',
    unit: 'P',
    metric: 'engine_oil_pressure',
    instance: engineName,
    convert: (p) => p / 1000,
  },
  {
    name: 'ENGINEOIL',
    type: 'P',
    unit: 'B',
    metric: 'engine_oil_pressure',
    instance: engineName,
    convert: (b) => b * 100,
  },
  ...level('FUEL', 'fuel_level_pct', String),
  { name: 'BATTERY', type: 'U', unit: 'V', metric: 'battery_voltage', instance: String },
  ...level('FRESHWATER', 'water_level_pct', String),
  ...level('WASTEWATER', 'waste_level_pct', String),
  ...level('BLACKWATER', 'waste_level_pct', blackTankName),
]

/** Percent go as type V and as type E; V in cubic metres is no level. */
function level(name: string, metric: Metric, instance: Row['instance']): Row[] {
  return ['V', 'E'].map((type) => ({ name, type, unit: 'P', metric, instance, convert: tankLevel }))
}

/**
 * The transducers of an XDR sentence that belong to a metric: any number of groups of type, value, unit and name, such as
 * C,89.5,C,ENGINE#0. A malformed group is left out, those around it count.
 */
export function mapTransducers(
  fields: readonly string[],
  source: string,
  withhold?: Withhold,
): { metric: Metric; value: number; instance: string }[] {
  const groups = Array.from({ length: Math.floor(fields.length / 4) }, (_, i) => fields.slice(i * 4, i * 4 + 4))
  return groups.flatMap(([type, data, unit, label = '']) => {
    const [, name, number = '0'] = /^([A-Z]+)(?:#(\d{1,3}))?$/.exec(label.toUpperCase()) ?? []
    const row = ROWS.find((r) => r.name === name && r.type === type && r.unit === unit)
    const raw = decimal(data)
    if (!row || raw === undefined) return []
    const of = { metric: row.metric, instance: row.instance(Number(number)) }
    const value = measuredOr(withhold, { ...of, source }, row.convert?.(raw) ?? raw)
    return value === undefined ? [] : [{ ...of, value }]
  })
}
