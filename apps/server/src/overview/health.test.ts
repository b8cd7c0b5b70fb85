import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DUE_STATUSES, type DueStatus } from '@binnacle/contract'
import fc from 'fast-check'
import { type HealthFacts, healthOf, type TaskState } from './health.ts'

const state = (status: DueStatus, some: Partial<TaskState> = {}): TaskState => ({
  status,
  logged: true,
  safety: false,
  ...some,
})
const NEVER = state('ok', { logged: false })
const many = (count: number, of: TaskState): TaskState[] => Array(count).fill(of)
const health = (tasks: TaskState[], facts: Partial<HealthFacts> = {}) =>
  healthOf({ tasks, inspectionScore: null, safetyFindings: 0, alarms: 0, ...facts })
const score = (...given: Parameters<typeof health>) => health(...given).score
const why = (...given: Parameters<typeof health>) => health(...given).reasons.map(({ code, count }) => [code, count])

test('health is 100 less 15 for each overdue and 5 for each task that is due soon', () => {
  assert.equal(score([state('ok'), state('ok')]), 100)
  assert.equal(score([state('overdue'), state('due_soon'), state('due_soon'), state('ok')]), 75)
})

test('health is not below 0', () => assert.equal(score(many(7, state('overdue'))), 0))

test('health is the average with the last inspection, rounded', () => {
  assert.equal(score([state('due_soon')], { inspectionScore: 80 }), 88)
  assert.equal(score([state('ok')], { inspectionScore: 0 }), 50)
})

test('health is the inspection alone without a task, and null with neither', () => {
  assert.equal(score([], { inspectionScore: 63 }), 63)
  assert.equal(score([]), null)
})

test('a boat whose tasks were never logged has no score: nobody knows how she is', () => {
  assert.equal(score(many(42, NEVER)), null)
  assert.deepEqual(why(many(42, NEVER)), [['never_logged', 42]])
  assert.equal(score([...many(41, NEVER), state('ok')]), null)
  // Most of it is known: what is not is no loss, but it is said.
  assert.equal(score([...many(20, NEVER), ...many(22, state('ok'))]), 100)
  assert.deepEqual(why([NEVER, state('ok')]), [['never_logged', 1]])
})

test('a good inspection does not make a boat green whose tasks nobody knows', () => {
  assert.equal(score(many(42, NEVER), { inspectionScore: 97 }), 79)
})

test('a task that is due by its start is known, logged or not', () => {
  assert.equal(score([state('overdue', { logged: false }), state('ok')]), 85)
})

test('never green while a safety item is open or an alarm stands, and why', () => {
  assert.equal(score([state('ok')], { inspectionScore: 97, safetyFindings: 1 }), 79)
  assert.equal(score([state('ok')], { alarms: 1 }), 79)
  const safety = { safety: true }
  for (const open of [state('overdue', safety), state('ok', { ...safety, logged: false })])
    assert.equal(score([open, ...many(9, state('ok'))]), 79)
  for (const settled of [state('ok', safety), state('due_soon', safety)])
    assert.ok(score([settled, ...many(9, state('ok'))])! > 79)
  const all = [state('overdue', safety), state('due_soon'), NEVER, state('ok')]
  assert.deepEqual(why(all, { inspectionScore: 97, safetyFindings: 2, alarms: 1 }), [
    ['alarm', 1],
    ['safety_finding', 2],
    ['safety_task', 1],
    ['overdue', 1],
    ['due_soon', 1],
    ['never_logged', 1],
    ['inspection', 97],
  ])
})

test('an open item does not raise a low score', () => {
  assert.equal(score(many(3, state('overdue')), { alarms: 1 }), 55)
})

const anyState = fc.record({
  status: fc.constantFrom(...DUE_STATUSES),
  logged: fc.boolean(),
  safety: fc.boolean(),
})
const anyFacts = fc.record({
  tasks: fc.array(anyState, { maxLength: 12 }),
  inspectionScore: fc.option(fc.integer({ min: 0, max: 100 })),
  safetyFindings: fc.nat(3),
  alarms: fc.nat(3),
})

test('property: a whole percentage, with a reason whenever it is not 100', () => {
  fc.assert(
    fc.property(anyFacts, (facts) => {
      const { score, reasons } = healthOf(facts)
      assert.ok(score === null || (Number.isInteger(score) && score >= 0 && score <= 100))
      const nothing = facts.tasks.length === 0 && facts.inspectionScore === null
      assert.ok(score === 100 || reasons.length > 0 || nothing)
      const open = reasons.some(({ code }) => code === 'alarm' || code.startsWith('safety'))
      assert.ok(!open || score === null || score < 80)
    }),
  )
})

test('property: a task that becomes more urgent never raises health', () => {
  fc.assert(
    fc.property(anyFacts, fc.boolean(), ({ tasks, ...facts }, safety) => {
      const [ok, soon, overdue] = DUE_STATUSES.map(
        (status) => healthOf({ ...facts, tasks: [...tasks, state(status, { safety })] }).score ?? 101,
      )
      assert.ok(ok! >= soon! && soon! >= overdue!)
    }),
  )
})
