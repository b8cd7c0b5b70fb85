import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { InspectionPoint, Verdict } from '@binnacle/contract'
import { countOf, findingsOf, firstOpen, judged, keyMeaning, sectionsOf } from './walk.ts'

const walk = (...parts: [section: string, verdict: Verdict | null][]) =>
  parts.map(([section, verdict], i) => ({ id: String(i), section, verdict })) as InspectionPoint[]
const points = walk(
  ['Engine', 'attention'],
  ['Engine', 'non_operational'],
  ['Rig', null],
  ['Rig', 'operational'],
  ['Safety', 'attention'],
)

test('sections in the order of the walk', () => {
  assert.deepEqual(
    sectionsOf(points).map(({ name, points }) => [name, points.length]),
    [
      ['Engine', 2],
      ['Rig', 2],
      ['Safety', 1],
    ],
  )
})

test('it goes on at the first point that was not judged, or at the end', () => {
  assert.equal(firstOpen(points), 2)
  assert.equal(firstOpen(walk(['Rig', 'operational'])), 1)
  assert.equal(firstOpen([]), 0)
})

test('counts, and what was found with the worst first', () => {
  assert.deepEqual([judged(points), countOf(points, 'attention')], [4, 2])
  assert.deepEqual(
    findingsOf(points).map(({ id }) => id),
    ['1', '0', '4'],
  )
})

test('keys', () => {
  assert.deepEqual(['1', '2', '3', 'ArrowRight', 'ArrowLeft', 'x'].map(keyMeaning), [
    'operational',
    'attention',
    'non_operational',
    1,
    -1,
    null,
  ])
})
