import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shiftedLine } from './shifted-line.ts'

const from = Date.parse('2024-05-02T12:24:00Z')
const part = { from, to: from + 70_000, frames: 1_600, dated: true }

test('what was moved, and by how much', () => {
  const day = 24 * 3_600_000
  assert.equal(
    shiftedLine({ ...part, shiftMs: 13.9 * day }),
    'GPS time: 1,600 frames stamped 2024-05-02T12:24:00.000Z to 2024-05-02T12:25:10.000Z begin at 2024-05-16T10:00:00.000Z, 13.9 days later',
  )
  assert.match(shiftedLine({ ...part, frames: 1, shiftMs: -2 * 3_600_000 }), /^GPS time: 1 frame .*, 2 h earlier$/)
  assert.match(shiftedLine({ ...part, shiftMs: 59_000 }), /, 59 s later$/)
})

test('frames without a date get one', () => {
  assert.equal(
    shiftedLine({ from: 5_000, to: 70_000, frames: 16, dated: false, shiftMs: from - 5_000 }),
    'GPS time: 16 frames without a date begin at 2024-05-02T12:24:00.000Z',
  )
})
