import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { onlyDeclared } from './only-declared.ts'

const schema = Type.Object({
  name: Type.Optional(Type.String()),
  codes: Type.Array(Type.Object({ code: Type.String() })),
  open: Type.Unsafe<object>({ type: 'object', additionalProperties: true }),
})

test('what is declared stays, at any depth, and nothing else', () => {
  const value = { token: 's', codes: [{ code: '1', secret: 's' }], open: { any: { thing: 1 } } }
  assert.deepEqual(onlyDeclared(schema, value), { codes: [{ code: '1' }], open: { any: { thing: 1 } } })
})

test('what is inherited is not there; a value that is no object has no fields', () => {
  assert.deepEqual(onlyDeclared(Type.Object({ toString: Type.String() }), {}), {})
  for (const value of [null, undefined, 'text', 1]) assert.deepEqual(onlyDeclared(schema, value), {})
})

test('an object that declares no fields has none', () => {
  assert.deepEqual(onlyDeclared(Type.Object({}), { token: 's' }), {})
})
