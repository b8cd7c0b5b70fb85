import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LIMITS, METRIC_NAMES } from '@binnacle/contract'
import fc from 'fast-check'
import { readingOf, unpack } from '../batch-format.ts'
import { encode } from './encode.ts'
import { encodeAny } from './encode-any.ts'

const NOW = Date.parse('2026-05-14T12:00:00Z')

const text = (maxLength: number) =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom('rpm', 'm', 'port', 'starboard', '0', 'é', '⚓', '') },
    { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: maxLength + 2 }) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        'a"b',
        'a\\b',
        'a\nb',
        '\0',
        '\ud800',
        'x'.repeat(maxLength),
        'x'.repeat(maxLength + 1),
      ),
    },
  )
const usually = <T>(usual: fc.Arbitrary<T>, strange: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 15, arbitrary: usual }, { weight: 1, arbitrary: strange })
const strange = fc.constantFrom(null, true, [], {}, 3, 'x')

const reading = fc
  .record(
    {
      metric: usually(
        fc.constantFrom(...METRIC_NAMES.slice(0, 4), 'fault_code'),
        fc.constantFrom('nope', '__proto__', 7, null),
      ),
      value: usually(fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true })), strange),
      text_value: usually(text(120), strange),
      unit: usually(text(16), strange),
      instance: usually(text(40), strange),
      recorded_at: usually(
        fc.constantFrom('2026-05-14T11:00:00Z', '2026-05-14T11:00:05.5Z', '2099-01-01T00:00:00+01:00'),
        fc.constantFrom(null, 'now', '2026-02-30T00:00:00Z', 5),
      ),
      x: fc.constantFrom(1, 'y', [1]),
    },
    { requiredKeys: [] },
  )
  .chain((fields) => fc.shuffledSubarray(Object.entries(fields), { minLength: Object.keys(fields).length }))
  .map((entries) => Object.fromEntries(entries.filter(([name]) => name !== 'x' || entries.length % 5 === 0)))

test('the quick encode gives the same as the thorough one, or leaves the body to it', () => {
  let quick = 0
  fc.assert(
    fc.property(fc.array(reading, { minLength: 1, maxLength: 4 }), (readings) => {
      const body = Buffer.from(JSON.stringify({ readings }))
      const encoded = encode(body, NOW)
      if (encoded === null) return
      quick++
      assert.deepEqual({ encoded: { ...encoded, body: encoded.body.toString() }, rejected: [] }, comparable(body))
    }),
    { numRuns: 6000 },
  )
  assert.ok(quick > 200, `it took ${quick} of 6000 bodies itself`)
})

const comparable = (body: Buffer) => {
  const { encoded, rejected } = encodeAny(body, NOW)
  return { encoded: { ...encoded, body: encoded.body.toString() }, rejected }
}

test('the same for a full batch in which each reading is of its own series and time', () => {
  const readings = Array.from({ length: LIMITS.readingsPerRequest }, (_, i) => ({
    metric: 'engine_rpm',
    value: i,
    instance: `engine ${i}`,
    recorded_at: new Date(NOW - i * 1000).toISOString(),
  }))
  const body = Buffer.from(JSON.stringify({ readings }))
  const encoded = encode(body, NOW)!
  assert.deepEqual({ encoded: { ...encoded, body: encoded.body.toString() }, rejected: [] }, comparable(body))
})

test('what was encoded is decoded as it was sent, through either', () => {
  const accepted = fc.record(
    {
      metric: fc.constantFrom(...METRIC_NAMES),
      value: fc.constantFrom('1', '-0.0', '12.3400', '12345678901234567890.10', 'null'),
      text_value: fc.constantFrom('P0217', 'a "b" \\ "value":[', '😀'),
      unit: fc.constantFrom('m', 'rpm', null),
      instance: fc.constantFrom('port', '0', null),
      recorded_at: fc.constantFrom('2026-05-14T11:00:00Z', '2026-05-14T11:00:05Z'),
    },
    { requiredKeys: ['metric', 'value', 'text_value'] },
  )
  fc.assert(
    fc.property(fc.array(accepted, { minLength: 1, maxLength: 6 }), fc.constantFrom('', ' '), (sent, space) => {
      const readings = sent.map(({ value, ...rest }) => `${JSON.stringify(rest).slice(0, -1)},"value":${value}}`)
      const body = Buffer.from(`{"readings":[${readings.join(`,${space}`)}]}`)
      const encoded = encode(body, NOW) ?? encodeAny(body, NOW).encoded
      const arrived = new Date(NOW)
      const batch = unpack(encoded.body.toString())
      assert.equal(
        JSON.stringify(batch.of.map((_, i) => readingOf(batch, i, arrived.toISOString()))),
        `[${sent.map(({ metric, value, text_value, unit = null, instance = null, recorded_at = arrived.toISOString() }) => JSON.stringify({ metric, value: '#', text_value, unit, instance, recorded_at }).replace('"#"', value))}]`,
      )
    }),
    { numRuns: 1000 },
  )
})

test('a body of the form that onboard devices send is taken by the quick encode: fields in any order, nulls, samples that change', () => {
  const bodies = [
    '{"readings":[{"metric":"depth","value":-0.50,"unit":"m","recorded_at":"2026-01-01T00:00:00Z"}]}',
    '{"readings":[{"instance":"port","value":1234567890.10,"metric":"engine_rpm"},{"metric":"fault_code","text_value":"été 😀","value":null,"unit":null}]}',
  ]
  for (const body of bodies) assert.ok(encode(Buffer.from(body), NOW), body)
})

test('what is not JSON, or not of this form, is left to the thorough one', () => {
  const one = '{"metric":"depth","value":1}'
  const numbers = ['01', '1.', '.5', '-', '+1', '1e5', '1E400', '0x10', 'NaN', '1 ', '--1', '9'.repeat(400), '"1"']
  const left = [
    '',
    '{"readings":[]}',
    '{"readings":[]]}',
    `{"readings":[${one},]}`,
    `{"readings":[${one}}`,
    `{"readings":[${one}]} `,
    `{"readings":[${one}],"x":1}`,
    `{"readings":[${one}${one}]}`,
    `{"readings":[${one}]}]}`,
    '{"readings":[{}]}',
    '{"readings":[{"metric":"depth"}]}',
    ...numbers.map((number) => `{"readings":[{"metric":"depth","value":${number}}]}`),
    '{"readings":[{"metric":"depth","metric":"depth","value":1}]}',
    '{"readings":[{"metric":"depth","value":1,"unit":null,"unit":"m"}]}',
    '{"readings":[{"metric":"depth","value":1,"recorded_at":null}]}',
    '{"readings":[{"metric":"depth","value":1,"recorded_at":"now"}]}',
    '{"readings":[{"metric":"depth","value":1,"unit":5}]}',
    '{"readings":[{"metric":"nope","value":1}]}',
    '{"readings":[{"metric":"a\tb","value":1}]}',
    '{"readings":[{"metric":"\\u0064epth","value":1}]}',
    '{"readings":[{"metric":"depth","value":1,"__proto__":1}]}',
    '{"readings":[{"metric":"depth","value":1',
    '{"readings":[{"metric":"dep]}',
  ]
  for (const body of left) assert.equal(encode(Buffer.from(body), NOW), null, body.slice(0, 60))
  const full = `{"readings":[${Array(200).fill(one)}]}`
  assert.equal(encode(Buffer.from(full), NOW)?.accepted, 200)
  assert.equal(encode(Buffer.from(full.replace('[', `[${one},`)), NOW), null, 'more than allowed')
})
