import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Metric } from '@binnacle/contract'
import fc from 'fast-check'
import { propertyRuns } from '../../../../../scripts/property-runs.ts'
import { readBatch } from '../../telemetry/ingest/batch.ts'
import { Boat, newBoat } from './boat.ts'
import { afterJudgement, differences, type Interval, openBefore } from './intervals.ts'
import { type Judgement, judgeSpan, type Memory, memoryText, readMemory } from './judge-span.ts'
import { findingOf, KnownVessels } from './known-vessels.ts'
import { byTime } from './readings.ts'
import type { Judged, Seen } from './rule.ts'

const MINUTE = 60_000

const rule = (id: string, over: Partial<Judged>): Judged => ({
  id,
  kind: 'above',
  metric: 'engine_coolant_temp',
  instance: null,
  limit: 3,
  margin: 1,
  hold_s: 0,
  applies: 'always',
  ...over,
})

const RULES: Judged[] = [
  rule('hot', {}),
  rule('long-hot', { hold_s: 10 * 60 }),
  rule('port', { instance: 'port', kind: 'below', hold_s: 60 }),
  rule('oil', { metric: 'engine_oil_pressure', kind: 'below', hold_s: 120, applies: 'engine_running' }),
  rule('pump', { metric: 'bilge_pump_cycles', kind: 'sum_above', limit: 8 }),
  rule('shore', { metric: 'shore_power', kind: 'below', limit: 1, applies: 'at_rest' }),
  rule('fault', { metric: 'fault_code', kind: 'fault', limit: null }),
  rule('on-board', { metric: 'fault_code', kind: 'onboard_alarm', limit: null }),
  rule('circle', { metric: null, kind: 'outside', limit: 250_000, margin: 120_000, lat: 1, lon: 1 }),
  rule('drags', {
    metric: null,
    kind: 'outside',
    limit: 250_000,
    margin: 0,
    lat: 2,
    lon: 1,
    hold_s: 300,
    applies: 'at_rest',
  }),
  rule('stuck', { metric: 'engine_hours', kind: 'hours_stuck', limit: 4, applies: 'engine_running' }),
  rule('shallow', { metric: 'depth', kind: 'below', limit: 2, margin: 2, applies: 'under_way' }),
]

const METRICS = [
  'engine_coolant_temp',
  'engine_oil_pressure',
  'engine_rpm',
  'bilge_pump_cycles',
  'shore_power',
  'speed_over_ground',
  'fault_code',
  'depth',
  'engine_hours',
  'position_lat',
  'position_lon',
] as const

/** Positions mostly come in pairs. */
const withLongitude = (one: Seen): Seen[] =>
  one.metric === 'position_lat' && one.text === 'none'
    ? [one, { ...one, metric: 'position_lon', value: (one.value! * 3) % 5 }]
    : [one]

/** Batches of readings of a few metrics, so close to each other that rules that hold for some time are broken. */
const batches = fc
  .record({
    minutes: fc.constantFrom(30, 120, 600),
    metrics: fc.oneof(
      { weight: 3, arbitrary: fc.subarray([...METRICS], { minLength: 1, maxLength: 3 }) },
      { weight: 1, arbitrary: fc.constant(['position_lat', 'position_lon', 'speed_over_ground'] as const) },
      { weight: 1, arbitrary: fc.constant(['engine_hours', 'engine_rpm'] as const) },
    ),
    instances: fc.constantFrom([''], ['', 'port']),
    most: fc.constantFrom(3, 5),
  })
  .chain(({ minutes, metrics, instances, most }) =>
    fc.array(
      fc
        .array(
          fc.record({
            at: fc.integer({ min: 0, max: minutes }).map((minute) => minute * MINUTE),
            metric: fc.constantFrom(...metrics),
            instance: fc.constantFrom(...instances),
            value: fc.integer({ min: 0, max: most }),
            text: fc.constantFrom('none', 'E1', 'E1, Alarm: E2'),
          }),
          { minLength: 1, maxLength: 8 },
        )
        .map((some) => some.flatMap(withLongitude)),
      { minLength: 1, maxLength: 40 },
    ),
  )

/** An engine that turns for hours, whose counter moves now and then; its readings in any order. */
const voyages = fc
  .array(fc.record({ rpm: fc.nat(24), tick: fc.nat(40) }), { minLength: 40, maxLength: 40 })
  .map((steps) => {
    let hours = 0
    return steps.map(({ rpm, tick }, i): Seen[] => {
      if (tick === 0) hours++
      const common = { at: i * 10 * MINUTE, instance: '', text: 'none' }
      return [
        { ...common, metric: 'engine_rpm', value: rpm },
        { ...common, metric: 'engine_hours', value: hours },
      ]
    })
  })
  .chain((batches) => fc.shuffledSubarray(batches, { minLength: batches.length }))

