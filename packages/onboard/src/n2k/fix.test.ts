import assert from 'node:assert/strict'
import { test } from 'node:test'
import { admission } from '../admit/admit.ts'
import { fixWatch } from './fix.ts'
import { messageReader } from './reader.ts'

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

test('until a receiver has said it, and for two seconds at most, nothing of it is certain', () => {
  const fixOf = fixWatch()
  const rapid = (second: number, src = 7) => fixOf({ pgn: RAPID, src, fields: {} }, second * 1000)
  assert.deepEqual([rapid(0), rapid(1.9)], ['unsaid', 'unsaid'])
  // One that never says it is believed, and so is one that says it seldom.
  assert.deepEqual([rapid(2), rapid(50), rapid(2_000), rapid(2_002)], [undefined, undefined, 'unsaid', undefined])
  assert.equal(rapid(2_000, 8), 'unsaid')
  assert.equal(fixOf({ pgn: GNSS, src: 8, fields: { method: 'no GNSS' } }, 2_000_500), 'lost')
  assert.equal(rapid(2_001, 8), 'lost')
  // Its word is old, and it was heard all the time.
  for (let second = 2_002; second <= 2_060; second++) assert.equal(rapid(second, 8), 'lost')
  assert.equal(rapid(2_061, 8), undefined)
})

/** What is sent of rapid positions, ten a second for five seconds, of receivers that say this of their fix, when. */
function sent(receivers: { src: number; latitude: number; says?: { method: string; ms: number } }[]) {
  const admit = admission({ everyInterval: true, thin: { position_lat: { intervalMs: 0 } } })
  const read = messageReader()
  return Array.from({ length: 50 }, (_, tenth) => tenth * 100).flatMap((at) =>
    receivers
      .flatMap(({ src, latitude, says }) => [
        ...(says?.ms === at ? [{ pgn: GNSS, src, fields: { method: says.method, latitude, longitude: 10 } }] : []),
        { pgn: RAPID, src, fields: { latitude, longitude: 10 } },
      ])
      .flatMap((message) => read(message, at).observations)
      .flatMap((observation) => admit(observation) ?? [])
      .map(({ metric, value }) => ({ metric, value, at })),
  )
}

test('a position is sent once its receiver has said that it has a fix, or has said nothing for two seconds', () => {
  assert.deepEqual(sent([{ src: 7, latitude: 54, says: { method: 'no GNSS', ms: 700 } }]), [])
  const fixed = sent([{ src: 7, latitude: 54, says: { method: 'GNSS fix', ms: 700 } }])
  assert.deepEqual(fixed.slice(0, 2), [
    { metric: 'position_lat', value: 54, at: 700 },
    { metric: 'position_lon', value: 10, at: 700 },
  ])
  assert.equal(sent([{ src: 7, latitude: 54 }])[0]?.at, 2_000)
})

test('of two receivers that have just begun none is sent before the better one is known', () => {
  const both = sent([
    { src: 7, latitude: 54, says: { method: 'GNSS fix', ms: 300 } },
    { src: 8, latitude: 55, says: { method: 'RTK fixed integer', ms: 800 } },
  ])
  assert.deepEqual([new Set(both.map(({ value }) => value)), both[0]?.at], [new Set([55, 10]), 800])
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
