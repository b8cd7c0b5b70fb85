import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ERRORS, postFrame } from '@binnacle/contract'
import { outcomeOf, REFUSED_WAIT_MS } from './outcome.ts'

const context = { hadId: true, tried: 1, now: 0, random: 0 }
const refused = (status: number, error: string, retryAfter: string | null = null) =>
  outcomeOf({ kind: 'refused', status, error, retryAfter }, context)

test('a frame that is taken is sent', () => {
  const taken = outcomeOf({ kind: 'taken', cameraId: 'c', answeredCheckIn: false }, context)
  assert.deepEqual(taken, { frame: 'sent', cameraId: 'c' })
})

test('too frequent: kept, and only this camera waits, as long as told', () => {
  assert.deepEqual(refused(429, 'too_frequent', '7'), { frame: 'kept', cameraRetryAfterMs: 7_000 })
  assert.deepEqual(refused(429, 'too_frequent', '0'), { frame: 'kept', cameraRetryAfterMs: 1_000 })
})

test('an id that is unknown is forgotten; without an id there is nothing to forget', () => {
  assert.deepEqual(refused(404, 'not_found'), { frame: 'kept', forget: true })
  const answer = { kind: 'refused', status: 404, error: 'not_found', retryAfter: null } as const
  assert.equal(outcomeOf(answer, { ...context, hadId: false }).frame, 'dropped')
})

test('no network and the trouble of the service: kept, all wait, longer each time', () => {
  const none = { kind: 'no answer', why: 'w' } as const
  assert.deepEqual(outcomeOf(none, context), { frame: 'kept', retryAfterMs: 1_000, say: 'w' })
  assert.deepEqual(outcomeOf(none, { ...context, tried: 4 }), { frame: 'kept', retryAfterMs: 8_000, say: 'w' })
  const busy = refused(503, 'ingest_disabled', '40')
  assert.deepEqual(busy, {
    frame: 'kept',
    retryAfterMs: 40_000,
    say: 'the service does not accept pictures at the moment; it will be tried again',
  })
  const year = refused(503, 'unavailable', '31536000')
  assert.deepEqual(year, { frame: 'kept', retryAfterMs: 3_600_000, say: 'the service answers 503 unavailable' })
})

test('a key that is refused: kept, tried again slowly', () => {
  for (const [status, error] of [
    [401, 'invalid_connection_key'],
    [403, 'connection_disabled'],
    [403, 'account_suspended'],
  ] as const) {
    const outcome = refused(status, error)
    assert.equal(outcome.frame, 'kept')
    assert.equal('retryAfterMs' in outcome && outcome.retryAfterMs, REFUSED_WAIT_MS)
  }
})

test('a camera that may not send is held; a picture that is no good is only dropped', () => {
  for (const error of ['camera_disabled', 'camera_limit'] as const) {
    const outcome = refused(ERRORS[error].status, error)
    assert.ok(outcome.frame === 'dropped' && outcome.pauseMs > 0, error)
  }
  for (const error of [
    'body_too_large',
    'frame_too_large',
    'unsupported_mime',
    'upload_failed',
    'request_timeout',
    'invalid_request',
  ] as const) {
    const outcome = refused(ERRORS[error].status, error)
    assert.ok(outcome.frame === 'dropped' && outcome.pauseMs === 0, error)
  }
})

test('every error that the contract has for frames is told in words, not in its code', () => {
  const silent = new Set(['too_frequent', 'not_found'])
  for (const error of postFrame.errors.filter((code) => !silent.has(code))) {
    const outcome = refused(ERRORS[error].status, error)
    assert.ok('say' in outcome && !outcome.say.includes(error), error)
  }
})
