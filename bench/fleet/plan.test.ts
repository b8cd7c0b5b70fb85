import assert from 'node:assert/strict'
import { test } from 'node:test'
import { planOf } from './plan.ts'

const PACES = [
  { everyMs: 5000, jitterMs: 200 },
  { everyMs: 15_000, jitterMs: 1000 },
  ...Array.from({ length: 98 }, () => ({ everyMs: 5000, jitterMs: 200 })),
]
const plan = planOf(PACES, 60_000, 0, 1)
const timesOf = (pace: number) => [...plan.at].filter((_, i) => plan.of[i] === pace)

test('a plan is in order, the same for a seed, and another for another', () => {
  assert.deepEqual(
    [...plan.at],
    [...plan.at].sort((a, b) => a - b),
  )
  assert.deepEqual(planOf(PACES, 60_000, 0, 1), plan)
  assert.notDeepEqual(planOf(PACES, 60_000, 0, 2), plan)
})

test('nobody sends earlier than every so often, nor later than the jitter says', () => {
  for (const [pace, { everyMs, jitterMs }] of PACES.entries()) {
    const times = timesOf(pace)
    assert.ok(times[0]! < everyMs)
    const gaps = times.slice(1).map((at, i) => at - times[i]!)
    assert.ok(gaps.every((gap) => gap >= everyMs && gap <= everyMs + jitterMs))
  }
})

test('the senders join one after the other', () => {
  const { at } = planOf(PACES, 60_000, 20_000, 1)
  const inQuarter = (from: number) => at.filter((time) => time >= from && time < from + 5_000).length
  assert.ok(inQuarter(0) < 40 && inQuarter(20_000) > 90, `${inQuarter(0)} and ${inQuarter(20_000)}`)
})

test('the senders are spread over their interval', () => {
  const early = PACES.keys().filter((pace) => timesOf(pace)[0]! < PACES[pace]!.everyMs / 2)
  const share = [...early].length / PACES.length
  assert.ok(share > 0.3 && share < 0.7)
})
