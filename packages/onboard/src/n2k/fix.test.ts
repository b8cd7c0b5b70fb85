import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fixWatch } from './fix.ts'

const GNSS = 129029
const RAPID = 129025
const COURSE = 129026

/** Whether rapid positions of a device are refused after what it and others have said, at these times in seconds. */
function refused(said: [second: number, src: number, method: string][], src: number, second: number): boolean {
  const fixOf = fixWatch()
  for (const [at, from, method] of said) fixOf({ pgn: GNSS, src: from, fields: { method } }, at * 1000)
  const rapid = [RAPID, COURSE].map((pgn) => fixOf({ pgn, src, fields: {} }, second * 1000) === 'lost')
  assert.equal(rapid[0], rapid[1])
  return rapid[0]!
}

test('what a receiver says of its fix holds for its rapid positions and speeds, too', () => {
  assert.equal(refused([], 7, 1), false)
  for (const method of ['no GNSS', 'Estimated (DR) mode', 'Manual Input', 'Simulate mode'])
    assert.equal(refused([[0, 7, method]], 7, 1), true, method)
  assert.equal(refused([[0, 7, 'GNSS fix']], 7, 1), false)
})

test('until it has a fix again, for its own only, and not for ever', () => {
  assert.equal(
    refused(
      [
        [0, 7, 'no GNSS'],
        [1, 7, 'RTK float'],
      ],
      7,
      2,
    ),
    false,
  )
  assert.equal(
    refused(
      [
        [0, 7, 'no GNSS'],
        [1, 8, 'GNSS fix'],
      ],
      7,
      2,
    ),
    true,
  )
  assert.equal(refused([[0, 7, 'no GNSS']], 8, 2), false)
  assert.equal(refused([[0, 7, 'no GNSS']], 7, 60), true)
  assert.equal(refused([[0, 7, 'no GNSS']], 7, 61), false)
})

test('other messages of the device are not concerned', () => {
  const fixOf = fixWatch()
  fixOf({ pgn: GNSS, src: 7, fields: { method: 'no GNSS' } }, 0)
  assert.equal(fixOf({ pgn: 128267, src: 7, fields: { depth: 3 } }, 0), undefined)
})

test('how well it has its position holds for its rapid ones, too', () => {
  const fixOf = fixWatch()
  const fields = { method: 'DGNSS fix', numberOfSvs: 9 }
  assert.deepEqual(fixOf({ pgn: GNSS, src: 7, fields }, 0), { grade: 2, satellites: 9 })
  assert.deepEqual(fixOf({ pgn: RAPID, src: 7, fields: {} }, 60_000), { grade: 2, satellites: 9 })
  assert.equal(fixOf({ pgn: RAPID, src: 7, fields: {} }, 60_001), undefined)
})
