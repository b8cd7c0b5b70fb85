/**
 * How an onboard device learns in the answer to POST /v1/telemetry that the owner corrected the hour meter: the request's
 * `Prefer: hour-meter=412` (RFC 7240) asks for it, and the answer's `Hour-Meter: 412` tells. See docs/decisions/0046-wrong-hours.md.
 */
export const HOUR_METER = 'hour-meter'

/** As it stands in Hour-Meter while no hours are known. */
const NO_HOURS = 'none'

/** A Prefer header; `confirmed`: the highest whole hours that the service has taken from this device for the meter, null for none. */
export const preferHourMeter = (confirmed: number | null): string =>
  confirmed === null ? HOUR_METER : `${HOUR_METER}=${confirmed}`

/** What a Prefer header asks of the meter; null where it asks nothing that is understood: a preference is never an error. */
export function readPreference(prefer: string | undefined): { confirmed: number | null } | null {
  for (const preference of prefer?.split(',') ?? []) {
    const [name, value, ...more] = preference
      .split(';', 1)[0]!
      .split('=')
      .map((part) => part.trim())
    if (name!.toLowerCase() !== HOUR_METER || more.length > 0) continue
    if (value === undefined) return { confirmed: null }
    const digits = /^(?:(\d{1,9})|"(\d{1,9})")$/.exec(value)
    if (digits) return { confirmed: Number(digits[1] ?? digits[2]) }
  }
  return null
}

export const hourMeterHeader = (hours: number | null): string => String(hours ?? NO_HOURS)

/** The hours of an Hour-Meter header, null where there are none; undefined where the service does not tell. */
export function readHourMeter(header: string | undefined): number | null | undefined {
  if (header === NO_HOURS) return null
  return /^\d{1,9}$/.test(header ?? '') ? Number(header) : undefined
}
