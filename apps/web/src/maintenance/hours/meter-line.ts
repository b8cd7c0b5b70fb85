import type { MeterReading } from '@binnacle/contract'

/** Where a reading is drawn: shares of the picture's width and height, from its top left. */
export interface Point {
  x: number
  y: number
}

interface MeterLine {
  points: Point[]
  /** Hours at the bottom and at the top of the picture. */
  low: number
  high: number
  /** Where years begin, by their place in the width. */
  years: { year: number; x: number }[]
}

const STEPS = [1, 2, 5, 10]

/** The round number at or above: 1, 2, 5 or 10 times a power of ten. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value))
  return STEPS.find((step) => step * power >= value)! * power
}

/** The meter over time as a line to draw; `now` in ms is its right edge. Two readings at least. */
export function meterLine(readings: readonly MeterReading[], now: number): MeterLine {
  const times = readings.map(({ logged_at }) => Date.parse(logged_at))
  const hours = readings.map((reading) => reading.hours)
  const [from, to] = [times[0]!, Math.max(now, times.at(-1)!)]
  const step = roundUp(Math.max(1, (Math.max(...hours) - Math.min(...hours)) / 4))
  const [low, high] = [Math.floor(Math.min(...hours) / step) * step, Math.ceil((Math.max(...hours) + 1) / step) * step]
  const x = (at: number) => (at - from) / (to - from || 1)
  const y = (value: number) => 1 - (value - low) / (high - low)
  const points = readings.map((_, i) => ({ x: x(times[i]!), y: y(hours[i]!) }))
  return { points: [...points, { x: 1, y: points.at(-1)!.y }], low, high, years: yearsBetween(from, to, x) }
}

const MAX_YEARS = 6

/** The beginnings of years where the reader is, thinned so that their names fit. */
function yearsBetween(from: number, to: number, x: (at: number) => number): MeterLine['years'] {
  const [first, last] = [new Date(from).getFullYear() + 1, new Date(to).getFullYear()]
  const every = Math.ceil((last - first + 1) / MAX_YEARS)
  const count = Math.max(0, last - first + 1)
  const years = Array.from({ length: count }, (_, i) => first + i).filter((year) => year % Math.max(1, every) === 0)
  return years.map((year) => ({ year, x: x(new Date(year, 0, 1).getTime()) }))
}
