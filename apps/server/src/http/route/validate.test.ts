import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ROUTES } from '@binnacle/contract'
import fc from 'fast-check'
import { explain, makeAjv } from './validate.ts'

const money = makeAjv().compile({ type: 'number', multipleOf: 0.01, minimum: -999_999_999.99, maximum: 999_999_999.99 })

test('every amount of whole cents is accepted', () => {
  fc.assert(
    fc.property(fc.integer({ min: -99_999_999_999, max: 99_999_999_999 }), (cents) => money(Number(`${cents}e-2`))),
  )
})

test('bad-input 15: an amount with a part of a cent is refused, however small, and nothing is rounded', () => {
  for (const amount of [0.005, 0.0100005, 0.011, 1.000001, 999_999_999.985, 1e15, 1e-9])
    assert.equal(money(amount), false, String(amount))
})

test('every schema of the contract is one, and compiles: the service would find a wrong one only at the first request', () => {
  const ajv = makeAjv()
  for (const { params, query, headers, body } of ROUTES)
    for (const schema of [params, query, headers, body])
      if (schema) {
        assert.ok(ajv.validateSchema(schema), ajv.errorsText())
        ajv.compile(schema)
      }
})

/** Every keyword in a schema with its value, but for those that only describe. */
function keywordsIn(schema: unknown): [string, unknown][] {
  if (Array.isArray(schema)) return schema.flatMap(keywordsIn)
  return Object.entries(Object(schema)).flatMap(([keyword, value]): [string, unknown][] => {
    if (keyword === 'properties') return Object.values(Object(value)).flatMap(keywordsIn)
    return [[keyword, value], ...(keyword === 'items' ? keywordsIn(value) : [])]
  })
}

test('a refusal is in words of ours, whichever keyword of the contract asks for something else', () => {
  const asked = ROUTES.flatMap(({ query, headers, body }) => [query, headers, body].flatMap(keywordsIn))
  const silent = [
    'description',
    'title',
    'examples',
    'default',
    'items',
    'contentEncoding',
    'x-read-as-at-most',
    'additionalProperties',
  ]
  const refusing = asked.filter(([keyword]) => !silent.includes(keyword))
  assert.ok(refusing.length > 500)
  for (const [keyword, value] of refusing) {
    const params = { type: value, limit: value, multipleOf: value, format: value, pattern: value, allowedValues: value }
    const text = explain({ instancePath: '/x', keyword, params, schemaPath: '' })
    assert.match(
      text,
      /^\/x(\/undefined)? (is required|must (be|begin|have|not be|not have) .+)$/,
      `${keyword} ${value}`,
    )
    assert.doesNotMatch(text, / undefined|\b1 (characters|items)|NaN/)
  }
})

test('the words of refusals', () => {
  const schema = {
    type: 'object',
    properties: {
      a: { type: ['string', 'null'], minLength: 1 },
      b: { type: 'string', minLength: 2 },
      c: { type: 'number', multipleOf: 0.01 },
      d: { type: 'array', minItems: 1, uniqueItems: true },
      e: { type: ['boolean', 'null'] },
      f: { enum: ['true'] },
    },
    required: ['a'],
  }
  const validate = makeAjv().compile(schema)
  const refusal = (value: unknown) => (validate(value) ? null : explain(validate.errors![0]!))
  for (const [value, words] of [
    [[], 'the body must be an object'],
    [{}, '/a is required'],
    [{ a: 1 }, '/a must be a string or null'],
    [{ a: '' }, '/a must not be empty'],
    [{ a: 'x', b: 'x' }, '/b must be at least 2 characters'],
    [{ a: 'x', c: 0.001 }, '/c must be a multiple of 0.01'],
    [{ a: 'x', d: [] }, '/d must not be empty'],
    [{ a: 'x', d: [1, 1] }, '/d must not have the same item twice'],
    [{ a: 'x', e: 1 }, '/e must be true, false or null'],
    [{ a: 'x', f: 'false' }, '/f must be true'],
  ] as const)
    assert.equal(refusal(value), words)
})
