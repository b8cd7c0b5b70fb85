import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { chooseSource, SOURCE_SILENT_MS, type Source, type SourcePriorities, sourceRanking } from './source.ts'

const chosen = { source: '36/128267', rank: 5, at: 1_000 }

test('the first source heard is taken', () => assert.equal(chooseSource(undefined, chosen), chosen))

test('another of the same rank does not take its place', () => {
  assert.equal(chooseSource(chosen, { source: '37/128267', rank: 5, at: 1_000 + SOURCE_SILENT_MS }), chosen)
})

test('a preferred one does', () => {
  const better = { source: '36/130310', rank: 4, at: 1_001 }
  assert.equal(chooseSource(chosen, better), better)
})

test('so does any once the chosen one has fallen silent', () => {
  const other = { source: '37/128267', rank: 9, at: 1_001 + SOURCE_SILENT_MS }
  assert.equal(chooseSource(chosen, other), other)
})

test('the chosen one is remembered as heard', () => {
  assert.equal(chooseSource(chosen, { ...chosen, at: 9_000 }).at, 9_000)
})

test('a preferred one that was silent takes its place back once it speaks regularly', () => {
  const preferred = { source: '36/130310', rank: 4, at: 1_001 }
  assert.equal(chooseSource(chosen, { ...preferred, gap: SOURCE_SILENT_MS + 1 }), chosen)
  assert.equal(chooseSource(chosen, { ...preferred, gap: SOURCE_SILENT_MS }).source, preferred.source)
})

const periodic = fc.record({
  rank: fc.nat(3),
  everyMs: fc.oneof(fc.integer({ min: 1_000, max: 5_000 }), fc.integer({ min: 20_000, max: 100_000 })),
  offsetMs: fc.nat(60_000),
})

test('sources that keep their pace, whatever it is, do not take turns', () => {
  fc.assert(
    fc.property(fc.array(periodic, { minLength: 2, maxLength: 4 }), (sources) => {
      const heard = sources
        .flatMap(({ rank, everyMs, offsetMs }, i) =>
          Array.from({ length: 1_500_000 / everyMs }, (_, n): Source => {
            return { source: String(i), rank, at: offsetMs + n * everyMs, gap: n === 0 ? undefined : everyMs }
          }),
        )
        .sort((a, b) => a.at - b.at)
      let now: Source | undefined
      for (const candidate of heard) {
        const next = chooseSource(now, candidate)
        // By then each has been heard at least twice.
        if (candidate.at > 500_000 && candidate.at < 1_400_000) assert.equal(next.source, now?.source)
        now = next
      }
    }),
  )
})

const rank = (source: string, priorities: SourcePriorities, instance?: string) =>
  sourceRanking(priorities)({ metric: 'depth', instance, source, rank: 5 })

test('listed sources come before the others, in the order of the list', () => {
  const sources = { depth: ['n2k/35', 'signalk/*/depth', 'n0183'] }
  assert.equal(rank('n2k/35/128267', sources), -3)
  assert.equal(rank('signalk/ydg-nmea-2000.1c/depth', sources), -2)
  assert.equal(rank('n0183', sources), -1)
  assert.equal(rank('n2k/36/128267', sources), 5)
})

test('a name is matched by its parts, and what looks like a pattern of another kind is not one', () => {
  assert.equal(rank('n2k/351/128267', { depth: ['n2k/35'] }), 5)
  assert.equal(rank('n2k/35/128267', { depth: ['n2k/*'] }), -1)
  assert.equal(rank('a/b/c', { depth: ['*/c'] }), 5)
  assert.equal(rank('ydgx1c', { depth: ['ydg.1c'] }), 5)
})

test("a list for an instance is used instead of its metric's", () => {
  const sources: SourcePriorities = { depth: ['a'], 'depth/keel': ['b', 'c'] }
  assert.deepEqual(
    ['a', 'b', 'c'].map((source) => rank(source, sources, 'keel')),
    [5, -2, -1],
  )
})
