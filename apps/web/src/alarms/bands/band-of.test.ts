import assert from 'node:assert/strict'
import { test } from 'node:test'
import { alarm, alarmRule, reading } from '../../testing/boat.ts'
import { bandOf } from './band-of.ts'

const coolant = (value: number, instance = 'port') =>
  reading({ metric: 'engine_coolant_temp', unit: 'C', value, instance })

test('a value beyond a limit has the rule’s severity, at once; the worse of two', () => {
  const rules = [alarmRule({ severity: 'warning', limit: 95 }), alarmRule()]
  assert.equal(bandOf(coolant(95), rules, []), null)
  assert.deepEqual(bandOf(coolant(96), rules, []), { severity: 'warning', kind: 'above', limit: 95 })
  assert.deepEqual(bandOf(coolant(99), rules, []), { severity: 'alarm', kind: 'above', limit: 98 })
})

test('a rule that is off, of another instance or of certain times says nothing by itself', () => {
  const none = [
    alarmRule({ enabled: false }),
    alarmRule({ instance: 'starboard' }),
    alarmRule({ applies: 'engine_running' }),
    alarmRule({ metric: 'water_temp' }),
  ]
  assert.equal(bandOf(coolant(120), none, []), null)
})

test('an open alarm counts until it ends, whatever the value is now', () => {
  assert.deepEqual(bandOf(coolant(97), [], [alarm()]), { severity: 'alarm', kind: 'above', limit: 98 })
  assert.equal(bandOf(coolant(97, 'starboard'), [], [alarm()]), null)
  const bank = alarm({
    kind: 'bank_below',
    metric: 'battery_voltage',
    instance: 'house',
    limit: 11.8,
    severity: 'warning',
  })
  assert.equal(bandOf(reading({ value: 23.1 }), [], [bank])?.limit, 23.6)
})
