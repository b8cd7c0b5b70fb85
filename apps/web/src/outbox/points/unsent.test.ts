import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  answerTaken,
  countUnsent,
  merged,
  NOTHING,
  nextParcel,
  pointsWith,
  readdressed,
  withAnswer,
  withoutPhoto,
  withPhoto,
  withRefusal,
} from './unsent.ts'

const photo = { id: 'p', itemId: 'a', image: 'data:image/jpeg;base64,AA==' }

test('answers to a point come together; photos wait for them', () => {
  let unsent = withPhoto(NOTHING, photo)
  unsent = withAnswer(unsent, 'a', { verdict: 'attention' })
  unsent = withAnswer(unsent, 'a', { note: 'Loose' })
  assert.deepEqual(nextParcel(unsent), { kind: 'answer', itemId: 'a', answer: { verdict: 'attention', note: 'Loose' } })
  assert.equal(countUnsent(unsent), 2)
  unsent = answerTaken(unsent, 'a', { verdict: 'attention', note: 'Loose' })
  assert.deepEqual(nextParcel(unsent), { kind: 'photo', ...photo })
  unsent = withoutPhoto(unsent, 'p')
  assert.deepEqual(unsent, NOTHING)
  assert.equal(nextParcel(unsent), null)
})

test('what is changed while it travels is sent again', () => {
  const sent = { verdict: 'attention', note: 'Loo' } as const
  const unsent = withAnswer(withAnswer(NOTHING, 'a', sent), 'a', { note: 'Loose' })
  assert.deepEqual(answerTaken(unsent, 'a', sent).answers, { a: { note: 'Loose' } })
})

test('null is an answer, too: it takes one back', () => {
  const unsent = withAnswer(NOTHING, 'a', { verdict: null })
  assert.deepEqual(nextParcel(unsent), { kind: 'answer', itemId: 'a', answer: { verdict: null } })
  assert.deepEqual(answerTaken(unsent, 'a', { verdict: null }), NOTHING)
})

test('what the service refuses is kept and not sent again, and does not hold up the rest; a new answer is', () => {
  let unsent = withAnswer(withAnswer(NOTHING, 'a', { note: 'x' }), 'b', { note: 'y' })
  unsent = withRefusal(unsent, 'a', 'invalid_request')
  assert.deepEqual(nextParcel(unsent), { kind: 'answer', itemId: 'b', answer: { note: 'y' } })
  assert.equal(countUnsent(unsent), 2)
  unsent = withAnswer(unsent, 'a', { note: 'z' })
  assert.deepEqual(nextParcel(unsent), { kind: 'answer', itemId: 'a', answer: { note: 'z' } })
})

test('points are shown with what is not sent yet', () => {
  const point = { id: 'a', verdict: 'operational', note: 'Old' } as never
  const [shown] = pointsWith([point], withAnswer(NOTHING, 'a', { verdict: null }))
  assert.deepEqual([shown!.verdict, shown!.note], [null, 'Old'])
})

test('what was said of an inspection before the service knew it goes to its items, photos with their own names', () => {
  const unsent = withPhoto(withAnswer(withAnswer(NOTHING, 'a', { note: 'x' }), 'gone', { note: 'y' }), photo)
  assert.deepEqual(readdressed(unsent, new Map([['a', 'item-a']])), {
    answers: { 'item-a': { note: 'x' }, gone: { note: 'y' } },
    photos: [{ ...photo, itemId: 'item-a' }],
    refused: {},
  })
})

test('what was kept comes back once, under what came since', () => {
  const kept = withPhoto(
    withAnswer(withAnswer(NOTHING, 'a', { verdict: 'attention', note: 'old' }), 'b', { note: 'kept' }),
    photo,
  )
  const since = withPhoto(withAnswer(NOTHING, 'a', { note: 'new' }), photo)
  assert.deepEqual(merged(kept, since), {
    answers: { a: { verdict: 'attention', note: 'new' }, b: { note: 'kept' } },
    photos: [photo],
    refused: {},
  })
  assert.deepEqual(merged(undefined, since), since)
})

test('what was discarded on its way is not refused afterwards', () => {
  const waiting = withPhoto(withAnswer(NOTHING, 'a', { note: 'Loose' }), photo)
  assert.deepEqual(withRefusal(withoutPhoto(waiting, photo.id), photo.id, 'quota_exceeded').refused, {})
  assert.deepEqual(withRefusal(waiting, photo.id, 'quota_exceeded').refused, { [photo.id]: 'quota_exceeded' })
})
