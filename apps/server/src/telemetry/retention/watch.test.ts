import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS, HOUR_MS } from '../rollups/day/time-grid.ts'
import { isSteady, operatorLimit, type Watch, watchNow } from './watch.ts'

const NOW = Date.parse('2026-05-14T12:00:00Z')

/** The limit in each hour of these days, looked at each hour. */
function after(before: Watch | null, days: number | null, from: number, hours: number): Watch {
  let watch = before
  for (let hour = 0; hour <= hours; hour++) watch = watchNow(watch, days, from + hour * HOUR_MS)
  return watch!
}
const WEEK_HOURS = 7 * 24

test('a limit is acted on a week after it was first seen, and again after a shorter one was', () => {
  const young = after(null, 400, NOW, WEEK_HOURS - 1)
  assert.equal(operatorLimit(young, young.seenAt), null)
  const old = watchNow(young, 400, young.seenAt + HOUR_MS)
  assert.equal(operatorLimit(old, old.seenAt), 400)
  const shorter = watchNow(old, 40, old.seenAt + HOUR_MS)
  assert.equal(operatorLimit(shorter, shorter.seenAt), null, 'a nought forgotten')
  const corrected = watchNow(shorter, 400, shorter.seenAt + HOUR_MS)
  assert.equal(operatorLimit(corrected, corrected.seenAt), null)
  assert.equal(operatorLimit(after(corrected, 400, corrected.seenAt, WEEK_HOURS), corrected.seenAt + 7 * DAY_MS), 400)
})

test('a longer limit holds at once, and none is none', () => {
  const old = after(null, 400, NOW, WEEK_HOURS)
  assert.equal(operatorLimit(watchNow(old, 800, old.seenAt + HOUR_MS), old.seenAt + HOUR_MS), 800)
  const none = watchNow(old, null, old.seenAt + HOUR_MS)
  assert.equal(operatorLimit(none, none.seenAt), null)
  const again = watchNow(none, 400, none.seenAt + HOUR_MS)
  assert.equal(operatorLimit(again, again.seenAt), null)
})

test('two processes whose settings differ delete nothing by them', () => {
  let watch = after(null, 400, NOW, WEEK_HOURS)
  for (let hour = 0; hour < 1000; hour++) {
    watch = watchNow(watch, hour % 2 ? 400 : 40, watch.seenAt + HOUR_MS)
    if (hour > 0) assert.equal(operatorLimit(watch, watch.seenAt), null)
  }
})

test('by a clock that jumped nothing goes for a week, and a jump of hours is none', () => {
  const old = after(null, 400, NOW, WEEK_HOURS)
  for (const hours of [-2, 2])
    assert.equal(isSteady(watchNow(old, 400, old.seenAt + hours * HOUR_MS), old.seenAt + hours * HOUR_MS), true)
  const inYears = old.seenAt + 3650 * DAY_MS
  const ahead = after(old, 400, inYears, WEEK_HOURS - 1)
  assert.equal(isSteady(ahead, ahead.seenAt), false)
  const back = watchNow(ahead, 400, old.seenAt + DAY_MS)
  assert.equal(isSteady(back, back.seenAt), false)
  const later = after(back, 400, back.seenAt, WEEK_HOURS)
  assert.equal(isSteady(later, later.seenAt), true, 'and it does not wait for the year that the clock once said')
  assert.equal(operatorLimit(later, later.seenAt), 400)
})
