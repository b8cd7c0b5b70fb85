import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { propertyRuns } from '../../../../../scripts/property-runs.ts'
import { type Boat, insertBoats } from '../../testing/accounts/boats.ts'
import { openTestDatabase } from '../../testing/database.ts'
import { readFaults } from '../charts/events.ts'
import { readBuckets } from '../charts/range.ts'
import { readTrack } from '../charts/track.ts'
import { latestOf } from '../read/latest-sql.ts'
import type { Aggregate } from '../rollups/day/aggregate.ts'
import { DAY_MS, HOUR_MS, hourOf, SLOT_MS } from '../rollups/day/time-grid.ts'
import { compactAll } from '../testing/compact-all.ts'
import { rollUpAll } from '../testing/roll-up-all.ts'
import { type Sent, storeSent } from '../testing/store-sent.ts'
import { purgeVessel } from './purge.ts'

/**
 * Charts answer the same before and after old batches were deleted, and as a plain look at all readings that ever came says:
 * with batches that overlap, reach over days, come when their hours are archived already, and are still remembered or not.
 */
const { database, drop } = await openTestDatabase()
after(drop)

const START = Date.parse('2026-05-14T21:00:00Z')
const SPAN = { from: START - 3 * DAY_MS - 21 * HOUR_MS, to: START + 5 * DAY_MS + 3 * HOUR_MS }
const DEPTH = { metric: 'depth', instance: '' } as const
const WIDTHS = [SLOT_MS, HOUR_MS, 6 * HOUR_MS, DAY_MS]

const time = fc
  .oneof(
    { weight: 6, arbitrary: fc.integer({ min: 0, max: 6 * 12 }).map((n) => n * 301_000) },
    { weight: 1, arbitrary: fc.integer({ min: -60, max: 90 }).map((n) => n * HOUR_MS) },
  )
  .map((ms) => START + ms)

type Reading = Sent['readings'][number]
const depth = fc
  // Several within the five minutes that rollups know.
  .record({ at: time, later: fc.constantFrom(0, 0, 20_000, 90_000), value: fc.integer({ min: -50, max: 50 }) })
  .map(({ at, later, value }): Reading[] => [{ metric: 'depth', at: at + later, value: value / 4 }])
const fix = fc.record({ at: time, lat: fc.integer({ min: 0, max: 3 }) }).map(({ at, lat }): Reading[] => [
  { metric: 'position_lat', at, value: 54 + lat / 1000 },
  { metric: 'position_lon', at, value: 10 },
])
const fault = fc
  .record({ at: time, text: fc.constantFrom('none', 'A', 'B') })
  .map(({ at, text }): Reading[] => [{ metric: 'fault_code', at, text }])

const isWide = ({ readings }: { readings: Reading[] }) => {
  const times = readings.map(({ at }) => at)
  return Math.max(...times) - Math.min(...times) > DAY_MS
}

const batch = fc
  .record({
    readings: fc.array(fc.oneof(depth, depth, fix, fault), { minLength: 1, maxLength: 6 }).map((all) => all.flat()),
    delay: fc.constantFrom(0, 1000, 40 * DAY_MS),
    device: fc.constantFrom(0, 1),
  })
  .map(({ readings, delay, device }): Sent => {
    const arrivedAt = Math.max(...readings.map(({ at }) => at)) + delay
    return { device, readings, arrivedAt }
  })
  // Of texts that stay the same rollups keep the first: one from a batch over days, between two of them, is news that they cannot
  // know.
  .filter((sent) => !isWide(sent) || sent.readings.every(({ metric }) => metric !== 'fault_code'))

/** What arrives, and then before which hour readings are too old and when a batch may be forgotten, again and again. */
const story = fc.array(
  fc.record({
    batches: fc.array(batch, { minLength: 1, maxLength: 5 }),
    due: fc.integer({ min: -5, max: 100 }).map((hours) => hourOf(START) + hours),
    rememberedFrom: fc.constantFrom(-5, 4, 60, 60).map((days) => new Date(START + days * DAY_MS)),
    isRolledUp: fc.constantFrom(true, true, true, false),
    isCompacted: fc.boolean(),
  }),
  { minLength: 1, maxLength: 4 },
)

async function purgeOld({ vesselId }: Boat, due: number, rememberedFrom: Date): Promise<number> {
  const rule = { keepDays: null, now: new Date(Date.now() + 365 * DAY_MS), rememberedFrom }
  let batches = 0
  for await (const gone of purgeVessel(database, vesselId, due, rule, new AbortController().signal))
    batches += gone.batches
  return batches
}

const rowOf = ([start, { count, min, max, last }]: [number, Aggregate]) => [start, count, min, max, last]

