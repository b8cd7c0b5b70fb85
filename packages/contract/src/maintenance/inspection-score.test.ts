import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { inspectionScore } from './inspection-score.ts'
import { VERDICTS } from './maintenance.ts'

test('operational counts 1, attention a half, non_operational 0, in percent, rounded', () => {
  assert.equal(inspectionScore(['operational', 'operational']), 100)
  assert.equal(inspectionScore(['operational', 'attention', 'non_operational']), 50)
  assert.equal(inspectionScore(['operational', 'operational', 'non_operational']), 67)
})

test('points without a verdict do not count; without any verdict there is no score', () => {
  assert.equal(inspectionScore(['attention', null, null]), 50)
  assert.equal(inspectionScore([null]), null)
  assert.equal(inspectionScore([]), null)
})

test('property: the score is the mean of what each verdict is worth', () => {
  const worth = { operational: 100, attention: 50, non_operational: 0 }
  fc.assert(
    fc.property(fc.array(fc.option(fc.constantFrom(...VERDICTS)), { maxLength: 300 }), (verdicts) => {
      const points = verdicts.flatMap((verdict) => (verdict ? [worth[verdict]] : []))
      const mean = points.reduce((sum, one) => sum + one, 0) / points.length
      assert.equal(inspectionScore(verdicts), points.length === 0 ? null : Math.round(mean))
    }),
  )
})
