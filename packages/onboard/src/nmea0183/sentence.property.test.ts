import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { propertyRuns } from '../../../../scripts/property-runs.ts'
import { nmea0183Reader } from './reader.ts'
import { checksumOf, readSentence } from './sentence.ts'

const DEPTH = '$IIDBT,034.25,f,010.44,M,005.64,F*27'

test('no line of any bytes throws', () => {
  const read = nmea0183Reader()
  const heads = fc.constantFrom('$GPRMC', '$GPGGA', '$IIXDR', '$PCDIN', '$MXPGN', '$PBVE', '$ERRPM', '$GPZDA', '')
  const bytes = fc.uint8Array({ maxLength: 120 }).map((b) => Buffer.from(b).toString('latin1'))
  const fields = fc.array(fc.oneof(fc.string(), fc.double().map(String)), { maxLength: 14 })
  fc.assert(
    fc.property(
      heads,
      fc.oneof(
        bytes,
        fields.map((f) => `,${f.join(',')}`),
      ),
      (head, rest) => {
        read(head + rest, 0)
      },
    ),
    { numRuns: propertyRuns(200, 5_000) },
  )
})

test('whatever changes one character of a sentence, it is not read as something else', () => {
  fc.assert(
    fc.property(fc.nat(DEPTH.length - 1), fc.integer({ min: 0x20, max: 0x7e }), (at, code) => {
      const changed = DEPTH.slice(0, at) + String.fromCharCode(code) + DEPTH.slice(at + 1)
      const read = readSentence(changed, { requireChecksum: true })
      // Upper and lower case of a checksum's digits are the same number.
      assert.ok(read === undefined || changed.toUpperCase() === DEPTH.toUpperCase(), changed)
    }),
    { numRuns: propertyRuns(500, 10_000) },
  )
})

test('the checksum of any body fits that body only', () => {
  const body = fc.string({ minLength: 7, maxLength: 70, unit: fc.constantFrom(...'ACDEGIMPRT0123456789.,-') })
  fc.assert(
    fc.property(body, fc.nat(255), (text, other) => {
      const sum = checksumOf(`$GPMTW,${text}`)
      const line = (value: number) => `$GPMTW,${text}*${value.toString(16).padStart(2, '0')}`
      assert.ok(readSentence(line(sum), { requireChecksum: true }))
      assert.equal(readSentence(line(other)) === undefined, other !== sum)
    }),
  )
})
