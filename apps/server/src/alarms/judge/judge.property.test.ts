import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { propertyRuns } from '../../../../../scripts/property-runs.ts'
import { Boat, newBoat } from './boat.ts'
import { afterJudgement, differences, type Interval, openBefore } from './intervals.ts'
import { judgeSpan, type Memory } from './judge-span.ts'
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
  rule('long hot', { hold_s: 10 * 60 }),
  rule('port', { instance: 'port', kind: 'below', hold_s: 60 }),
  rule('oil', { metric: 'engine_oil_pressure', kind: 'below', hold_s: 120, applies: 'engine_running' }),
  rule('pump', { metric: 'bilge_pump_cycles', kind: 'sum_above', limit: 8 }),
  rule('shore', { metric: 'shore_power', kind: 'below', limit: 1, applies: 'at_rest' }),
  rule('fault', { metric: 'fault_code', kind: 'fault', limit: null }),
  rule('on board', { metric: 'fault_code', kind: 'onboard_alarm', limit: null }),
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
      memory && (JSON.parse(JSON.stringify(memory)) as Memory),
      span,
      (at) => openBefore(known, at),
      async function* (from, to) {
        const some = arrived.filter(({ at }) => at >= from && at < to).sort((a, b) => a.at - b.at)
        read += some.length
        yield some
      },
    )
    memory = judgement.memory
    const { changed, added, removed } = differences(known, afterJudgement(known, judgement))
    intervals = known
      .filter((one) => !removed.includes(one))
      .map((one) => changed.find(({ was }) => was === one)?.is ?? one)
      .concat(added)
  }
  return { intervals, read }
}

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
