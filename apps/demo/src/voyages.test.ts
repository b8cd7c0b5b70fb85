import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readBatch } from '../../server/src/telemetry/ingest/batch.ts'
import { DEMO_BOATS } from './boats.ts'
import { distance } from './readings.ts'
import { batchesOf } from './seed.ts'
import { DAY_MS, DEVICE_DAYS, HOUR_FRACTION, HOUR_MS, liveMoment, makeFortnight } from './voyages.ts'

const anyNow = fc.date({ min: new Date('2026-06-01'), max: new Date('2034-12-31'), noInvalidDate: true })
const START = 1_700

test('property: two weeks in order, and the engine hours never fall or run faster than the clock', () => {
  for (const boat of DEMO_BOATS)
    fc.assert(
      fc.property(anyNow, (now) => {
        const fortnight = makeFortnight(boat, now)
        const moments = fortnight.moments(START)
        assert.ok(moments.length > DEVICE_DAYS * 24)
        assert.equal(moments[0]!.at.getTime(), fortnight.from.getTime())
        assert.ok(now.getTime() - moments.at(-1)!.at.getTime() <= HOUR_MS)
        for (const [before, moment] of moments.slice(1).entries()) {
          const last = moments[before]!
          const ms = moment.at.getTime() - last.at.getTime()
          assert.ok(ms > 0 && ms <= HOUR_MS)
          const gained = (moment.engineHours - last.engineHours) * HOUR_MS
          assert.ok(gained >= -1 && gained <= ms + 1)
          if (last.doing === 'motor') assert.ok(gained > 0)
        }
      }),
      { numRuns: 30 },
    )
})

test('property: in the end the meter stands where the live readings begin, just before the next hour', () => {
  for (const boat of DEMO_BOATS)
    fc.assert(
      fc.property(anyNow, (now) => {
        const fortnight = makeFortnight(boat, now)
        const last = fortnight.moments(START).at(-1)!
        const sinceThen = last.doing === 'motor' ? (now.getTime() - last.at.getTime()) / HOUR_MS : 0
        const expected = START + fortnight.wholeHours + HOUR_FRACTION
        assert.ok(Math.abs(last.engineHours + sinceThen - expected) < 1e-6)
      }),
      { numRuns: 30 },
    )
})

test('property: at whatever hour the demo begins, no alarm of the bilge pump is open from the night', () => {
  const bosun = DEMO_BOATS.find(({ leaks }) => leaks)!
  fc.assert(
    fc.property(anyNow, (now) => {
      const moments = makeFortnight(bosun, now).moments(START)
      assert.ok(moments.filter(({ pumpStarts }) => pumpStarts! > 0).length >= 100)
      const lastHours = moments.filter(({ at }) => now.getTime() - at.getTime() < 2 * HOUR_MS)
      assert.deepEqual(new Set(lastHours.map(({ pumpStarts }) => pumpStarts)), new Set([0]))
    }),
  )
})

test('every reading of every batch is stored as it is sent', () => {
  const now = new Date('2026-08-03T02:10:00Z')
  for (const boat of DEMO_BOATS)
    for (const readings of batchesOf(boat, makeFortnight(boat, now).moments(START))) {
      const batch = readBatch(Buffer.from(JSON.stringify({ readings })), undefined, now)
      assert.deepEqual([batch.accepted, batch.rejected], [readings.length, []])
    }
})

test('levels stay between 0 and 100 for years', () => {
  const [aurora] = DEMO_BOATS
  const moments = Array.from({ length: 4_000 }, (_, n) =>
    liveMoment(aurora!, new Date(Date.UTC(2026, 0, 1) + n * DAY_MS * 0.31), 1_500 + n * 0.77),
  )
  for (const { metric, value } of batchesOf(aurora!, moments).flat())
    if (metric.endsWith('_pct')) assert.ok(value! > 0 && value! <= 100, `${metric} ${value}`)
})

test('property: the live boat stays outside the harbour and goes as far as its speed says', () => {
  const aurora = DEMO_BOATS[0]!
  fc.assert(
    fc.property(anyNow, (at) => {
      const here = liveMoment(aurora, at, START).place
      assert.ok(here.lat > 54.82 && here.lat < 54.85 && here.lon > 9.68 && here.lon < 9.84)
      const later = liveMoment(aurora, new Date(at.getTime() + 60_000), START).place
      assert.ok(distance(here, later) <= (aurora.knots / 60) * 1.05)
    }),
  )
})
