import assert from 'node:assert/strict'
import { test } from 'node:test'
import { METRIC_NAMES, type Metric } from '@binnacle/contract/metrics'
import { displayOf, fromReader, type Units } from '../../format/units.ts'
import { alarmRule } from '../../testing/boat.ts'
import { changeOf, emptyFields, fieldsOf, newRuleOf, problemsOf } from './rule-fields.ts'

const displayIn = (units: Units) => (metric: Metric) => displayOf(metric, units, 'en')
const us = displayIn('us')
const metric = displayIn('metric')

test('every unit goes back to the metric’s own', () => {
  for (const name of METRIC_NAMES)
    for (const units of ['us', 'metric'] as const) {
      const display = displayOf(name, units, 'en')
      assert.ok(Math.abs(fromReader(display, display.convert(37)) - 37) < 1e-9, name)
    }
})

test('a limit is shown and entered in the reader’s unit; what was not touched stays as it was', () => {
  const rule = alarmRule()
  const before = fieldsOf(rule, us, 'en')
  assert.equal(before.limit, '208.4')
  assert.deepEqual(changeOf(before, before, us, 'en'), {})
  assert.deepEqual(changeOf({ ...before, limit: '212' }, before, us, 'en'), { limit: 100 })
  const psi = fieldsOf(alarmRule({ metric: 'engine_oil_pressure', kind: 'below', limit: 100 }), us, 'en')
  assert.equal(psi.limit, '14.5')
  assert.deepEqual(changeOf({ ...psi, limit: '20', hold: 5, severity: 'warning' }, psi, us, 'en'), {
    limit: 137.9,
    hold_s: 5,
    severity: 'warning',
  })
  assert.equal(fieldsOf(alarmRule({ limit: 97.5 }), metric, 'de').limit, '97,5')
})

test('a new rule is whole for each kind', () => {
  const fields = { ...emptyFields(), limit: '100' }
  const made = (some: Partial<typeof fields>) => newRuleOf({ ...fields, ...some }, metric, 'en')
  assert.deepEqual(made({}), {
    ...{ kind: 'above', metric: 'engine_coolant_temp', limit: 100, margin: 3, hold_s: 10, severity: 'alarm' },
  })
  assert.deepEqual(made({ what: 'silent', kind: 'silent', limit: '12' }), {
    ...{ kind: 'silent', limit: 12, severity: 'alarm' },
  })
  assert.deepEqual(made({ what: 'fault_code', kind: 'fault' }), {
    ...{ kind: 'fault', metric: 'fault_code', hold_s: 10, severity: 'alarm' },
  })
  assert.deepEqual(made({ what: 'shore_power', kind: 'below', limit: '' }), {
    ...{ kind: 'below', metric: 'shore_power', limit: 0.5, hold_s: 10, severity: 'alarm' },
  })
})

test('a limit must be a number, a time whole seconds of an hour at most', () => {
  const fields = { ...emptyFields(), limit: '98' }
  assert.deepEqual(problemsOf(fields, 'en'), [])
  assert.deepEqual(problemsOf({ ...fields, limit: 'hot' }, 'en'), ['limit'])
  assert.deepEqual(problemsOf({ ...fields, limit: '', hold: 3601 }, 'en'), ['limit', 'hold'])
  assert.deepEqual(problemsOf({ ...fields, what: 'bilge_water', limit: '' }, 'en'), [])
})

test('a circle has its middle and a radius in the reader’s unit; conditions and margins are sent when they were entered', () => {
  const place = { lat: 54.5, lon: 10 }
  const fields = { ...emptyFields(), what: 'outside', kind: 'outside', limit: '164.04', place } as const
  assert.deepEqual(newRuleOf(fields, us, 'en'), {
    ...{ kind: 'outside', limit: 50, lat: 54.5, lon: 10, margin: 1.5, hold_s: 10, severity: 'alarm' },
  })
  assert.deepEqual(problemsOf({ ...fields, place: null, limit: '0' }, 'en'), ['limit', 'place'])
  const hot = { ...emptyFields(), limit: '212', margin: '5.4', applies: 'under_way' } as const
  assert.deepEqual(newRuleOf(hot, us, 'en'), {
    ...{ kind: 'above', metric: 'engine_coolant_temp', limit: 100, margin: 3, hold_s: 10, severity: 'alarm' },
    applies: 'under_way',
  })
  const before = fieldsOf(alarmRule(), us, 'en')
  assert.equal(before.margin, '7.2')
  assert.deepEqual(changeOf({ ...before, margin: '1.8', applies: 'at_rest' }, before, us, 'en'), {
    margin: 1,
    applies: 'at_rest',
  })
  const overdue = { ...emptyFields(), what: 'task_overdue', kind: 'task_overdue' } as const
  assert.deepEqual(newRuleOf(overdue, us, 'en'), { kind: 'task_overdue', severity: 'alarm' })
})
