import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newestFirst, type Place, parsePlace, placeText } from './log-place.ts'

const [low, high] = ['0b9f6a52-5d3e-4c0e-9a43-6a1f2f7d9c11', 'fb9f6a52-5d3e-4c0e-9a43-6a1f2f7d9c11']
const place: Place = { at: '2026-05-14T09:30:00.123456Z', id: low }

test('a place as text is the same place again, to the microsecond', () => {
  assert.deepEqual(parsePlace(placeText(place)), place)
  assert.deepEqual(parsePlace(placeText({ ...place, id: low.toUpperCase() })), place)
})

test('what never was a place names none', () => {
  const wrong = ['', '_', low, place.at, `${placeText(place)}_`, `2026-02-30T09:30:00.123456Z_${low}`, `${place.at}_x`]
  for (const cursor of [...wrong, `2026-05-14T09:30:00Z_${low}`, `'; drop table vessel_${low}`])
    assert.equal(parsePlace(cursor), null, cursor)
})

test('newest first, then by id', () => {
  const places = [place, { ...place, id: high }, { at: '2026-05-14T09:30:00.123457Z', id: low }]
  assert.deepEqual(places.toSorted(newestFirst), places.toReversed())
})
