import assert from 'node:assert/strict'
import { test } from 'node:test'
import { enteredAt } from './entered-at.ts'

const NOW = new Date('2026-05-14T12:00:00Z')
const at = (given: string | undefined, earliest?: Date) => enteredAt(given, NOW, earliest).toISOString()

test('what waited is dated when it was done', () => {
  assert.equal(at('2026-05-11T08:30:00Z'), '2026-05-11T08:30:00.000Z')
  assert.equal(at('2025-06-01T08:30:00+02:00'), '2025-06-01T06:30:00.000Z')
})

test('without a time, or with one that only a wrong clock says, the arrival counts', () => {
  for (const given of [undefined, '2026-05-14T12:00:01Z', '2100-01-01T00:00:00Z', '1970-01-01T00:00:00Z'])
    assert.equal(at(given), NOW.toISOString())
})

test('nothing ends before it began', () => {
  assert.equal(at('2026-05-11T08:30:00Z', new Date('2026-05-12T00:00:00Z')), '2026-05-12T00:00:00.000Z')
  assert.equal(at('1970-01-01T00:00:00Z', new Date('2026-05-12T00:00:00Z')), NOW.toISOString())
})
