import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ROUTES, type Route } from '@binnacle/contract'
import type { TSchema } from 'typebox'
import { isOwners, meantName } from './unknown-names.ts'

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

/** The names of the fields of every object in a schema. */
function namesIn(schema: TSchema): string[] {
  const {
    properties = {},
    items,
    anyOf = [],
  } = schema as {
    properties?: Record<string, TSchema>
    items?: TSchema
    anyOf?: TSchema[]
  }
  const inner = [...Object.values(properties), ...(items ? [items] : []), ...anyOf]
  return [...Object.keys(properties), ...inner.flatMap(namesIn)]
}

const namesAnswered = (route: Route) =>
  Object.values(route.answers).flatMap(({ schema }) => (schema ? namesIn(schema) : []))

test('what the service answers can be sent back: no field of an answer resembles another field of a body', () => {
  for (const { id, tag, body } of ROUTES.filter(isOwners)) {
    const sameThings = (route: Route) => route.id === id || (route.tag === tag && tag !== 'app')
    const known = Object.keys((body as { properties?: object } | undefined)?.properties ?? {})
    const answered = ROUTES.filter(sameThings).flatMap(namesAnswered)
    for (const name of answered)
      if (!known.includes(name)) assert.equal(meantName(name, known), undefined, `${id}: ${name}`)
  }
})
