import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Metric } from '@binnacle/contract'
import fc from 'fast-check'
import { propertyRuns } from '../../../../../scripts/property-runs.ts'
import { insertBoats } from '../../testing/accounts/boats.ts'
import { openTestDatabase } from '../../testing/database.ts'
import { drawTrack } from '../charts/draw-track.ts'
import { readFaults } from '../charts/events.ts'
import { readBuckets } from '../charts/range.ts'
import { sailed } from '../charts/sailed.ts'
import { readTrack } from '../charts/track.ts'
import { seriesOf } from '../history/series.ts'
import { latestOf } from '../read/latest-sql.ts'
import { compactAll } from '../testing/compact-all.ts'
import { rollUpAll } from '../testing/roll-up-all.ts'
import { type Sent, storeSent } from '../testing/store-sent.ts'
import { hourlyFixes } from './day/hourly-fixes.ts'
import { byTime, coarse } from './day/positions.ts'
import { DAY_MS, dayOf, HOUR_MS, SLOT_MS, type Span } from './day/time-grid.ts'
import { withoutErrorsInTurn } from './day/track-errors.ts'

/**
 * Whether hours are rolled up, in part, again, or not at all, every answer is that of a plain look at all readings: with batches that
 * overlap, come weeks late, repeat times, reach over days, or say times to come.
 */
const { database, drop } = await openTestDatabase()
after(drop)

const START = Date.parse('2026-05-14T21:00:00Z')
const SPAN: Span = { from: START - 2 * DAY_MS, to: START + 4 * DAY_MS }

const SERIES = [
  { metric: 'depth', instance: '' },
  { metric: 'battery_voltage', instance: 'house' },
] as const

/** Few places in time, so that times and hours meet: mostly within some hours, now and then days away. */
const time = fc
  .oneof(
    { weight: 6, arbitrary: fc.integer({ min: 0, max: 6 * 12 }).map((n) => n * 301_000) },
    { weight: 1, arbitrary: fc.integer({ min: -40, max: 80 }).map((n) => n * HOUR_MS) },
  )
  .map((ms) => START + ms)

const value = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: -50, max: 50 }).map((n) => n / 4) },
  { weight: 1, arbitrary: fc.constantFrom(1e300, -1e300, 1.7e308, -1.7e308) },
)

const measured = fc
  .record({ series: fc.constantFrom(...SERIES), at: time, value })
  .map(({ series, at, value: number }): Sent['readings'][number][] => [
    { metric: series.metric, ...(series.instance && { instance: series.instance }), at, value: number },
  ])
const fault = fc
  .record({ at: time, text: fc.constantFrom('none', 'A', 'B'), instance: fc.constantFrom('port', undefined) })
  .map(({ at, text, instance }): Sent['readings'][number][] => [{ metric: 'fault_code', instance, at, text }])
const fix = fc
  .record({ at: time, lat: fc.constantFrom(0, 1, 2, 3, -20_000), lon: fc.integer({ min: 0, max: 4 }) })
  .map(({ at, lat, lon }): Sent['readings'][number][] => [
    { metric: 'position_lat', at, value: 54 + lat / 1000 },
    { metric: 'position_lon', at, value: 10 + lon / 1000 },
  ])

const batch = fc
  .record({
    readings: fc.array(fc.oneof({ weight: 3, arbitrary: measured }, fault, fix), { minLength: 1, maxLength: 8 }),
    /** How long after its newest reading it arrives; before it, where the onboard device's clock is ahead. */
    delay: fc.constantFrom(0, 1000, 40 * DAY_MS, -2 * HOUR_MS),
    device: fc.constantFrom(0, 1),
  })
  .map(({ readings, delay, device }): Sent => {
    const all = readings.flat()
    return { device, readings: all, arrivedAt: Math.max(...all.map(({ at }) => at)) + delay }
  })

/** Batches before the first, between and after each rolling. */
const story = fc.array(fc.array(batch, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 3 })

interface Known {
  metric: Metric
  instance: string
  at: number
  arrived: number
  value: number | null
  text: string | null
  isWide: boolean
}

function known(sent: Sent[]): Known[] {
  return sent.flatMap(({ readings, arrivedAt: arrived }) => {
    const times = readings.map(({ at }) => Math.min(at, arrived))
    const isWide = Math.max(...times) - Math.min(...times) > DAY_MS
    return readings.map(({ metric, instance = '', value: number = null, text = null }, i) => {
      return { metric, instance, at: times[i]!, arrived, value: number, text, isWide }
    })
  })
}

