import assert from 'node:assert/strict'
import { test } from 'node:test'
import { alarmLine } from './words.ts'

const of = { metric: null, instance: null, value: null, text: null }
const voltage = (limit: number, value: number | null) =>
  alarmLine({ ...of, kind: 'below', metric: 'battery_voltage', limit, value }, 'en')

test('a limit is said as its owner set it, and a value so that it differs from it', () => {
  assert.equal(voltage(12, 11.5), 'Battery voltage below 12\u00a0V: 11.5\u00a0V')
  assert.equal(voltage(12.04, 12.03), 'Battery voltage below 12.04\u00a0V: 12.03\u00a0V')
  assert.equal(voltage(12, 11.96), 'Battery voltage below 12\u00a0V: 11.96\u00a0V')
  assert.equal(voltage(12.04, null), 'Battery voltage below 12.04\u00a0V')
  assert.equal(voltage(12.3456, 12), 'Battery voltage below 12.346\u00a0V: 12\u00a0V')
})

test('one hour is an hour, one day a day', () => {
  const said = (kind: 'silent' | 'key_expiring', limit: number) => [
    alarmLine({ ...of, kind, limit, text: 'Pi' }, 'en'),
    alarmLine({ ...of, kind, limit, text: 'Pi' }, 'de'),
  ]
  assert.deepEqual(said('silent', 1), ['Nothing came from the boat for 1 hour', 'Seit 1 Stunde kam nichts vom Boot'])
  assert.deepEqual(said('silent', 2), ['Nothing came from the boat for 2 hours', 'Seit 2 Stunden kam nichts vom Boot'])
  assert.deepEqual(said('key_expiring', 1), [
    'The access key “Pi” expires in 1 day or less',
    'Der Zugangsschlüssel „Pi“ läuft in höchstens 1 Tag ab',
  ])
})
