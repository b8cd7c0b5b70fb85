import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readLines, toLine } from './lines.ts'

const [one, two, three] = [toLine([1]), toLine({ two: 'ä\n[' }), toLine([3])]

test('lines as they were written; blank ones are room', () => {
  const read = readLines(Buffer.concat([one, two, Buffer.from('\n\n'), three]))
  assert.deepEqual(read, { values: [[1], { two: 'ä\n[' }, [3]], damaged: [], ended: true })
})

test('a damaged end of a line loses that line and not the next', () => {
  const bytes = Buffer.concat([one, two, three])
  bytes[one.length - 1] = 7
  const read = readLines(bytes)
  assert.deepEqual(read, { values: [{ two: 'ä\n[' }, [3]], damaged: [{ from: 0, to: one.length }], ended: true })
})

test('damaged lines in a row are one part', () => {
  const bytes = Buffer.concat([one, two, three])
  bytes[0]! ^= 1
  bytes[one.length]! ^= 1
  const read = readLines(bytes)
  assert.deepEqual(read.damaged, [{ from: 0, to: one.length + two.length }])
})

test('a line without its end is one, and a torn one is none', () => {
  assert.deepEqual(readLines(one.subarray(0, -1)), { values: [[1]], damaged: [], ended: false })
  assert.deepEqual(readLines(one.subarray(0, -2)).values, [])
})
