import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Metric } from '@binnacle/contract/metrics'
import { displayOf } from '../format/units.ts'
import { alarmRule } from '../testing/boat.ts'
import { NO_LINE } from './columns.ts'
import { limitsOf } from './limits.ts'

const line = (metric: Metric, instance: string | null, last: number | null = null) => ({
  metric,
  instance,
  convert: displayOf(metric, 'us', 'en').convert,
  line: { ...NO_LINE, last: [last] },
})

test('the limits of a pane are in the reader’s unit, each once for all its lines', () => {
  const lines = [line('engine_coolant_temp', 'port'), line('engine_coolant_temp', 'starboard')]
  const [limit, ...more] = limitsOf(lines, [alarmRule(), alarmRule({ severity: 'warning', enabled: false })])
  assert.deepEqual([Math.round(limit!.value * 10) / 10, limit!.side, limit!.tone, more], [208.4, 'above', 'late', []])
})

test('a battery’s limit is that of its bank; rules without a limit to draw have none', () => {
  const rules = [
    alarmRule({ kind: 'bank_below', metric: 'battery_voltage', limit: 11.8, severity: 'warning' }),
    alarmRule({ metric: 'bilge_water', limit: 0.5 }),
    alarmRule({ kind: 'sum_above', metric: 'bilge_pump_cycles', limit: 6 }),
  ]
  const limits = limitsOf(
    [line('battery_voltage', 'house', 25), line('bilge_water', null), line('bilge_pump_cycles', null)],
    rules,
  )
  assert.deepEqual(limits, [{ value: 23.6, side: 'below', tone: 'soon' }])
})
