import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { SOURCE_SILENT_MS } from '../readings/reading.ts'
import { chooseSource, type Source, type SourcePriorities, sourceRanking } from './source.ts'

const source = (name: string, more: Partial<Source> = {}): Source => ({
  source: name,
  claim: 1,
  merit: [5],
  at: 1_000,
  ...more,
})
const chosen = source('36/128267')
const LATE = 1_001 + SOURCE_SILENT_MS

function choose(now: Source | undefined, candidate: Source, { settled = true, heard = [] as Source[] } = {}): Source {
  return chooseSource(now, candidate, { settled, heard: () => heard, silent: SOURCE_SILENT_MS })
}

test('the first source heard is taken', () => assert.equal(choose(undefined, chosen), chosen))

test('while the choice is not settled, one with more merit takes its place; afterwards it does not', () => {
  const better = source('36/130312', { merit: [4], at: 1_001 })
  assert.equal(choose(chosen, better, { settled: false }), better)
  assert.equal(choose(chosen, better), chosen)
  assert.equal(choose(chosen, source('37/128267', { at: 1_001 }), { settled: false }), chosen, 'as good')
})

test('of two messages of one receiver the upper one counts, whatever each said of the fix a moment ago', () => {
  const rapid = source('7/129025', { merit: [-2, -9, 0] })
  const gnss = source('7/129029', { merit: [-2, -12, 1], at: 1_001 })
  assert.equal(choose(rapid, gnss, { settled: false }), rapid)
  assert.equal(choose(gnss, { ...rapid, at: 1_002 }, { settled: false }).source, rapid.source)
})

test('merit is compared number by number', () => {
  const dgnss = source('1/129025', { merit: [-2, -5, 9] })
  assert.equal(choose(dgnss, source('2/129025', { merit: [-1, -12, 0] }), { settled: false }), dgnss)
  const more = source('2/129025', { merit: [-2, -6, 10] })
  assert.equal(choose(dgnss, more, { settled: false }), more)
})

test('once the chosen one has fallen silent, any other takes its place, unless a better one speaks', () => {
  const other = source('37/128267', { merit: [9], at: LATE })
  assert.equal(choose(chosen, { ...other, at: LATE - 1 }), chosen)
  assert.equal(choose(chosen, other), other)
  const better = source('38/128267', { at: LATE - SOURCE_SILENT_MS })
  assert.equal(choose(chosen, other, { heard: [chosen, better] }), chosen)
  assert.equal(choose(chosen, other, { heard: [chosen, { ...better, at: better.at - 1 }] }), other)
})

test('a better claim takes the place of one that speaks, if it speaks regularly itself', () => {
  const claims = source('37/130312', { claim: 0, merit: [9], at: 1_001 })
  assert.equal(choose(chosen, claims), claims)
  assert.equal(choose(chosen, { ...claims, gap: SOURCE_SILENT_MS + 1 }), chosen)
  assert.equal(choose(chosen, { ...claims, gap: SOURCE_SILENT_MS }).source, claims.source)
})

test('the chosen one is remembered as heard', () => {
  assert.equal(choose(chosen, { ...chosen, at: 9_000 }).at, 9_000)
})

test('a device is known by its own name where it has told it, whatever its address', () => {
  const named = source('36/128267', { id: 'Airmar 1' })
  const moved = source('40/128267', { id: 'Airmar 1', at: 2_000 })
  assert.equal(choose(named, moved), moved)
  assert.equal(choose(named, source('40/130310', { id: 'Airmar 1', at: 2_000 })), named, 'another message')
  assert.equal(choose(named, source('36/128267', { id: 'Garmin 2', at: 2_000 })), named, 'another device')
  assert.equal(choose(named, source('36/128267', { at: 2_000 })).at, 2_000, 'it has not told it again')
})

const periodic = fc.record({
  claim: fc.nat(3),
  everyMs: fc.oneof(fc.integer({ min: 1_000, max: 5_000 }), fc.integer({ min: 20_000, max: 100_000 })),
  offsetMs: fc.nat(60_000),
})

test('sources that keep their pace, whatever it is, do not take turns', () => {
  fc.assert(
    fc.property(fc.array(periodic, { minLength: 2, maxLength: 4 }), (sources) => {
      const heard = sources
        .flatMap(({ claim, everyMs, offsetMs }, i) =>
          Array.from({ length: 1_500_000 / everyMs }, (_, n): Source => {
            return source(String(i), { claim, at: offsetMs + n * everyMs, gap: n === 0 ? undefined : everyMs })
          }),
        )
        .sort((a, b) => a.at - b.at)
      const last = new Map<string, Source>()
      let now: Source | undefined
      for (const candidate of heard) {
        last.set(candidate.source, candidate)
        const next = choose(now, candidate, { settled: candidate.at > 90_000, heard: [...last.values()] })
        // By then each has been heard at least twice.
        if (candidate.at > 500_000 && candidate.at < 1_400_000) assert.equal(next.source, now?.source)
        now = next
      }
    }),
  )
})

const claim = (of: string, priorities: SourcePriorities, more: { instance?: string; names?: string[] } = {}) =>
  sourceRanking(priorities)({ metric: 'depth', source: of, rank: 5, ...more }, { names: more.names ?? [] }).claim

test('listed sources come before the others, in the order of the list', () => {
  const sources = { depth: ['n2k/35', 'signalk/*/depth', 'n0183'] }
  assert.equal(claim('n2k/35/128267', sources), -3)
  assert.equal(claim('signalk/ydg-nmea-2000.1c/depth', sources), -2)
  assert.equal(claim('n0183', sources), -1)
  assert.equal(claim('n2k/36/128267', sources), 1)
})

test('a name is matched by its parts, and what looks like a pattern of another kind is not one', () => {
  assert.equal(claim('n2k/351/128267', { depth: ['n2k/35'] }), 1)
  assert.equal(claim('n2k/35/128267', { depth: ['n2k/*'] }), -1)
  assert.equal(claim('a/b/c', { depth: ['*/c'] }), 1)
  assert.equal(claim('ydgx1c', { depth: ['ydg.1c'] }), 1)
})

test("the owner lists a device by its own name as well as by its place, and need not write it in the device's letters", () => {
  const names = ['DST810', 'DST810 0012345']
  for (const listed of ['dst810', 'DST810 0012345', 'DST*', 'n2k/35'])
    assert.equal(claim('n2k/35/128267', { depth: [listed] }, { names }), -1, listed)
  assert.equal(claim('n2k/35/128267', { depth: ['DST8'] }, { names }), 1)
})

test("a list for an instance is used instead of its metric's", () => {
  const sources: SourcePriorities = { depth: ['a'], 'depth/keel': ['b', 'c'] }
  assert.deepEqual(
    ['a', 'b', 'c'].map((of) => claim(of, sources, { instance: 'keel' })),
    [1, -2, -1],
  )
})

test('the receiver of the position before others, a stopgap after them, and a better fix before a better message', () => {
  const standing = sourceRanking({})
  const speed = { metric: 'speed_over_ground', source: 'n2k/3/129026', rank: 5 } as const
  assert.equal(standing(speed, undefined, 'n2k/3').claim, 0)
  assert.equal(standing(speed, undefined, 'n2k/30').claim, 1)
  assert.equal(standing({ ...speed, stopgap: true }).claim, 2)
  assert.deepEqual(standing({ ...speed, fix: { grade: 2, satellites: 9 } }).merit, [-2, -9, 5])
})
