import type { Metric } from '@binnacle/contract/metrics'
import { relativeTime } from '@binnacle/contract/relative-time'
import { wrapLongitude } from './longitude.ts'
import { numberFormat } from './number-format.ts'
import { type Display, displayOf, length, type Units, volume } from './units.ts'

/** A value with its unit apart, so that a page can show them in two sizes. `text` is both. */
export interface Shown {
  value: string
  unit: string
  text: string
}

interface FormatSettings {
  locale: string
  units: Units
  /** IANA name; the browser's unless given (tests). */
  timeZone?: string
}

const DAY_MS = 86_400_000

type Instant = string | number | Date

/**
 * Everything that turns data into words for one reader: numbers, units, dates, money. Times are RFC 3339 texts, ms or Dates. Each of
 * Intl's formats is made when it is first used: a phone takes milliseconds for one.
 */
export function makeFormat({ locale, units, timeZone }: FormatSettings) {
  const zoned = (options: Intl.DateTimeFormatOptions, language = locale) => {
    let format: Intl.DateTimeFormat | undefined
    return (at: Instant) => {
      format ??= new Intl.DateTimeFormat(language, { timeZone, ...options })
      return format.format(new Date(at))
    }
  }
  const calendar = (options: Intl.DateTimeFormatOptions) => zoned({ ...options, timeZone: 'UTC' })
  /** 2026-05-14 */
  const isoDay = zoned({ dateStyle: 'short' }, 'sv-SE')
  let relativeFormat: Intl.RelativeTimeFormat | undefined
  const relative = (value: number, unit: Intl.RelativeTimeFormatUnit) => {
    relativeFormat ??= new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
    return relativeFormat.format(value, unit)
  }
  const shown = (value: string, unit: string): Shown => ({ value, unit, text: unit ? `${value}\u00a0${unit}` : value })
  const number = (value: number, digits = 0, least = 0) =>
    numberFormat(
      locale,
      Math.abs(value) >= 1e9
        ? { notation: 'scientific', maximumFractionDigits: 2 }
        : { maximumFractionDigits: digits, minimumFractionDigits: least },
    ).format(value)

  /** "3 days ago", "in 2 months", "now" within the minute. */
  function ago(at: Instant, now: number): string {
    return relative(...relativeTime(new Date(at).getTime() - now))
  }

  /** "tomorrow", "3 days ago": a day without a time, counted from the reader's today. */
  function daysAway(at: Instant, now: number): string {
    const days = Math.floor(new Date(at).getTime() / DAY_MS) - Date.parse(isoDay(now)) / DAY_MS
    return days === 0 ? relative(0, 'day') : relative(...relativeTime(days * DAY_MS))
  }

  return {
    locale,
    units,
    /** 14 May 2026 */
    date: zoned({ dateStyle: 'medium' }),
    /** 14 May 2026: a day without a time, such as that of a service, which is the same for every reader. */
    day: calendar({ dateStyle: 'medium' }),
    /** 14 May, May 2026: of a day without a time. */
    dayMonthOf: calendar({ day: 'numeric', month: 'short' }),
    monthOf: calendar({ month: 'long', year: 'numeric' }),
    daysAway,
    /** 14 May, 09:30: where the year stands above it */
    dayTime: zoned({ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' }),
    /** 14 May */
    dayMonth: zoned({ day: 'numeric', month: 'short' }),
    /** May, where the year stands beside it */
    monthShort: zoned({ month: 'short' }),
    year: zoned({ year: 'numeric' }),
    /** May 2026 */
    month: zoned({ month: 'long', year: 'numeric' }),
    /** 14 May 2026, 09:30 */
    dateTime: zoned({ dateStyle: 'medium', timeStyle: 'short' }),
    /** 09:30 */
    time: zoned({ timeStyle: 'short' }),
    /** 09:30:12 */
    timeSeconds: zoned({ timeStyle: 'medium' }),
    ago,
    number,
    percent: (value: number) => shown(number(value), '%').text,
    /** Whole engine hours with their unit. */
    hours: (value: number, digits = 0) => shown(number(value, digits), 'h').text,
    /** An amount in an ISO 4217 currency; without one, or with one that is none, the bare number. */
    money: (amount: number, currency: string | null) => money(locale, amount, currency),
    /** 40 seconds, 25 minutes, 3 hours, 2 days. */
    duration: (ms: number) => durationText(ms, locale),
    /** Bytes as kB, MB or GB. */
    bytes: (bytes: number) => bytesText(bytes, number),
    /** How a telemetry value is shown to the reader; `sentUnit` is what the onboard device sent. */
    display: (metric: Metric, sentUnit: string | null = null): Display => displayOf(metric, units, locale, sentUnit),
    /** A telemetry value in the reader's units; `sentUnit` is what the onboard device sent. */
    metric(metric: Metric, value: number, sentUnit: string | null = null): Shown {
      const { unit, digits, convert } = displayOf(metric, units, locale, sentUnit)
      return shown(number(convert(value), digits, Math.min(digits, 2)), unit)
    },
    /** Over ground, in whole metres or feet. */
    distance(metres: number): string {
      const { unit, convert } = displayOf('depth', units, locale)
      return shown(number(convert(metres), 0), unit).text
    },
    volume: (litres: number) => shown(number(volume(units).convert(litres), 1), volume(units).unit).text,
    length: (metres: number) => {
      const { unit, digits, convert } = length(units)
      return shown(number(convert(metres), digits), unit).text
    },
    /** 54°19.42′ N 10°08.55′ E, as charts write it. */
    position: (lat: number, lon: number) => `${degrees(lat, 'N', 'S')} ${degrees(wrapLongitude(lon), 'E', 'W')}`,
  }
}

export type Format = ReturnType<typeof makeFormat>

function money(locale: string, amount: number, currency: string | null): string {
  const bare = numberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(amount)
  if (!currency) return bare
  return /^[A-Z]{3}$/.test(currency)
    ? numberFormat(locale, { style: 'currency', currency }).format(amount)
    : `${bare} ${currency}`
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

function durationText(ms: number, locale: string): string {
  const [unit, unitMs] =
    ms < MINUTE_MS
      ? (['second', 1000] as const)
      : ms < 2 * HOUR_MS
        ? (['minute', MINUTE_MS] as const)
        : ms < 2 * DAY_MS
          ? (['hour', HOUR_MS] as const)
          : (['day', DAY_MS] as const)
  const format = { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 0 } as const
  return numberFormat(locale, format).format(ms / unitMs)
}

function bytesText(bytes: number, number: (value: number, digits?: number) => string): string {
  const power = Math.min(4, Math.floor(Math.log10(Math.max(bytes, 1)) / 3))
  return `${number(bytes / 1000 ** power, power > 1 ? 1 : 0)}\u00a0${['B', 'kB', 'MB', 'GB', 'TB'][power]}`
}

function degrees(value: number, positive: string, negative: string): string {
  const minutes = Math.round(Math.abs(value) * 6000) / 100
  const whole = Math.floor(minutes / 60)
  return `${whole}°${(minutes - whole * 60).toFixed(2).padStart(5, '0')}′\u00a0${value < 0 ? negative : positive}`
}
