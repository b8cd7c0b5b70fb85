import type { Shifted } from '../n2k/recordings/recording.ts'
import { timeUnit } from '../readings/time-unit.ts'

/**
 * Such as "GPS time: 16 frames stamped 2024-05-02T12:24:00.000Z to 2024-05-02T12:25:10.000Z begin at 2024-05-16T10:00:00.000Z,
 * 13.9 days later".
 */
export function shiftedLine({ from, to, frames, dated, shiftMs }: Shifted): string {
  const first = new Date(from + shiftMs).toISOString()
  const count = frames === 1 ? '1 frame' : `${frames.toLocaleString('en')} frames`
  if (!dated) return `GPS time: ${count} without a date begin at ${first}`
  const stamped = `${new Date(from).toISOString()} to ${new Date(to).toISOString()}`
  return `GPS time: ${count} stamped ${stamped} begin at ${first}, ${span(Math.abs(shiftMs))} ${shiftMs > 0 ? 'later' : 'earlier'}`
}

function span(ms: number): string {
  const [size, unit] = timeUnit(ms)
  return `${Math.round((ms / size) * 10) / 10} ${unit}`
}
