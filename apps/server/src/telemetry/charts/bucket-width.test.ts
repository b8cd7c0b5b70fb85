import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { DAY_MS, HOUR_MS } from '../rollups/day/time-grid.ts'
import { align, bucketWidth, chartWidth } from './bucket-width.ts'

const FROM = Date.parse('2026-05-14T00:00:00Z')
const widthOf = (ms: number, most = 1000) => chartWidth({ from: FROM, to: FROM + ms }, most, Number.NEGATIVE_INFINITY)

test('a chart of 1,000 points: seconds for an hour, five minutes for a day, days for years', () => {
  const year = 365 * DAY_MS
  const widths = [HOUR_MS, 12 * HOUR_MS, DAY_MS, 30 * DAY_MS, year, 5 * year].map((ms) => widthOf(ms))
  assert.deepEqual(widths, [5_000, 60_000, 5 * 60_000, HOUR_MS, DAY_MS, 2 * DAY_MS])
  assert.equal(widthOf(5 * year, 2000), DAY_MS)
})

test('never more buckets than asked for, those cut by the ends counted', () => {
  const time = fc.integer({ min: Date.parse('0001-01-01T00:00:00Z'), max: Date.parse('9990-01-01T00:00:00Z') })
  fc.assert(
    fc.property(
      time,
      fc.integer({ min: 1, max: 400 * DAY_MS }),
      fc.integer({ min: 2, max: 2000 }),
      (from, ms, most) => {
        const span = { from, to: from + ms }
        const width = bucketWidth(span, most)
        const { from: start, to: end } = align(span, width)
        assert.ok((end - start) / width <= most)
        assert.ok(start <= span.from && end >= span.to)
      },
    ),
  )
})

test('all the years there are fit, and one point for a span across a border is as wide as it gets', () => {
  const all = { from: Date.parse('0001-01-01T00:00:00Z'), to: Date.parse('9999-12-31T00:00:00Z') }
  assert.ok((all.to - all.from) / bucketWidth(all, 2000) <= 2000)
  assert.ok(Number.isFinite(bucketWidth({ from: -1, to: 1 }, 1)))
})
