import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkInState, countdown, reachOf } from './check-in.ts'

const NOW = Date.parse('2026-05-14T12:00:00Z')
const at = (seconds: number) => new Date(NOW + seconds * 1000).toISOString()
const asked = (secondsAgo: number) => ({
  id: 'c',
  requested_at: at(-secondsAgo),
  expires_at: at(300 - secondsAgo),
  answered_at: null,
  frame_id: null,
})
const frame = (id: string, seconds: number) => ({ id, received_at: at(seconds) })

test('none was asked for, or so long ago that nobody waits', () => {
  assert.deepEqual(checkInState(null, frame('a', -5), NOW), { state: 'none' })
  assert.deepEqual(checkInState(asked(86_401), null, NOW), { state: 'none' })
})

test('open until its end, with the time that is left', () => {
  assert.deepEqual(checkInState(asked(60), frame('a', -600), NOW), { state: 'open', left: 240_000, part: 0.8 })
  assert.deepEqual(checkInState(asked(299), null, NOW), { state: 'open', left: 1_000, part: 1 / 300 })
  assert.equal(checkInState(asked(300), null, NOW).state, 'expired')
})

test('answered while its picture is the newest, even minutes later', () => {
  const answered = { ...asked(600), answered_at: at(-580), frame_id: 'b' }
  const told = { state: 'answered', frameId: 'b', at: NOW - 580_000 } as const
  assert.deepEqual(checkInState(answered, frame('b', -580), NOW), told)
  assert.deepEqual(checkInState(answered, frame('c', -10), NOW), { state: 'none' })
  assert.deepEqual(checkInState(answered, null, NOW), { ...told, frameId: null })
})

test('expired until there is a picture after all', () => {
  assert.deepEqual(checkInState(asked(400), frame('a', -500), NOW), { state: 'expired', at: NOW - 100_000 })
  assert.deepEqual(checkInState(asked(400), frame('a', -50), NOW), { state: 'none' })
})

test('whom a request can reach', () => {
  const connection = { id: 'x', provider_name: 'Onboard camera', enabled: true, last_seen_at: at(-90) }
  assert.equal(reachOf(connection, NOW), 'listening')
  assert.equal(reachOf({ ...connection, last_seen_at: at(-121) }, NOW), 'silent')
  assert.equal(reachOf({ ...connection, last_seen_at: null }, NOW), 'silent')
  assert.equal(reachOf({ ...connection, enabled: false }, NOW), 'switchedOff')
  assert.equal(reachOf(null, NOW), 'removed')
})

test('a countdown ends at 0:00', () => {
  assert.deepEqual([300_000, 65_001, 999, 1, 0, -5].map(countdown), ['5:00', '1:06', '0:01', '0:01', '0:00', '0:00'])
})
