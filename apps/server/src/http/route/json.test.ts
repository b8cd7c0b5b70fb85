import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LIMITS } from '@binnacle/contract'
import fc from 'fast-check'
import { badTextAt, parseExact, parseJson } from './json.ts'

const bytes = (text: string) => Buffer.from(text)

/** How deep a value is nested: 0 for a number or text. */
const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0

test('any JSON of harmless keys within the depth is read as JSON.parse reads it; deeper is refused', () => {
  const anything = fc.jsonValue({ maxDepth: 40, noUnicodeString: false })
  fc.assert(
    fc.property(anything, fc.constantFrom('', '  ', '\n\t'), (value, space) => {
      const text = JSON.stringify(value, null, space)
      const harmful = /"(__proto__|constructor|prototype)":/.test(text)
      if (depthOf(value) > LIMITS.jsonDepth || harmful) assert.throws(() => parseJson(bytes(text)), /invalid_request/)
      else assert.deepEqual(parseJson(bytes(text)), JSON.parse(text))
    }),
  )
})

test('brackets and quotes inside text do not count as nesting', () => {
  const text = JSON.stringify({ a: '[{'.repeat(100), b: '\\"[[[['.repeat(50), c: '\\' })
  assert.deepEqual(parseJson(bytes(text)), JSON.parse(text))
})

test('bad-input 8: 12 MB of brackets are refused before anything is built of them', () => {
  const before = process.memoryUsage().heapUsed
  assert.throws(() => parseJson(Buffer.alloc(12_000_000, '[')), /32 levels deep/)
  assert.ok(process.memoryUsage().heapUsed - before < 40_000_000)
})

test('parseExact keeps the digits of every number', () => {
  const text = '{"a":1.10,"b":1e5,"c":-0.0,"d":12345678901234567890.123,"e":[0.1,{"f":1E-7}],"g":"1.10"}'
  assert.equal(JSON.stringify(parseExact(text)), text)
})

test('text that cannot be stored is found at any depth, in keys too', () => {
  assert.equal(badTextAt({ a: [{ b: 'fine 😀' }] }), null)
  for (const bad of ['\0', '\ud800', '\udc00x']) {
    assert.equal(badTextAt({ a: [{ b: `x${bad}` }] }), '/a/0/b')
    assert.equal(badTextAt({ [bad]: 1 }), '')
  }
})