/** The naive model: every reading in its order, from the first. */
function inOrder(readings: readonly Seen[]): Interval[] {
  const boat = new Boat(RULES, newBoat())
  const byTime = Map.groupBy(readings, ({ at }) => at)
  const intervals: Interval[] = []
  for (const at of [...byTime.keys()].sort((a, b) => a - b))
    for (const { kind, rule, instance, value, text } of boat.take(at, byTime.get(at)!))
      if (kind === 'begins') intervals.push({ rule, instance, began: at, ended: null, value, text })
      else intervals.findLast((one) => one.rule === rule && one.instance === instance)!.ended = at
  return intervals
}

/** The intervals that are stored after a judgement. */
function stored(known: readonly Interval[], judgement: Judgement): Interval[] {
  const { changed, added, removed } = differences(known, afterJudgement(known, judgement))
  return known
    .filter((one) => !removed.includes(one))
    .map((one) => changed.find(({ was }) => was === one)?.is ?? one)
    .concat(added)
}

const asStored = ({ until, state }: Memory): Memory => ({ until, state: state && readMemory(memoryText(state), until) })

/** As they arrive, batch by batch; the state goes through JSON, as it is stored. */
async function asTheyArrive(batches: readonly Seen[][]): Promise<{ intervals: Interval[]; read: number }> {
  const arrived: Seen[] = []
  let intervals: Interval[] = []
  let memory: Memory | null = null
  let read = 0
  for (const batch of batches) {
    arrived.push(...batch)
    const times = batch.map(({ at }) => at)
    const span = { first: Math.min(...times), last: Math.max(...times) }
    const known = intervals
    const judgement = await judgeSpan(
      RULES,
      memory && asStored(memory),
      span,
      (at) => openBefore(known, at),
      async function* (from, to) {
        const some = arrived.filter(({ at }) => at >= from && at < to).sort((a, b) => a.at - b.at)
        read += some.length
        yield some
      },
    )
    memory = judgement.memory
    intervals = stored(known, judgement)
  }
  return { intervals, read }
}

/** As they arrive at a process that judges from memory what changes nothing, and notes that now and then. */
async function fromMemory(batches: readonly Seen[][]): Promise<{ intervals: Interval[]; quiet: number }> {
  const arrived: Seen[] = []
  const vessels = new KnownVessels()
  const device = { key_hash: Buffer.from('key'), vessel_id: 'vessel', id: 'connection' }
  let intervals: Interval[] = []
  let noted: Memory | null = null
  let waiting: number[] = []
  let quiet = 0
  for (const [i, some] of batches.entries()) {
    arrived.push(...some)
    waiting.push(...some.map(({ at }) => at))
    const batch = readBatch(bodyOf(some), undefined, new Date(NOW + i))
    if (await vessels.isQuiet({ keyHash: device.key_hash, batch, sinceLastMs: 1 })) quiet++
    else {
      const known = intervals
      const read = (from: number, to: number) => arrived.filter(({ at }) => at >= from && at < to).sort(byTime)
      const judgement: Judgement = await judgeSpan(
        RULES,
        noted,
        { first: Math.min(...waiting), last: Math.max(...waiting) },
        (at) => openBefore(known, at),
        async function* (from, to) {
          yield read(from, to)
        },
      )
      intervals = stored(known, judgement)
      noted = structuredClone(judgement.memory)
      waiting = []
      const recent = read(noted.state!.at + 1, Infinity)
      const { memory } = judgement
      const waits = { ...device, telemetry_at: batch.arrivedAt }
      vessels.add({ vesselId: 'vessel', version: 1, rules: RULES, memory, alarms: intervals, recent, unnoted: [] }, [
        waits,
      ])
    }
    if (i % 7 === 0)
      for (const known of vessels.due(Infinity, 1)) {
        noted = asStored(known.memory)
        waiting = []
        vessels.noted(known, findingOf(known))
      }
  }
  return { intervals, quiet }
}

/** Later than all readings. */
const NOW = Date.UTC(2026, 0)

const bodyOf = (batch: readonly Seen[]): Buffer =>
  Buffer.from(
    JSON.stringify({
      readings: batch.map(({ at, metric, instance, value, text }) => ({
        ...{ metric, instance: instance || undefined, value, text_value: text ?? undefined },
        recorded_at: new Date(at).toISOString(),
      })),
    }),
  )

const sorted = (intervals: readonly Interval[]) =>
  intervals
    .map(({ rule, instance, began, ended, value, text }) => ({ rule, instance, began, ended, value, text }))
    .sort((a, b) => a.began - b.began || `${a.rule} ${a.instance}`.localeCompare(`${b.rule} ${b.instance}`))

const arrivals = fc.oneof({ weight: 3, arbitrary: batches }, { weight: 1, arbitrary: voyages })

test('readings in any order, in any batches, give the alarms that they give in their order', async () => {
  await fc.assert(
    fc.asyncProperty(arrivals, async (batches) => {
      assert.deepEqual(sorted((await asTheyArrive(batches)).intervals), sorted(inOrder(batches.flat())))
    }),
    { numRuns: propertyRuns(300, 5000) },
  )
})

/** The same readings as a boat that is connected sends them, a few at a time. */
function inTime(batches: readonly Seen[][]): Seen[][] {
  const readings = batches.flat().sort(byTime)
  return Array.from({ length: Math.ceil(readings.length / 5) }, (_, i) => readings.slice(5 * i, 5 * i + 5))
}

