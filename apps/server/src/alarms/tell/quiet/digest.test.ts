import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { WebhookAlarm } from '@binnacle/contract'
import type { Content } from '../content.ts'
import { digestOf, type HeldMessage } from './digest.ts'

const BEGAN = new Date('2026-05-14T01:00:00.000Z')
const PICTURE = { camera_id: 'c', mime: 'image/jpeg', label: 'Bilge', captured_at: '', time_zone: 'UTC' } as const

const held = (alarm: string, event: Content['event'], picture: string | null = null, seen = false): HeldMessage => ({
  id: `${alarm}-${event}`,
  content: {
    event,
    vessel: { id: 'v', name: 'Aurora' },
    alarm: { id: alarm, severity: 'warning', began_at: BEGAN.toISOString(), ended_at: null } as WebhookAlarm,
    picture: picture === null ? null : { ...PICTURE, id: picture },
  },
  began_at: BEGAN,
  ended_at: null,
  seen,
})

test('a held alarm goes with the picture that came after it, as one message', () => {
  const { content, told, dropped } = digestOf([held('a', 'began', 'old'), held('a', 'frame', 'new')], 'UTC')
  assert.deepEqual([content!.event, content!.picture!.id], ['began', 'new'])
  assert.deepEqual([told, dropped], [['a-began', 'a-frame'], []])
  assert.equal(digestOf([held('a', 'began', 'old')], 'UTC').content!.picture!.id, 'old')
  assert.equal(digestOf([held('a', 'frame', 'new')], 'UTC').content!.event, 'frame')
})

test('a message about several alarms has no picture, and a line for each of them', () => {
  const all = [held('a', 'began', 'old'), held('b', 'began'), held('a', 'frame', 'new')]
  const { content, told } = digestOf(all, 'UTC')
  assert.deepEqual([content!.event, content!.picture], ['digest', undefined])
  assert.deepEqual(
    content!.digest!.alarms.map(({ id }) => id),
    ['a', 'b'],
  )
  assert.equal(told.length, 3)
})

test('the picture of an alarm that was told before goes with no other alarm', () => {
  const { content, told, dropped } = digestOf([held('b', 'began', 'own'), held('a', 'frame', 'new')], 'UTC')
  assert.deepEqual([content!.alarm!.id, content!.picture!.id], ['b', 'own'])
  assert.deepEqual([told, dropped], [['b-began'], ['a-frame']])
})

test('nothing goes of an alarm that was seen, nor its picture', () => {
  const { content, dropped } = digestOf([held('a', 'began', null, true), held('a', 'frame', 'new', true)], 'UTC')
  assert.deepEqual([content, dropped], [null, ['a-began', 'a-frame']])
})
