import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { FixQuality } from '../readings/fix-quality.ts'
import { type Observation, SOURCE_SILENT_MS } from '../readings/reading.ts'
import { type Admission, admission } from './admit.ts'
import { type Choices, readChoices } from './choices.ts'

const PIN = 'pinned'
const KINDS = [
  { device: PIN, claim: -1 },
  { device: 'sounder', claim: 1 },
  { device: 'plotter', claim: 2, stopgap: true },
] as const

interface Giver {
  kind: (typeof KINDS)[number]
  rank: number
}
interface Heard {
  giver: number
  at: number
}

const givers = fc.array(fc.record({ kind: fc.constantFrom(...KINDS), rank: fc.nat(2) }), { minLength: 2, maxLength: 4 })
const wait = fc.oneof(fc.nat(3_000), fc.nat(3_000), fc.integer({ min: 0, max: 70_000 }))
const steps = fc.array(
  fc.oneof(
    { weight: 12, arbitrary: fc.record({ giver: fc.nat(3), waitMs: wait }) },
    { weight: 1, arbitrary: fc.constant('restart' as const) },
  ),
  { size: 'max', maxLength: 80 },
)

/** The rule in its plainest words, each time from all that was heard since the start. */
function model(all: readonly Giver[], heard: readonly Heard[], remembered: number | undefined) {
  const began = heard[0]?.at ?? 0
  let chosen = remembered
  let isFinal = remembered !== undefined
  for (const [i, { giver, at }] of heard.entries()) {
    const timesOf = (of: number) => heard.slice(0, i).flatMap((one) => (one.giver === of ? [one.at] : []))
    const last = (of: number) => timesOf(of).at(-1)
    const claim = (of: number) => all[of]!.kind.claim
    const order = (of: number) => claim(of) * 10 + all[of]!.rank
    isFinal ||= at - began > SOURCE_SILENT_MS
    if (chosen === undefined) chosen = giver
    if (chosen === giver) continue
    const now = chosen
    // A remembered stopgap counts as ordinary until it is heard.
    const claimNow = last(now) === undefined ? Math.min(claim(now), 1) : claim(now)
    const times = timesOf(now)
    const pace = times.length > 1 ? times.at(-1)! - times.at(-2)! : 0
    const patience = Math.max(SOURCE_SILENT_MS, Math.min(3 * pace, 10 * SOURCE_SILENT_MS))
    const isSilent = at - (last(now) ?? began) > patience
    const isRegular = at - (last(giver) ?? at) <= SOURCE_SILENT_MS
    const isWanted = isFinal ? claim(giver) < claimNow : order(giver) < order(now)
    const betterSpeaks = all.some(
      (_, other) =>
        other !== now &&
        other !== giver &&
        at - (last(other) ?? Number.NEGATIVE_INFINITY) <= SOURCE_SILENT_MS &&
        order(other) < order(giver),
    )
    if (isSilent ? !betterSpeaks : isWanted && isRegular) chosen = giver
  }
  return { chosen, isFinal }
}

const observation = ({ kind, rank }: Giver, giver: number, at: number): Observation => ({
  metric: 'depth',
  value: 5,
  at,
  source: `${kind.device}/${giver}/128267`,
  rank,
  ...('stopgap' in kind && { stopgap: true }),
})

const restarted = (admit: Admission): Choices => readChoices(JSON.parse(JSON.stringify(admit.choices())))
const options = { sources: { depth: [PIN] } }

test('the source chosen is that of the plainest rule, in any order, with any gaps, over restarts', () => {
  fc.assert(
    fc.property(givers, steps, (all, steps) => {
      let admit = admission(options)
      let heard: Heard[] = []
      let remembered: number | undefined
      let at = 0
      for (const step of steps) {
        if (step === 'restart') {
          const { chosen, isFinal } = model(all, heard, remembered)
          if (isFinal) remembered = chosen
          admit = admission(options, undefined, restarted(admit))
          heard = []
          // The steady clock begins anew.
          at = 0
          continue
        }
        at += step.waitMs
        const giver = step.giver % all.length
        heard.push({ giver, at })
        const told = admit(observation(all[giver]!, giver, at))
        const { chosen } = model(all, heard, remembered)
        assert.equal(admit.seriesSeen()[0]?.chosen, observation(all[chosen!]!, chosen!, at).source)
        if (told) assert.equal(giver, chosen, 'what is sent is what the chosen source says')
      }
    }),
    { numRuns: 300 },
  )
})

const receiver = fc.record({
  grade: fc.nat(3),
  satellites: fc.nat(12),
  everyMs: fc.integer({ min: 100, max: 5_000 }),
  offsetMs: fc.nat(5_000),
})

/** Speed and position of a receiver; the value says which. */
function said(
  receiver: number,
  fix: FixQuality,
  { speedAt, positionAt }: { speedAt: number; positionAt: number },
): Observation[] {
  const common = { value: receiver, rank: 0, fix }
  const position = { ...common, at: positionAt, source: `bus/${receiver}/129025` }
  return [
    { ...common, metric: 'speed_over_ground', at: speedAt, source: `bus/${receiver}/129026` },
    { ...position, metric: 'position_lat' },
    { ...position, metric: 'position_lon' },
  ]
}

/** What does not change is sent too. */
const OFTEN = { everyInterval: true }

