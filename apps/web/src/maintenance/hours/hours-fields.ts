import type { EngineHourLog } from '@binnacle/contract'
import type { Format } from '../../format/format.ts'
import { type Units, volume } from '../../format/units.ts'
import { dayOf, timeOfDay } from '../../forms/day.ts'
import { decimalText, parseDecimal } from '../../forms/decimal.ts'

/** What the form of a meter reading holds; fuel in the reader's unit. */
export interface HoursFields {
  hours: number | string
  day: string
  fuel: string
  fuel_cost: string
  currency: string
}

export const newHours = (meter: number | null, currency: string, now: Date): HoursFields => ({
  hours: meter ?? '',
  day: dayOf(now),
  fuel: '',
  fuel_cost: '',
  currency,
})

const inUnits = (litres: number, units: Units) => Math.round(volume(units).convert(litres) * 1_000) / 1_000

/** A logged reading as its form shows it; `currency` for one that has none yet. */
export const hoursFields = (entry: EngineHourLog, units: Units, currency: string, locale: string): HoursFields => ({
  hours: entry.hours ?? '',
  day: dayOf(new Date(entry.logged_at)),
  fuel: entry.litres === null ? '' : decimalText(inUnits(entry.litres, units), locale),
  fuel_cost: entry.fuel_cost === null ? '' : decimalText(entry.fuel_cost, locale),
  currency: entry.currency ?? currency,
})

/** Whose unit and language the fuel is in. */
type Reader = Pick<Format, 'units' | 'locale'>

/** Whole millilitres. Fuel that was shown and not touched stays what it was. */
function litresOf(fuel: string, { units, locale }: Reader, before: number | null): number | null {
  const amount = parseDecimal(fuel, 3, locale)
  if (amount === null || (before !== null && inUnits(before, units) === amount)) return amount === null ? null : before
  return Math.round((amount / volume(units).convert(1)) * 1_000) / 1_000
}

/** What the form says, null for what is empty. `before`: the entry that is changed. */
export function readingOf(fields: HoursFields, reader: Reader, now: Date, before?: EngineHourLog) {
  const fuel_cost = parseDecimal(fields.fuel_cost, 2)
  return {
    hours: fields.hours === '' ? null : Number(fields.hours),
    logged_at: timeOfDay(fields.day, now, before?.logged_at),
    litres: litresOf(fields.fuel, reader, before?.litres ?? null),
    fuel_cost,
    currency: fuel_cost === null ? null : fields.currency.trim().toUpperCase() || null,
  }
}
