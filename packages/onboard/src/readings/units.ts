/** From what the boat's networks say, SI units mostly, to the metrics' own. */

export const KNOTS_PER_METRE_A_SECOND = 3600 / 1852

/** Less than this on a shore lead, V, is induction and not supply. */
const LIVE_VOLTS = 80

/** The value where it is a number that means something. */
export const num = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined

export function times(value: unknown, factor: number): number | undefined {
  const number = num(value)
  return number === undefined ? undefined : number * factor
}

export function celsius(kelvin: unknown): number | undefined {
  const number = num(kelvin)
  return number === undefined ? undefined : number - 273.15
}

/** Whether a shore lead has power: 1 or 0. */
export function live(volts: unknown): number | undefined {
  const number = num(volts)
  return number === undefined ? undefined : Number(number >= LIVE_VOLTS)
}
