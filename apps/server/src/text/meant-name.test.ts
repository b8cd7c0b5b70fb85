import assert from 'node:assert/strict'
import { test } from 'node:test'
import { meantName } from './meant-name.ts'

const FIELDS = ['title', 'hours', 'litres', 'fuel_cost', 'engine_hours', 'cost', 'hin', 'note']

test('a name that differs from a known one in case, separators, spelling or one or two letters means that one', () => {
  for (const [unknown, meant] of [
    ['liters', 'litres'],
    ['liter', 'litres'],
    ['litre', 'litres'],
    ['Litres', 'litres'],
    ['engineHours', 'engine_hours'],
    ['engine-hours', 'engine_hours'],
    ['ENGINE_HOURS', 'engine_hours'],
    ['engne_hurs', 'engine_hours'],
    ['ttile', 'title'],
    ['hour', 'hours'],
    ['cots', 'cost'],
    ['notes', 'note'],
    ['fuelCosts', 'fuel_cost'],
  ] as const)
    assert.equal(meantName(unknown, FIELDS), meant, unknown)
})

test('any other name means none', () => {
  for (const unknown of ['id', 'vessel_id', 'owner_id', 'toString', '', '😀', 'hi', 'mist', `${'_'.repeat(99)}title`])
    assert.equal(meantName(unknown, FIELDS), undefined, unknown)
})
