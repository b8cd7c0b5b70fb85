import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ROUTES, type Route } from '@binnacle/contract'
import { type TSchema, Type } from 'typebox'
import { meantName } from '../../text/meant-name.ts'
import { dropUnknown, isWrittenByPeople } from './unknown-names.ts'

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
  for (const { id, tag, body } of ROUTES.filter(isWrittenByPeople)) {
    const sameThings = (route: Route) => route.id === id || (route.tag === tag && tag !== 'app')
    const known = Object.keys((body as { properties?: object } | undefined)?.properties ?? {})
    const answered = ROUTES.filter(sameThings).flatMap(namesAnswered)
    for (const name of answered)
      if (!known.includes(name)) assert.equal(meantName(name, known), undefined, `${id}: ${name}`)
  }
})

test('a field that is not known is removed, at any depth; what may have any field is left', () => {
  const schema = Type.Object({
    title: Type.String(),
    tasks: Type.Array(Type.Object({ days: Type.Integer() })),
    config: Type.Object({}, { additionalProperties: true }),
  })
  const given =
    '{"title":"Oil","toString":1,"__proto__":{"x":1},"tasks":[{"days":3,"constructor":2,"plan":"fleet"}],"config":{"moon":1}}'
  const body = JSON.parse(given)
  dropUnknown(schema, body)
  assert.equal(JSON.stringify(body), '{"title":"Oil","tasks":[{"days":3}],"config":{"moon":1}}')
})
