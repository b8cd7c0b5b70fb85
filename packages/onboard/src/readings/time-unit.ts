const UNITS = [
  [86_400_000, 'days'],
  [3_600_000, 'h'],
  [60_000, 'min'],
  [1_000, 's'],
] as const

/** How a length of time is said: its largest unit of which it has two, s at least, and how many ms that is. */
export const timeUnit = (ms: number): (typeof UNITS)[number] => UNITS.find(([size]) => ms >= 2 * size) ?? [1_000, 's']
