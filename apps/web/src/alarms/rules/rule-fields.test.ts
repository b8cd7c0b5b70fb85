import assert from 'node:assert/strict'
import { test } from 'node:test'
import { METRIC_NAMES, type Metric } from '@binnacle/contract/metrics'
import { READY_MADE_RULES } from '@binnacle/contract/ready-made-rules'
import { displayOf, fromReader, type Units } from '../../format/units.ts'
import { alarmRule } from '../../testing/boat.ts'
import {
  changeOf,
  fieldsOf,
  isUsual,
  kindsFor,
  lackingOf,
  newFields,
  newRuleOf,
  ofReadyMade,
  problemsOf,
} from './rule-fields.ts'

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

type What = Parameters<typeof newFields>[0]
const newOf = (what: What, display = metric) => newFields(what, display, 'en')

test('a new rule is whole for each kind, and as the ready-made one where there is one', () => {
  const made = (what: What, some: object = {}) => newRuleOf({ ...newOf(what), ...some }, metric, 'en')
  assert.deepEqual(made('engine_coolant_temp'), {
    ...{ kind: 'above', metric: 'engine_coolant_temp', limit: 98, margin: 4, hold_s: 10, severity: 'alarm' },
  })
  assert.deepEqual(made('engine_oil_pressure'), {
    ...{ kind: 'below', metric: 'engine_oil_pressure', limit: 100, margin: 30, hold_s: 10, severity: 'alarm' },
    applies: 'engine_running',
  })
  assert.deepEqual(made('water_temp', { limit: '30', instance: 'keel' }), {
    ...{ kind: 'above', metric: 'water_temp', instance: 'keel', limit: 30, margin: 0.9, hold_s: 10, severity: 'alarm' },
  })
  assert.deepEqual(made('silent', { limit: '12' }), { kind: 'silent', limit: 12, severity: 'warning' })
  assert.deepEqual(made('fault'), { kind: 'fault', metric: 'fault_code', hold_s: 0, severity: 'warning' })
  assert.deepEqual(made('shore_power'), {
    ...{ kind: 'below', metric: 'shore_power', limit: 0.5, hold_s: 60, severity: 'warning' },
    applies: 'at_rest',
  })
  assert.deepEqual(made('starter_below', { limit: '12.4' }), {
    ...{ kind: 'starter_below', metric: 'battery_voltage', limit: 12.4, margin: 0.2, hold_s: 300, severity: 'warning' },
  })
  assert.deepEqual(made('hours_stuck', { limit: '4' }), {
    ...{ kind: 'hours_stuck', metric: 'engine_hours', limit: 4, severity: 'alarm' },
  })
})

test('the usual side of a limit comes first', () => {
  assert.deepEqual(kindsFor('depth'), ['below', 'above'])
  assert.deepEqual(kindsFor('water_temp'), ['above', 'below'])
  assert.deepEqual(kindsFor('battery_voltage'), ['bank_below', 'above', 'below'])
  assert.deepEqual(kindsFor('bilge_pump_cycles'), ['sum_above'])
  assert.deepEqual(kindsFor('bilge_water'), ['above'])
})

test('every ready-made rule is as usual, and nothing of it is lacking where they all are', () => {
  const all = READY_MADE_RULES.map((rule) => alarmRule(rule))
  assert.deepEqual(
    all.filter((rule) => !isUsual(rule)),
    [],
  )
  assert.deepEqual(lackingOf(all), [])
  assert.deepEqual(lackingOf(all.slice(1)).map(ofReadyMade), [
    {
      ...{ kind: 'above', metric: 'bilge_water', limit: 0.5, margin: 0, hold_s: 0 },
      applies: 'always',
      severity: 'alarm',
      enabled: true,
    },
  ])
  const others = [{ hold_s: 20 }, { applies: 'under_way' }, { margin: 3 }, { camera_id: 'x' }] as const
  assert.deepEqual(
    others.map((other) => isUsual(alarmRule(other))),
    [false, false, false, false],
  )
  const sea = { metric: 'water_temp', limit: 30, hold_s: 10 } as const
  assert.deepEqual(
    [0.9, 1].map((margin) => isUsual(alarmRule({ ...sea, margin }))),
    [true, false],
  )
})

test('a limit must be a number, a time whole seconds of an hour at most', () => {
  const fields = newOf('engine_coolant_temp')
  assert.deepEqual(problemsOf(fields, 'en'), [])
  assert.deepEqual(problemsOf({ ...fields, limit: 'hot' }, 'en'), ['limit'])
  assert.deepEqual(problemsOf({ ...fields, limit: '', hold: 3601 }, 'en'), ['limit', 'hold'])
  assert.deepEqual(problemsOf({ ...newOf('bilge_water'), limit: '' }, 'en'), [])
})

test('a circle has its middle and a radius in the reader’s unit; conditions and margins are sent when they were entered', () => {
  const fields = { ...newOf('outside', us), limit: '164.04', place: { lat: 54.5, lon: 10 } }
  assert.deepEqual(newRuleOf(fields, us, 'en'), {
    ...{ kind: 'outside', limit: 50, lat: 54.5, lon: 10, margin: 1.5, hold_s: 10, severity: 'alarm' },
  })
  assert.deepEqual(problemsOf({ ...fields, place: null, limit: '0' }, 'en'), ['limit', 'place'])
  const hot = { ...newOf('engine_coolant_temp', us), limit: '212', margin: '5.4', applies: 'under_way' } as const
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
  assert.deepEqual(newRuleOf(newOf('task_overdue'), us, 'en'), { kind: 'task_overdue', severity: 'warning' })
})