test('position and speed are of one receiver, the best of those heard at first, and of the same one after a restart', () => {
  fc.assert(
    fc.property(fc.array(receiver, { minLength: 2, maxLength: 4 }), (receivers) => {
      const heard = receivers
        .flatMap(({ grade, satellites, everyMs, offsetMs }, i) =>
          Array.from({ length: Math.floor(100_000 / everyMs) }, (_, n) => {
            const at = offsetMs + n * everyMs
            return said(i, { grade, satellites }, { speedAt: at, positionAt: at })
          }),
        )
        .flat()
        .sort((a, b) => a.at - b.at)
      const chosenBy = (admit: Admission) =>
        Object.fromEntries(admit.seriesSeen().map(({ metric, chosen }) => [metric, chosen]))
      const admit = admission(OFTEN)
      for (const one of heard) {
        const told = admit(one)
        if (told && one.at > 40_000) assert.equal(`bus/${told.value}/129025`, chosenBy(admit).position_lat)
      }
      const { position_lat, speed_over_ground } = chosenBy(admit)
      assert.equal(speed_over_ground, position_lat?.replace('129025', '129026'))
      const [best] = receivers.toSorted((a, b) => b.grade - a.grade || b.satellites - a.satellites)
      const chosen = receivers[Number(position_lat?.split('/')[1])]!
      assert.deepEqual([chosen.grade, chosen.satellites], [best!.grade, best!.satellites])

      const again = admission(OFTEN, undefined, restarted(admit))
      for (const one of heard.toReversed().map((one) => ({ ...one, at: 200_000 - one.at }))) {
        const told = again(one)
        if (told) assert.equal(`bus/${told.value}/129025`, position_lat)
      }
    }),
    { numRuns: 50 },
  )
})

const unsteady = fc.record({
  fixes: fc.array(fc.record({ grade: fc.nat(3), satellites: fc.nat(12) }), { minLength: 1, maxLength: 4 }),
  everyMs: fc.integer({ min: 100, max: 5_000 }),
  positionAfterMs: fc.nat(10_000),
  speedAfterMs: fc.nat(10_000),
})

test('where fixes come and go and speeds are heard before positions, the two are still of one receiver', () => {
  fc.assert(
    fc.property(fc.array(unsteady, { minLength: 2, maxLength: 4 }), (receivers) => {
      const heard = receivers
        .flatMap(({ fixes, everyMs, positionAfterMs, speedAfterMs }, i) =>
          Array.from({ length: Math.floor(100_000 / everyMs) }, (_, n) => {
            const [speedAt, positionAt] = [speedAfterMs + n * everyMs, positionAfterMs + n * everyMs]
            return said(i, fixes[n % fixes.length]!, { speedAt, positionAt })
          }),
        )
        .flat()
        .sort((a, b) => a.at - b.at)
      const admit = admission(OFTEN)
      const givers = new Set<number | undefined>()
      // Until then the best may still be chosen, of each; afterwards all are heard regularly.
      for (const one of heard) {
        const told = admit(one)
        if (told && one.at > 60_000 && one.at < 90_000) givers.add(told.value)
      }
      assert.equal(givers.size, 1, `of ${[...givers]}`)
    }),
    { numRuns: 100 },
  )
})

const speed = (source: string, at: number): Observation => ({
  metric: 'speed_over_ground',
  value: 5,
  at,
  source,
  rank: 0,
})

test('a receiver without speed does not keep another from giving it', () => {
  const admit = admission()
  for (let at = 0; at < 100_000; at += 1_000) {
    for (const metric of ['position_lat', 'position_lon'] as const)
      admit({ metric, value: 5, at, source: 'n0183/GP/GLL', rank: 0 })
    admit(speed('n0183/II/VTG', at))
  }
  assert.deepEqual(
    admit
      .seriesSeen()
      .map(({ chosen }) => chosen)
      .sort(),
    ['n0183/GP/GLL', 'n0183/II/VTG'],
  )
})

test('a device keeps its place with a new address, and its name is known though it says it only when the bus is switched on', () => {
  const device = { id: 'Airmar 1', names: ['DST810', 'DST810 0012345'] }
  const depth = (source: string, at: number, more: Partial<Observation> = {}): Observation => ({
    ...{ metric: 'depth', value: 5, at, source, rank: 0 },
    ...more,
  })
  const first = admission()
  for (let at = 0; at < 40_000; at += 1_000) first(depth('bus/36/128267', at, { device }))
  const choices = restarted(first)
  assert.deepEqual(choices.chosen['depth/'], { source: 'bus/36/128267', id: 'Airmar 1' })

  const moved = admission({}, undefined, choices)
  moved(depth('bus/36/128267', 0, { device: { id: 'Garmin 2', names: [] } }))
  moved(depth('bus/40/128267', 1_000, { device: { id: 'Airmar 1', names: [] } }))
  assert.equal(moved.seriesSeen()[0]?.chosen, 'bus/40/128267')

  const pinned = admission({ sources: { depth: ['dst810'] } }, undefined, choices)
  pinned(depth('bus/36/128267', 0))
  assert.deepEqual(
    pinned.seriesSeen().map(({ chosen, pinned }) => [chosen, pinned]),
    [['bus/36/128267', true]],
  )
  assert.deepEqual(pinned.namesOf('bus/36/128267'), device.names)
})

test('a choice that cannot be read is none', () => {
  for (const broken of [
    null,
    5,
    {},
    { chosen: {}, devices: { a: { names: [1] } } },
    { chosen: { a: {} }, devices: {} },
  ])
    assert.throws(() => readChoices(broken), TypeError)
})