/** The same, sixty times as often. */
const often = (batches: readonly Seen[][]): Seen[][] =>
  inTime(batches).map((batch) => batch.map((one) => ({ ...one, at: one.at / 60 })))

/** Series that the state of one rule depends on. */
const SCENES = [
  ['engine_oil_pressure', 'engine_rpm'],
  ['shore_power', 'speed_over_ground'],
  ['depth', 'speed_over_ground'],
  ['engine_hours', 'engine_rpm'],
  ['bilge_pump_cycles', 'engine_coolant_temp'],
  ['position_lat', 'position_lon', 'fault_code'],
] as const

/** A boat that mostly sends the same series and values, in their order: each batch takes the place of the one before. */
const steady = fc
  .record({
    metrics: fc.constantFrom(...SCENES),
    instances: fc.constantFrom([''], ['port'], ['', 'port']),
    paceMs: fc.constantFrom(2_000, MINUTE, 6 * MINUTE, 12 * MINUTE, 25 * MINUTE),
    /** Between the readings of a batch. */
    spreadMs: fc.constantFrom(0, 300),
    usual: fc.integer({ min: 0, max: 4 }),
  })
  .chain(({ metrics, instances, paceMs, spreadMs, usual }) => {
    const series = metrics.flatMap((metric) => instances.map((instance) => ({ metric, instance })))
    const batch = fc.record({
      late: mostly(false, fc.constant(true)),
      /** With the batch before, which began a moment earlier. */
      overlaps: mostly(false, fc.constant(true)),
      sent: mostly(series, fc.subarray(series, { minLength: 1 })),
      values: fc.array(mostly(usual, fc.integer({ min: 0, max: 5 })), { minLength: 6, maxLength: 6 }),
      text: mostly('none', fc.constant('E1')),
    })
    return fc.array(batch, { minLength: 3, maxLength: 40 }).map((batches) =>
      batches
        .map(({ late, overlaps, sent, values, text }, i) => {
          const first = overlaps ? (i - 1) * paceMs + 100 : i * paceMs
          const readings = sent.map((one, n): Seen => ({ ...one, value: values[n]!, text, at: first + n * spreadMs }))
          return { readings, order: late ? i + 1.5 : i }
        })
        .sort((a, b) => a.order - b.order)
        .map(({ readings }) => readings),
    )
  })

function mostly<T>(usual: T, other: fc.Arbitrary<T>): fc.Arbitrary<T> {
  return fc.oneof({ weight: 3, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: other })
}

test('so do readings that a process judges from memory, as long as they change nothing', async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(arrivals, arrivals.map(inTime), arrivals.map(often)), async (batches) => {
      assert.deepEqual(sorted((await fromMemory(batches)).intervals), sorted(inOrder(batches.flat())))
    }),
    { numRuns: propertyRuns(300, 5000) },
  )
  const voyage = Array.from({ length: 40 }, (_, i): Seen[] => [
    { at: i * MINUTE, metric: 'engine_coolant_temp', instance: '', value: i === 30 ? 4 : 1, text: null },
  ])
  // Not the first one, that in which the engine is hot, and that in which it is well again.
  assert.equal((await fromMemory(voyage)).quiet, 37)
})

const eachMinute = (sent: [metric: Metric, value: number][]): Seen[][] =>
  sent.map(([metric, value], i) => [{ at: i * MINUTE, metric, instance: '', value, text: 'none' }])

/** No batch breaks the rule by itself. */
const tooManyStarts = eachMinute([
  ['engine_coolant_temp', 1],
  ...Array.from({ length: 5 }, (): [Metric, number] => ['bilge_pump_cycles', 3]),
])

/** What the rule depends on was sent some batches before. */
const runsBeforeOilFails = eachMinute([
  ['engine_coolant_temp', 1],
  ['engine_rpm', 5],
  ...Array.from({ length: 3 }, (): [Metric, number] => ['engine_coolant_temp', 1]),
  ...Array.from({ length: 4 }, (): [Metric, number] => ['engine_oil_pressure', 1]),
])

test('so do those of a boat that hardly changes, of which only the newest are kept until something does', async () => {
  await fc.assert(
    fc.asyncProperty(steady, async (batches) => {
      assert.deepEqual(sorted((await fromMemory(batches)).intervals), sorted(inOrder(batches.flat())))
    }),
    { numRuns: propertyRuns(1000, 10_000), examples: [[tooManyStarts], [runsBeforeOilFails]] },
  )
})

test('such readings begin and end alarms of each rule', () => {
  // By a fixed seed: of 300 random ones, two in a hundred bring none of the rarest rule.
  const alarms = fc.sample(arrivals, { seed: 1, numRuns: 1_000 }).flatMap((batches) => inOrder(batches.flat()))
  for (const { id } of RULES) {
    const ofRule = alarms.filter(({ rule }) => rule === id)
    assert.ok(
      ofRule.some(({ ended }) => ended === null) && ofRule.some(({ ended }) => ended !== null),
      `an alarm of the rule ${id} that ended, and one that did not`,
    )
  }
})
