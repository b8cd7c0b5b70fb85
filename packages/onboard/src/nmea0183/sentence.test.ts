import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { nmea0183Reader } from './reader.ts'
import { checksumOf, readSentence } from './sentence.ts'

const DEPTH = '$IIDBT,034.25,f,010.44,M,005.64,F*27'

test('a sentence of plaka.log', () => {
  assert.deepEqual(readSentence(`${DEPTH}\r\n`), {
    talker: 'II',
    formatter: 'DBT',
    fields: ['034.25', 'f', '010.44', 'M', '005.64', 'F'],
    text: DEPTH,
  })
})

test("a maker's own sentence", () => {
  const { talker, formatter } = readSentence('$PCDIN,01F119,00000000,0F,2AAF00D1067414FF*59') ?? assert.fail()
  assert.deepEqual([talker, formatter], ['P', 'CDIN'])
  assert.equal(readSentence('$PBVE,BJAA')?.formatter, 'BVE')
})

test('a wrong checksum is never read', () => {
  assert.equal(readSentence(DEPTH.replace('*27', '*28')), undefined)
  assert.equal(readSentence(DEPTH.replace('10.44', '10.45')), undefined)
  assert.equal(readSentence(DEPTH.replace('*27', '*2')), undefined)
  assert.equal(readSentence(`${DEPTH},1`), undefined)
})

test('a missing checksum is refused where it is required', () => {
  assert.deepEqual(readSentence('$IIMTW,12.6,C')?.fields, ['12.6', 'C'])
  assert.equal(readSentence('$IIMTW,12.6,C', { requireChecksum: true }), undefined)
  assert.ok(readSentence(DEPTH, { requireChecksum: true }))
})

test('what stands before the last $ is not of the sentence', () => {
  assert.equal(readSentence(`\\s:mast,c:1577836800*5F\\${DEPTH}`)?.text, DEPTH)
  assert.equal(readSentence(`$IIDBT,0${DEPTH}`)?.text, DEPTH)
})

test('neither AIS nor an empty line nor a comment is a sentence', () => {
  for (const line of ['', '$', '!AIVDM,1,1,1,,13aI8e?P00PGpU:NR6s00?vT2000,0,0*1C', '# a comment', '$II', '$IIMTW'])
    assert.equal(readSentence(line), undefined)
})

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
    { numRuns: 2000 },
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
    { numRuns: 5000 },
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
