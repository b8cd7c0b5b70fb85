import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readAny } from './read-any.ts'
import { Digits, type SentReading, scanReadings } from './scan.ts'

const MOST = 200

/** Fields as the service reads them; digits by their text. */
const plain = (readings: SentReading[]) =>
  readings.map(({ problem: _, ...fields }) =>
    Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [name, value instanceof Digits ? { digits: value.text } : value]),
    ),
  )

const strange = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom(true, [], {}, 'a"b', 'a\\b', 'a\nb', '\0'),
)
const usual = fc.oneof(fc.integer(), fc.constantFrom(null, '2026-05-14T09:30:00Z', 'engine_rpm', 'été 😀'))
const field = fc.oneof({ weight: 12, arbitrary: usual }, { weight: 1, arbitrary: strange })
const name = fc.oneof(
  { weight: 40, arbitrary: fc.constantFrom('metric', 'value', 'text_value', 'unit', 'instance', 'recorded_at') },
  { weight: 1, arbitrary: fc.constantFrom('x', 'metrics', '') },
)
const reading = fc
  .uniqueArray(fc.tuple(name, field), { selector: ([key]) => key, minLength: 1, maxLength: 7 })
  .map((entries) => Object.fromEntries(entries))

test('the quick reader gives what JSON.parse gives, or leaves the body to it', () => {
  let quick = 0
  fc.assert(
    fc.property(fc.array(reading, { minLength: 1, maxLength: 5 }), fc.constantFrom('', '', ' '), (readings, space) => {
      const text = JSON.stringify({ readings }, null, space)
      const scanned = scanReadings(text, MOST)
      if (scanned === null) return
      quick++
      assert.deepEqual(plain(scanned), plain(readAny(Buffer.from(text))))
    }),
    { numRuns: 3000 },
  )
  assert.ok(quick > 500, `it read ${quick} bodies of 3000 itself`)
})

test('a body of the form that boxes send is read by the quick reader, digits as they were sent, fields in any order', () => {
  const text =
    '{"readings":[{"metric":"depth","value":-0.50,"unit":"m","recorded_at":"2026-01-01T00:00:00Z"},{"instance":"port","value":12345678901234567890.10,"metric":"engine_rpm"},{"metric":"fault_code","text_value":"été 😀","value":null}]}'
  const scanned = scanReadings(text, MOST)
  assert.ok(scanned)
  assert.deepEqual(
    scanned.map((r) => (r.value instanceof Digits ? r.value.text : r.value)),
    ['-0.50', '12345678901234567890.10', null],
  )
  assert.deepEqual(plain(scanned), plain(readAny(Buffer.from(text))))
})

test('what is not JSON, or not of this form, is left to JSON.parse', () => {
  const one = '{"metric":"depth","value":1}'
  const left = [
    '',
    '{"readings":[]}',
    '{"readings":[]]}',
    `{"readings":[${one},]}`,
    `{"readings":[${one}}`,
    `{"readings":[${one}]} `,
    `{"readings":[${one}],"x":1}`,
    `{"readings":[${one}${one}]}`,
    '{"readings":[{}]}',
    ...['01', '1.', '.5', '-', '+1', '1e5', '1E400', '0x10', 'NaN', '1 ', '--1', '9'.repeat(400)].map(
      (n) => `{"readings":[{"metric":"depth","value":${n}}]}`,
    ),
    '{"readings":[{"metric":"depth","metric":"depth","value":1}]}',
    '{"readings":[{"metric":"a\tb","value":1}]}',
    '{"readings":[{"metric":"\\u0064epth","value":1}]}',
    '{"readings":[{"metric":"depth","value":1,"__proto__":1}]}',
    '{"readings":[{"metric":"depth","value":1',
    '{"readings":[{"metric":"dep]}',
  ]
  for (const text of left) assert.equal(scanReadings(text, MOST), null, text.slice(0, 60))
  const full = `{"readings":[${Array(MOST).fill(one)}]}`
  assert.equal(scanReadings(full, MOST)?.length, MOST)
  assert.equal(scanReadings(full.replace('[', `[${one},`), MOST), null, 'more than allowed')
})
