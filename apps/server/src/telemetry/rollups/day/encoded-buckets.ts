import { type Aggregate, merge } from './aggregate.ts'
import { SLOT_MS } from './time-grid.ts'

/** The slots of a day that have readings: slot of the day to aggregate, in their order. */
export type DaySlots = Map<number, Aggregate>

/**
 * JSON. `gap`: slots since the one before, less one; `n`: readings; `last`: the last value. What is one reading is told by that;
 * of the others `min`, `max` and `mean` follow in their order, the mean with so many digits that no chart shows the difference.
 */
interface Encoded {
  gap: number[]
  n: number[]
  last: number[]
  min: number[]
  max: number[]
  mean: number[]
}

const MEAN_DIGITS = 7

/** A mean with few digits, and between the least and the greatest all the same. */
export const shortMean = ({ mean, min, max }: Aggregate): number =>
  Math.min(Math.max(Number(mean.toPrecision(MEAN_DIGITS)), min), max)

export function encodeBuckets(slots: DaySlots): string {
  const encoded: Encoded = { gap: [], n: [], last: [], min: [], max: [], mean: [] }
  let before = -1
  for (const [slot, aggregate] of slots) {
    const { count, min, max, last } = aggregate
    encoded.gap.push(slot - before - 1)
    before = slot
    encoded.n.push(count)
    encoded.last.push(last)
    if (count === 1) continue
    encoded.min.push(min)
    encoded.max.push(max)
    encoded.mean.push(shortMean(aggregate))
  }
  return JSON.stringify(encoded)
}

/** The slots of a day that begins at `dayStart`, ms. The time of a last value is the start of its slot. */
export function decodeBuckets(text: string, dayStart: number): DaySlots {
  const { gap, n, last, min, max, mean } = JSON.parse(text) as Encoded
  const slots: DaySlots = new Map()
  let slot = -1
  let several = 0
  for (let i = 0; i < gap.length; i++) {
    slot += gap[i]! + 1
    const lastAt = dayStart + slot * SLOT_MS
    const [count, value] = [n[i]!, last[i]!]
    if (count === 1) slots.set(slot, { count, min: value, max: value, mean: value, last: value, lastAt })
    else {
      slots.set(slot, { count, min: min[several]!, max: max[several]!, mean: mean[several]!, last: value, lastAt })
      several++
    }
  }
  return slots
}

/** A day in one; null without readings. */
export function summary(slots: DaySlots): Aggregate | null {
  let whole: Aggregate | null = null
  for (const slot of slots.values()) whole = whole ? merge(whole, slot) : slot
  return whole
}
