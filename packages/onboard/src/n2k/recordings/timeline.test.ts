import assert from 'node:assert/strict'
import { test } from 'node:test'
import { advance, TIMELINE_START, type Timeline } from './timeline.ts'

const HOUR = 3_600_000
const times = (stamps: ({ ms: number; dated: boolean } | undefined)[]) => {
  let line: Timeline = TIMELINE_START
  return stamps.map((stamp) => {
    line = advance(line, stamp)
    return line.at
  })
}
const clock = (ms: number) => ({ ms, dated: false })

test('a clock without a date goes on after midnight', () => {
  assert.deepEqual(times([clock(23 * HOUR), clock(1), clock(2)]), [23 * HOUR, 24 * HOUR + 1, 24 * HOUR + 2])
})

test('frames out of order by a little are not a new day', () => {
  assert.deepEqual(times([clock(1000), clock(700), clock(1100)]), [1000, 700, 1100])
})

test('a frame around midnight that comes late still belongs to a day near by', () => {
  const [before, after] = times([clock(24 * HOUR - 100), clock(50)])
  assert.equal((after ?? 0) - (before ?? 0), 150)
})

test('frames without a time follow one another by a millisecond', () => {
  assert.deepEqual(times([undefined, undefined, clock(500), undefined]), [1, 2, 500, 501])
})

test('dates are taken as they are', () => {
  assert.deepEqual(
    times([
      { ms: 5_000, dated: true },
      { ms: 4_000, dated: true },
    ]),
    [5_000, 4_000],
  )
})

test('the first frame is no jump, a frame some minutes later or earlier is one', () => {
  const stretches = (stamps: number[]) => {
    let line: Timeline = TIMELINE_START
    return stamps.map((ms) => {
      line = advance(line, { ms, dated: true })
      return line.stretch
    })
  }
  assert.deepEqual(stretches([HOUR, HOUR + 60_000, HOUR, 3 * HOUR, 3 * HOUR + 1, 2 * HOUR]), [0, 0, 0, 1, 1, 2])
})
