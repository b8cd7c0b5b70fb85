import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DEMO_BOATS } from './boats.ts'
import { readingsAt } from './readings.ts'

test('tanks and batteries are between empty and full, whatever the engine has burnt', () => {
  const at = new Date('2026-07-03T10:00:00Z')
  for (const boat of DEMO_BOATS)
    for (let engineHours = 0; engineHours < 300; engineHours += 0.7)
      for (const { metric, value } of readingsAt(boat, { at, doing: 'berth', place: boat.route[0]!, engineHours }))
        if (metric.endsWith('_pct')) assert.ok(value! >= 0 && value! <= 100, `${metric} ${value} at ${engineHours} h`)
})
