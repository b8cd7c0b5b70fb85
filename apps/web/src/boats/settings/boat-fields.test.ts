import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Vessel } from '@binnacle/contract'
import { changesOf, EMPTY_BOAT, fieldsOf, hoursOf, vesselOf } from './boat-fields.ts'

const vessel: Vessel = {
  id: '0b9f6a52-5d3e-4c0e-9a43-6a1f2f7d9c11',
  name: 'Aurora',
  vessel_type: 'sailboat',
  make: 'Hallberg-Rassy',
  model: null,
  hin: null,
  length_m: 11.7,
  marina: 'Kappeln',
  health_score: null,
  engine_hours: 412,
  service_level: 'self',
  created_at: '2026-05-14T09:30:00.000Z',
}

test('a boat goes through its form unchanged, in metres and in feet', () => {
  for (const feet of [false, true])
    for (const length_m of [11.7, 0.01, 38.4, 499.99, null]) {
      const { id: _id, health_score: _h, engine_hours: _e, created_at: _c, ...own } = { ...vessel, length_m }
      assert.deepEqual(vesselOf(fieldsOf({ ...vessel, length_m }, feet, 'de'), feet), own)
    }
})

test('feet are feet', () => {
  assert.equal(fieldsOf(vessel, true, 'en').length, '38.39')
  assert.equal(vesselOf({ ...EMPTY_BOAT, length: '38' }, true).length_m, 11.58)
})

test('a pasted comma is a decimal in English, a pasted point in German: 12,5 m is not 125', () => {
  for (const length of ['12,5', '12.5']) assert.equal(vesselOf({ ...EMPTY_BOAT, length }, false).length_m, 12.5)
})

test('an empty field, and one of white space, takes back what was there; a name is trimmed', () => {
  const { name, make, length_m, service_level } = vesselOf({ ...EMPTY_BOAT, name: ' Aurora ', make: '  ' }, false)
  assert.deepEqual([name, make, length_m, service_level], ['Aurora', null, null, null])
})

test('only what was changed is sent, so that two people who change different fields both keep theirs', () => {
  const before = fieldsOf(vessel, true, 'en')
  assert.deepEqual(changesOf(before, before, true), {})
  assert.deepEqual(changesOf(before, { ...before, make: 'Najad', marina: ' ' }, true), { make: 'Najad', marina: null })
})

test('hours are whole; none are not zero', () => {
  assert.deepEqual(
    ['', 0, 412, '412', 412.9].map((engine_hours) => hoursOf({ ...EMPTY_BOAT, engine_hours })),
    [null, 0, 412, 412, 412],
  )
})
