import type { Alarm } from '@binnacle/contract'
import { isOfBank } from '@binnacle/contract/alarm-limit'
import { isSwitch } from '../charts/panes.ts'

const MINUTE_MS = 60_000

/** Before and after an alarm, so that one sees how it came and went. */
const MIN_AIR_MS = 10 * MINUTE_MS
const AIR = 0.3

export interface Span {
  /** ms */
  from: number
  to: number
}

export const spanOf = ({ began_at, ended_at }: Pick<Alarm, 'began_at' | 'ended_at'>, now: number): Span => ({
  from: Date.parse(began_at),
  to: ended_at === null ? now : Date.parse(ended_at),
})

/** The time to show of an alarm. */
export function around({ from, to }: Span): Span {
  const air = Math.max(MIN_AIR_MS, AIR * (to - from))
  return { from: from - air, to: to + air }
}

/** The value farthest beyond the limit within a span; null where that says nothing. `points` are those of the series. */
export function worstOf(
  { kind, metric }: Pick<Alarm, 'kind' | 'metric'>,
  [at, min, max]: readonly [at: number[], min: number[], max: number[], ...rest: number[][]],
  { from, to }: Span,
  bucketMs: number,
): number | null {
  if (metric === null || isSwitch(metric)) return null
  const within = (column: number[]) => column.filter((_, i) => at[i]! + bucketMs > from && at[i]! <= to)
  const [low, high] = [within(min), within(max)]
  if (high.length === 0) return null
  if (kind === 'above') return Math.max(...high)
  return kind === 'below' || isOfBank(kind) ? Math.min(...low) : null
}

/** So long before or after an alarm a picture still shows something of it. */
const PICTURE_AIR_MS = 15 * MINUTE_MS

/** The newest picture of the time of an alarm: of the camera that its rule named, if that has one. */
export function pictureOf<T extends { captured_at: string; cameraId: string }>(
  frames: readonly T[],
  { from, to }: Span,
  camera: string | null,
): T | undefined {
  const ofThen = frames
    .filter(({ captured_at }) => {
      const at = Date.parse(captured_at)
      return at >= from - PICTURE_AIR_MS && at <= to + PICTURE_AIR_MS
    })
    .toSorted((a, b) => Date.parse(b.captured_at) - Date.parse(a.captured_at))
  return ofThen.find(({ cameraId }) => cameraId === camera) ?? ofThen[0]
}
