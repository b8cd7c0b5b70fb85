import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LIVE_TOPICS } from '@binnacle/contract'
import { changesBetween, type Fingerprint } from './topics.ts'

const still: Fingerprint = {
  vessel: '1',
  hours: '412',
  tasks: null,
  logs: '7',
  inspections: null,
  alarms: null,
  telemetry: null,
  connections: '1,9',
  cameras: '/0,0',
  share: null,
}
const one = (change: Partial<Fingerprint> = {}) => new Map([['a', { ...still, ...change }]])
const topicsOf = (change: Partial<Fingerprint>) => changesBetween(one(), one(change))[0]?.topics

test('nothing changed: nothing is told', () => {
  assert.deepEqual(changesBetween(one(), one()), [])
  assert.deepEqual(changesBetween(new Map(), new Map()), [])
})

test('each part tells what is to be read again, each topic once', () => {
  assert.deepEqual(topicsOf({ telemetry: '2026' }), ['telemetry'])
  assert.deepEqual(topicsOf({ share: '3' }), ['share'])
  assert.deepEqual(topicsOf({ hours: '413' }), ['vessel', 'due', 'logbook'])
  assert.deepEqual(topicsOf({ hours: '413', vessel: '2', logs: '8' }), ['vessel', 'due', 'logbook'])
  assert.deepEqual(topicsOf({ inspections: '8' }), ['vessel', 'inspections'])
  assert.deepEqual(topicsOf({ alarms: '8' }), ['vessel', 'alarms'])
})

test('what appears and what goes is a change, too', () => {
  assert.deepEqual(topicsOf({ tasks: '9' }), ['vessel', 'due'])
  assert.deepEqual(topicsOf({ logs: null }), ['vessel', 'due', 'logbook'])
})

test('every topic is told by some part', () => {
  const everything = Object.fromEntries(Object.keys(still).map((part) => [part, 'new']))
  assert.deepEqual(topicsOf(everything)?.toSorted(), [...LIVE_TOPICS].toSorted())
})

test('of a vessel that is new everything is told, of one that is gone that it is, and of the others nothing', () => {
  const two = new Map([...one(), ['b', still]])
  assert.deepEqual(changesBetween(one(), two), [{ vessel_id: 'b', topics: [...LIVE_TOPICS] }])
  assert.deepEqual(changesBetween(two, one()), [{ vessel_id: 'b', topics: ['vessel'] }])
})
