import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Metric } from '@binnacle/contract'
import { metricBit } from '@binnacle/contract'
import fc from 'fast-check'
import { propertyRuns } from '../../../../../scripts/property-runs.ts'
import { type Boat, insertBoats } from '../../testing/accounts/boats.ts'
import { openTestDatabase } from '../../testing/database.ts'
import { KEY_LENGTH } from '../batch-format.ts'
import { DAY_MS, HOUR_MS } from '../rollups/day/time-grid.ts'
import { compactAll } from '../testing/compact-all.ts'
import { rollUpAll } from '../testing/roll-up-all.ts'
import { type Sent, storeSent } from '../testing/store-sent.ts'
import { type Entry, history, type Part } from './history-sql.ts'
import { cursorOf, parseCursor } from './position.ts'

/**
 * Whatever a boat sent (batches that overlap, come weeks late, repeat times, reach over days or say times to come, with years between
 * them), the pages of its history are all readings, each once and in order: also when others arrive between two pages.
 */
const { database, drop } = await openTestDatabase()
after(drop)

const START = Date.parse('2026-05-14T21:00:00Z')

/** Quarters of an hour: at the very borders of what is read at a time. */
const time = fc
  .oneof(
    { weight: 6, arbitrary: fc.integer({ min: 0, max: 40 }).map((n) => n * 97_000) },
    { weight: 3, arbitrary: fc.integer({ min: -240, max: 240 }).map((n) => n * (HOUR_MS / 4)) },
    { weight: 1, arbitrary: fc.constantFrom(-900, -31, 200).map((days) => days * DAY_MS) },
  )
  .map((ms) => START + ms)

const METRICS = ['depth', 'water_temp'] as const

const batch = fc
  .record({
    readings: fc.array(fc.record({ metric: fc.constantFrom(...METRICS), at: time }), { minLength: 1, maxLength: 6 }),
    delay: fc.constantFrom(0, 1000, 40 * DAY_MS, -2 * HOUR_MS),
    device: fc.constantFrom(0, 1),
  })
  .map(({ readings, delay, device }) => ({
    ...{ device, readings },
    arrivedAt: Math.max(...readings.map(({ at }) => at)) + delay,
  }))
const batches = fc.array(batch, { minLength: 1, maxLength: 8 })

interface Known {
  metric: Metric
  at: number
  arrived: number
  value: number
}

/** Gives each reading a value of its own, by which it is known again. */
let lastValue = 0
function named(plain: { device: number; arrivedAt: number; readings: { metric: Metric; at: number }[] }[]): Sent[] {
  return plain.map(({ readings, ...rest }) => ({
    ...rest,
    readings: readings.map((reading) => ({ ...reading, value: ++lastValue })),
  }))
}

const known = (sent: Sent[]): Known[] =>
  sent.flatMap(({ readings, arrivedAt: arrived }) =>
    readings.map(({ metric, at, value }) => ({ metric, at: Math.min(at, arrived), arrived, value: value! })),
  )

const bound = fc.option(
  fc.integer({ min: -62, max: 62 }).map((n) => START + n * HOUR_MS),
  { nil: null },
)
const asked = fc.record({
  ...{ from: bound, to: bound, limit: fc.integer({ min: 1, max: 7 }) },
  order: fc.constantFrom('asc' as const, 'desc' as const),
  metric: fc.constantFrom(null, ...METRICS),
})
type Asked = typeof asked extends fc.Arbitrary<infer T> ? T : never

function partOf({ vesselId }: Boat, { from, to, order, metric }: Asked): Part {
  return {
    ...{ vesselId, order, after: null },
    ...{ from: from ?? -Infinity, to: to ?? Infinity },
    metric: metric && { bit: metricBit(metric), name: metric },
  }
}

const model = (readings: Known[], { from, to, metric }: Part) =>
  readings.filter((one) => one.at >= from && one.at < to && (metric === null || one.metric === metric.name))

/** All pages of so many readings, each asked for with the cursor of the one before; `between` two of them something may happen. */
async function pages(part: Part, limit: number, between?: () => Promise<void>): Promise<Entry[]> {
  const all: Entry[] = []
  for (let after: Part['after'] = null; ; ) {
    const page: Entry[] = []
    for await (const some of history(database, { ...part, after })) {
      page.push(...some.slice(0, limit - page.length))
      if (page.length === limit) break
    }
    all.push(...page)
    if (page.length === 0) return all
    after = parseCursor(cursorOf(page.at(-1)!))
    await between?.()
  }
}

