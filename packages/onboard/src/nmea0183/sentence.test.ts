import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSentence } from './sentence.ts'

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
