import assert from 'node:assert/strict'
import { test } from 'node:test'
import { urgency } from './urgency.ts'

test('faults are urgent, and water that comes or goes, each bilge for itself', () => {
  const isUrgent = urgency()
  assert.deepEqual(
    [
      isUrgent({ metric: 'fault_code', text_value: 'overheated' }),
      isUrgent({ metric: 'depth', value: 1 }),
      isUrgent({ metric: 'bilge_water', value: 0 }),
      isUrgent({ metric: 'bilge_water', value: 1 }),
      isUrgent({ metric: 'bilge_water', value: 1 }),
      isUrgent({ metric: 'bilge_water', instance: 'aft', value: 1 }),
      isUrgent({ metric: 'bilge_water', value: 0 }),
    ],
    [true, false, false, true, false, true, true],
  )
})