const WIDTHS = [60_000, SLOT_MS, HOUR_MS, 6 * HOUR_MS, DAY_MS]

function naiveBuckets(readings: Known[], width: number): unknown[] {
  const groups = Map.groupBy(readings, ({ at }) => Math.floor(at / width) * width)
  return [...groups]
    .sort(([a], [b]) => a - b)
    .map(([start, of]) => {
      const values = of.map((reading) => reading.value!)
      const mean = values.reduce((sum, number) => sum + number / values.length, 0)
      return [start, values.length, Math.min(...values), Math.max(...values), mean, lastOf(of, width)]
    })
}

/**
 * Where rollups are read, times of batches that reach over days are known to five minutes: of several last values in those the
 * greatest.
 */
function lastOf(readings: Known[], width: number): number {
  const inOrder = readings.toSorted((a, b) => a.at - b.at || a.value! - b.value!)
  const slot = (at: number) => Math.floor(at / SLOT_MS)
  const newest = inOrder.filter(({ at }) => slot(at) === slot(inOrder.at(-1)!.at))
  if (width < SLOT_MS) return newest.at(-1)!.value!
  const narrow = newest.filter(({ isWide }) => !isWide).slice(-1)
  return Math.max(...[...narrow, ...newest.filter(({ isWide }) => isWide)].map(({ value }) => value!))
}

async function assertBuckets(vesselId: string, all: Known[], when: string): Promise<void> {
  for (const series of SERIES)
    for (const width of WIDTHS) {
      const span = { from: Math.floor(SPAN.from / width) * width, to: Math.ceil(SPAN.to / width) * width }
      const ours = all.filter(
        (reading) =>
          reading.metric === series.metric && reading.instance === series.instance && reading.at >= span.from,
      )
      const expected = naiveBuckets(
        ours.filter(({ at }) => at < span.to),
        width,
      ) as number[][]
      const buckets = await readBuckets(database, vesselId, series, span, width)
      const answer = [...buckets]
        .sort(([a], [b]) => a - b)
        .map(([start, { count, min, max, mean, last }]) => [start, count, min, max, mean, last])
      const without = (rows: number[][]) => rows.map((row) => row.toSpliced(4, 1))
      assert.deepEqual(without(answer), without(expected), `${series.metric} by ${width} ms, ${when}`)
      for (const [i, row] of answer.entries()) {
        const size = Math.max(Math.abs(row[2]!), Math.abs(row[3]!))
        assert.ok(Math.abs(row[4]! - expected[i]![4]!) <= 1e-6 * size, `mean ${row[4]} for ${expected[i]![4]}, ${when}`)
      }
    }
}

function naiveFaults(all: Known[], instance: string): unknown[] {
  const texts = all
    .filter((reading) => reading.metric === 'fault_code' && reading.instance === instance)
    .filter(({ at }) => at >= SPAN.from - 30 * DAY_MS && at < SPAN.to)
    .sort((a, b) => a.at - b.at || (a.text! < b.text! ? -1 : 1))
  return texts.flatMap(({ at, text }, i) => {
    if (text === 'none' || texts[i - 1]?.text === text) return []
    const end = texts.slice(i).find((later) => later.text !== text)
    return (end?.at ?? SPAN.to) < SPAN.from ? [] : [{ instance, text, from: at, to: end?.at ?? null }]
  })
}

async function assertFaults(vesselId: string, all: Known[], when: string): Promise<void> {
  const answer = await readFaults(database, vesselId, SPAN)
  for (const instance of ['', 'port'])
    assert.deepEqual(
      answer.filter((one) => one.instance === instance),
      naiveFaults(all, instance),
      when,
    )
}

async function assertLatest(vesselId: string, all: Known[], when: string): Promise<void> {
  const now = new Date(SPAN.to)
  const answer =
    (
      await latestOf(
        database,
        [vesselId],
        SERIES.map(({ metric }) => metric),
        now,
      )
    ).get(vesselId) ?? []
  for (const { metric, instance } of SERIES) {
    const [newest] = all
      .filter((reading) => reading.metric === metric && reading.instance === instance)
      .filter(({ at }) => at >= SPAN.to - 30 * DAY_MS)
      .sort((a, b) => b.at - a.at || b.arrived - a.arrived || b.value! - a.value!)
    const found = answer.find((series) => series.metric === metric && (series.instance ?? '') === instance)
    assert.deepEqual(
      found && [Date.parse(found.recorded_at), Date.parse(found.arrived_at), found.value],
      newest && [newest.at, newest.arrived, newest.value],
      `the latest ${metric}, ${when}`,
    )
  }
}