function assertInOrder(entries: Entry[], { order }: Part): void {
  const sign = order === 'asc' ? 1 : -1
  for (const [i, { at, arrived, connection, key, index }] of entries.entries()) {
    const before = entries[i - 1]
    if (!before) continue
    const isOne = connection === before.connection && key.slice(0, KEY_LENGTH) === before.key.slice(0, KEY_LENGTH)
    const step = at - before.at || arrived - before.arrived || (isOne ? index - before.index : sign)
    assert.ok(sign * step > 0, `${i} of ${entries.length}`)
  }
}

const valuesOf = (entries: { value?: number | null }[]) => entries.map(({ value }) => Number(JSON.stringify(value)))
const sorted = (values: number[]) => values.toSorted((a, b) => a - b)

const AHEAD = START + HOUR_MS
/** Two batches of a device that arrive in one millisecond, of which one goes into a block. */
const AT_ONCE = [
  { device: 0, readings: [{ metric: 'depth' as const, at: AHEAD }], arrivedAt: START },
  {
    device: 0,
    readings: [
      { metric: 'depth' as const, at: AHEAD },
      { metric: 'depth' as const, at: START - 13 * HOUR_MS },
    ],
    arrivedAt: START,
  },
  { device: 0, readings: [{ metric: 'depth' as const, at: AHEAD }], arrivedAt: START + 1000 },
]
/** Two batches of an hour that go into one block: chance alone makes none in one run of many. */
const IN_A_BLOCK = [0, 301_000].map((ms) => ({
  device: 0,
  readings: [{ metric: 'depth' as const, at: START + ms }],
  arrivedAt: START + ms,
}))
const ONE_BY_ONE: Asked = { from: null, to: null, limit: 1, order: 'asc', metric: null }

test('all pages together are all readings, each once and in order, before and after they are rolled up and in blocks', async () => {
  await fc.assert(
    fc.asyncProperty(batches, batches, fc.array(asked, { minLength: 4, maxLength: 4 }), async (first, late, parts) => {
      const [boat] = await insertBoats(database.db, 1)
      const all: Known[] = []
      for (const plain of [first, late, []]) {
        const sent = named(plain)
        await storeSent(database, boat!, sent)
        all.push(...known(sent))
        for (const ask of parts) {
          const part = partOf(boat!, ask)
          const entries = await pages(part, ask.limit)
          assertInOrder(entries, part)
          const expected = valuesOf(model(all, part))
          assert.deepEqual(sorted(valuesOf(entries.map(({ reading }) => reading))), sorted(expected))
        }
        await rollUpAll(database)
        await compactAll(database)
      }
    }),
    {
      numRuns: propertyRuns(12, 80),
      examples: [AT_ONCE, IN_A_BLOCK].map((batches) => [batches, [], Array(4).fill(ONE_BY_ONE)]),
    },
  )
  assert.ok((await compactAll(database)) > 0, 'some were in blocks')
})

test('what was there at the first page comes once, whatever arrives between the pages, and becomes a block there', async () => {
  await fc.assert(
    fc.asyncProperty(batches, batches, asked, fc.nat(3), async (first, late, ask, compacted) => {
      const [boat] = await insertBoats(database.db, 1)
      const sent = named(first)
      await storeSent(database, boat!, sent)
      const part = partOf(boat!, ask)
      const coming = named(late).values()
      let page = 0
      const entries = await pages(part, ask.limit, async () => {
        if (page++ === compacted) {
          await rollUpAll(database)
          await compactAll(database)
        }
        const next = coming.next().value
        if (next) await storeSent(database, boat!, [next])
      })
      assertInOrder(entries, part)
      const came = valuesOf(entries.map(({ reading }) => reading))
      assert.equal(new Set(came).size, came.length)
      const there = valuesOf(model(known(sent), part))
      assert.deepEqual(
        there.filter((value) => !came.includes(value)),
        [],
      )
    }),
    { numRuns: propertyRuns(12, 80) },
  )
})

test('more batches than are read at a time, and hours without any between them', async () => {
  const [boat] = await insertBoats(database.db, 1)
  const at = (n: number) => START + n * 1_500 + (n < 450 ? 0 : 40 * HOUR_MS)
  const sent = named(
    Array.from({ length: 460 }, (_, n) => ({
      ...{ device: 0, arrivedAt: at(n) + 400 },
      readings: [{ metric: 'depth' as const, at: at(n) }],
    })),
  )
  await storeSent(database, boat!, sent)
  for (const order of ['asc', 'desc'] as const) {
    const part = partOf(boat!, { order, from: null, to: null, metric: null, limit: 150 })
    const entries = await pages(part, 150)
    assertInOrder(entries, part)
    assert.deepEqual(sorted(valuesOf(entries.map(({ reading }) => reading))), valuesOf(known(sent)))
  }
})
