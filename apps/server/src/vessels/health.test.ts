import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DUE_STATUSES } from '@binnacle/contract'
import fc from 'fast-check'
import { healthScore } from './health.ts'

const statuses = fc.array(fc.constantFrom(...DUE_STATUSES), { maxLength: 12 })
const score = fc.option(fc.integer({ min: 0, max: 100 }))

test('health is 100 less 15 for each overdue and 5 for each task that is due soon', () => {
  assert.equal(healthScore(['ok', 'ok'], null), 100)
  assert.equal(healthScore(['overdue', 'due_soon', 'due_soon', 'ok'], null), 75)
})

test('health is not below 0', () => assert.equal(healthScore(Array(7).fill('overdue'), null), 0))

test('health is the average with the last inspection, rounded', () => {
  assert.equal(healthScore(['due_soon'], 80), 88)
  assert.equal(healthScore(['ok'], 0), 50)
})

test('health is the inspection alone without a task, and null with neither', () => {
  assert.equal(healthScore([], 63), 63)
  assert.equal(healthScore([], null), null)
})

test('property: a whole percentage, and null only with neither', () => {
  fc.assert(
    fc.property(statuses, score, (tasks, inspection) => {
      const health = healthScore(tasks, inspection)
      if (tasks.length === 0 && inspection === null) return health === null
      return health !== null && Number.isInteger(health) && health >= 0 && health <= 100
    }),
  )
})

test('property: a task that becomes more urgent never raises health', () => {
  fc.assert(
    fc.property(statuses, score, (others, inspection) => {
      const [ok, soon, overdue] = DUE_STATUSES.map((status) => healthScore([...others, status], inspection)!)
      return ok! >= soon! && soon! >= overdue!
    }),
  )
})
