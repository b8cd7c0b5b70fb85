import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { VesselOverview } from '@binnacle/contract'
import { type GuideStep, nextStep, stepsDone } from './guide-steps.ts'

const due = (ok: number, never_logged = 0) => ({ overdue: 0, due_soon: 0, ok, never_logged, next: null })
const vessel = (engine_hours: number | null) => ({ engine_hours }) as VesselOverview['vessel']
const series = [{ metric: 'depth' }] as VesselOverview['series']

test("what is done is read from the boat's own data", () => {
  const fresh = { vessel: vessel(null), due: due(0), box_count: 0, series: [], frame: null }
  assert.deepEqual([...stepsDone(fresh)], ['boat'])
  assert.deepEqual([...stepsDone({ ...fresh, vessel: vessel(0), due: due(2, 1) })], ['boat', 'hours', 'tasks'])
  assert.deepEqual(
    [...stepsDone({ vessel: vessel(5), due: due(1), box_count: 1, series, frame: null })],
    ['boat', 'hours', 'tasks', 'lastDone', 'onboardDevice', 'live'],
  )
})

test('the guide goes on with the next step that is not done, and comes back to those that were left out', () => {
  const done = (...steps: GuideStep[]) => new Set(steps)
  assert.equal(nextStep(done('boat')), 'hours')
  assert.equal(nextStep(done('boat', 'tasks'), 'hours'), 'lastDone')
  assert.equal(nextStep(done('boat', 'lastDone', 'onboardDevice', 'live'), 'tasks'), 'hours')
  assert.equal(nextStep(done('boat', 'hours', 'tasks', 'lastDone', 'onboardDevice', 'live')), null)
  assert.equal(nextStep(done('boat', 'onboardDevice', 'live'), 'onboardDevice'), 'live')
})