interface Answers {
  shown: unknown
  counts: number[][][]
  /** Sums of the same numbers in another order differ in their last digits. */
  means: number[]
}

async function answers({ vesselId }: Boat): Promise<Answers> {
  const inOrder = ([a]: [number, Aggregate], [b]: [number, Aggregate]) => a - b
  const buckets: [number, Aggregate][][] = []
  for (const width of WIDTHS)
    buckets.push([...(await readBuckets(database, vesselId, DEPTH, SPAN, width))].sort(inOrder))
  const latest = await latestOf(database, [vesselId], ['depth', 'fault_code'], new Date(SPAN.to))
  const shown = {
    buckets: buckets.map((of) => of.map(rowOf)),
    faults: await readFaults(database, vesselId, SPAN),
    track: await readTrack(database, vesselId, SPAN),
    latest: latest.get(vesselId) ?? [],
  }
  const counts = shown.buckets.map((of) => of.map((row) => row.slice(0, 4)))
  return { shown, counts, means: buckets.flatMap((of) => of.map(([, { mean }]) => mean)) }
}

function assertSame(after: Answers, before: Answers): void {
  assert.deepEqual(after.shown, before.shown)
  for (const [i, mean] of after.means.entries())
    assert.ok(Math.abs(mean - before.means[i]!) < 1e-4, `a mean of ${mean} for ${before.means[i]}`)
}

/** Of each bucket how many, the least, the greatest. */
function plainly(sent: Sent[], width: number): number[][] {
  const readings = sent.flatMap((one) => one.readings).filter(({ metric }) => metric === 'depth')
  return [...Map.groupBy(readings, ({ at }) => Math.floor(at / width) * width)]
    .sort(([a], [b]) => a - b)
    .map(([start, of]) => {
      const values = of.map(({ value }) => value!)
      return [start, values.length, Math.min(...values), Math.max(...values)]
    })
}

/** Hours that wait, some of them archived and the next not: two readings of five minutes that are not archived keep their order. */
const OVER_THE_BORDER = (() => {
  const depthAt = (hours: number, value: number) => ({ metric: 'depth' as const, at: START + hours * HOUR_MS, value })
  const sent = (...readings: Reading[]): Sent => ({ device: 0, readings, arrivedAt: readings.at(-1)!.at })
  const part = { due: hourOf(START), rememberedFrom: new Date(START - 5 * DAY_MS) }
  return [
    { ...part, batches: [sent(depthAt(0, 0))], isRolledUp: true, isCompacted: false },
    {
      ...part,
      batches: [sent(depthAt(-1, 0), depthAt(0, 1), depthAt(0.01, 0)), sent(depthAt(0.02, -1))],
      isRolledUp: false,
      isCompacted: false,
    },
  ]
})()

/** Two batches of an hour that go into one block, and then are too old. */
const FROM_A_BLOCK = [
  {
    due: hourOf(START) + 100,
    rememberedFrom: new Date(START + 60 * DAY_MS),
    batches: [0, 1000].map((ms) => ({
      device: 0,
      readings: [{ metric: 'depth' as const, at: START + ms, value: 1 }],
      arrivedAt: START + ms,
    })),
    isRolledUp: true,
    isCompacted: true,
  },
]

let gone = 0
let late = 0
let blocks = 0

test('charts answer the same before and after, and nothing that comes late is lost or counted twice', async () => {
  await fc.assert(
    fc.asyncProperty(story, async (parts) => {
      const [boat] = await insertBoats(database.db, 1)
      const sent: Sent[] = []
      for (const { batches, due, rememberedFrom, isRolledUp, isCompacted } of parts) {
        await storeSent(database, boat!, batches)
        sent.push(...batches)
        if (isRolledUp) await rollUpAll(database)
        if (isCompacted) blocks = Math.max(blocks, await compactAll(database))
        const before = await answers(boat!)
        for (const [i, width] of WIDTHS.entries())
          assert.deepEqual(before.counts[i], plainly(sent, width), `by ${width} ms`)
        late += await waiting(boat!)
        gone += await purgeOld(boat!, due, rememberedFrom)
        assertSame(await answers(boat!), before)
      }
    }),
    { numRuns: propertyRuns(8, 80), examples: [[OVER_THE_BORDER], [FROM_A_BLOCK]] },
  )
  assert.ok(gone > 0 && late > 0, `${gone} batches went, for ${late} archived hours something came`)
  assert.ok(blocks > 0, 'some went from blocks')
})

/** How many archived hours of the boat something has come for. */
async function waiting({ vesselId }: Boat): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from telemetry_pending_rollup u join telemetry_archived s on s.vessel_id = u.vessel_id
    where u.vessel_id = ${vesselId} and u.hour < s.before_hour`.execute(database.db)
  return rows[0]!.n
}