/** Each series with its count of values, its first five minutes and its newest time. */
async function assertSeries(vesselId: string, all: Known[], when: string): Promise<void> {
  const expected = [...Map.groupBy(all, ({ metric, instance }) => `${metric} ${instance}`)].map(([name, readings]) => {
    const times = readings.map(({ at }) => at)
    const count = readings.filter(({ value }) => value !== null).length
    const first = Math.floor(Math.min(...times) / SLOT_MS) * SLOT_MS
    return [name, name.startsWith('fault_code') ? null : count, first, Math.max(...times)]
  })
  const answer = (await seriesOf(database, vesselId)).map(({ metric, instance, count, first, last }) => [
    ...[`${metric} ${instance ?? ''}`, count, Date.parse(first), Date.parse(last)],
  ])
  assert.deepEqual(answer.sort(), expected.sort(), when)
}

/** The last of each five minutes, of batches over days as they are; what then becomes of them has tests of its own. */
async function assertTrack(vesselId: string, sent: Sent[], when: string): Promise<void> {
  const positions = sent.flatMap(({ readings, arrivedAt }) => {
    const times = readings.map(({ at }) => Math.min(at, arrivedAt))
    const isWide = Math.max(...times) - Math.min(...times) > DAY_MS
    return readings.flatMap(({ metric, value: lat }, i) =>
      metric === 'position_lat' ? [{ isWide, at: times[i]!, lat: lat!, lon: readings[i + 1]!.value! }] : [],
    )
  })
  const narrow = hourlyFixes(positions.filter(({ isWide }) => !isWide).map(({ at, lat, lon }) => ({ at, lat, lon })))
  const wide = positions.filter(({ isWide }) => isWide).map(coarse)
  const inOrder = [...narrow, ...wide].filter(({ at }) => at >= SPAN.from && at < SPAN.to).sort(byTime)
  const last = [...Map.groupBy(inOrder, ({ at }) => Math.floor(at / SLOT_MS)).values()].map((of) => of.at(-1)!)
  const byDay = Map.groupBy(last, ({ at }) => dayOf(at)).values()
  const { metres, gaps } = sailed(withoutErrorsInTurn(byDay), SPAN)
  assert.deepEqual(
    await readTrack(database, vesselId, SPAN),
    { positions: drawTrack(last, gaps, SPAN), metres, gaps },
    when,
  )
}

const MIDNIGHT = Date.parse('2026-05-15T00:00:00Z')

/** A batch that begins a day before most of its series do. */
const OVER_MIDNIGHT: Sent[][] = [
  [
    {
      device: 0,
      readings: [
        { metric: 'fault_code', instance: 'port', at: MIDNIGHT + 36_000, text: 'none' },
        { metric: 'fault_code', instance: 'port', at: MIDNIGHT + 337_000, text: 'none' },
        { metric: 'depth', at: MIDNIGHT - 3 * HOUR_MS, value: 0 },
      ],
      arrivedAt: MIDNIGHT + 337_000,
    },
  ],
]

/** Two batches of an hour that go into one block. */
const IN_A_BLOCK: Sent[][] = [
  [0, 301_000].map((ms) => ({
    device: 0,
    readings: [{ metric: 'depth', at: START + ms, value: 1 }],
    arrivedAt: START + ms,
  })),
]

test('answers are those of all readings, before, between and after rolling, and in blocks', async () => {
  await fc.assert(
    fc.asyncProperty(story, async (parts) => {
      const boat = (await insertBoats(database.db, 1))[0]!
      const sent: Sent[] = []
      for (const [i, part] of parts.entries()) {
        await storeSent(database, boat, part)
        sent.push(...part)
        for (const [step, next] of [
          ['before rolling', rollUpAll],
          ['after rolling', compactAll],
          ['in blocks', async () => {}],
        ] as const) {
          const when = `part ${i} ${step}`
          await assertBuckets(boat.vesselId, known(sent), when)
          await assertFaults(boat.vesselId, known(sent), when)
          await assertLatest(boat.vesselId, known(sent), when)
          await assertSeries(boat.vesselId, known(sent), when)
          await assertTrack(boat.vesselId, sent, when)
          await next(database)
        }
      }
    }),
    { numRuns: propertyRuns(8, 80), examples: [[OVER_MIDNIGHT], [IN_A_BLOCK]] },
  )
  assert.ok((await compactAll(database)) > 0, 'some were in blocks')
})
