import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cursorOf, newestFirst, type Position, parseCursor } from './time-cursor.ts'

const [low, high] = ['0b9f6a52-5d3e-4c0e-9a43-6a1f2f7d9c11', 'fb9f6a52-5d3e-4c0e-9a43-6a1f2f7d9c11']
const position: Position = { at: '2026-05-14T09:30:00.123456Z', id: low }

test('a cursor gives the same position again, to the microsecond', () => {
  assert.deepEqual(parseCursor(cursorOf(position)), position)
  assert.deepEqual(parseCursor(cursorOf({ ...position, id: low.toUpperCase() })), position)
})

test('a text that is not a cursor is refused', () => {
  const wrong = [
    '',
    '_',
    low,
    position.at,
    `${cursorOf(position)}_`,
    `2026-02-30T09:30:00.123456Z_${low}`,
    `${position.at}_x`,
  ]
  for (const cursor of [...wrong, `2026-05-14T09:30:00Z_${low}`, `'; drop table vessel_${low}`])
    assert.throws(() => parseCursor(cursor), /invalid_request: \/cursor must be `next`/, cursor)
})

test('newest first, then by id', () => {
  const positions = [position, { ...position, id: high }, { at: '2026-05-14T09:30:00.123457Z', id: low }]
  assert.deepEqual(positions.toSorted(newestFirst), positions.toReversed())
})
