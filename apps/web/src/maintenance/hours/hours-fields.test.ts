import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EngineHourLog } from '@binnacle/contract'
import fc from 'fast-check'
import { hoursFields, newHours, readingOf } from './hours-fields.ts'

const now = new Date(2026, 4, 14, 9, 30)
const entry: EngineHourLog = {
  ...{ id: 'a', hours: 412, litres: 85.125, fuel_cost: 153.9, currency: 'EUR', source: 'manual' },
  logged_at: new Date(2026, 4, 1, 7).toISOString(),
}

test('property: an entry that is opened and saved is what it was, in litres and in gallons', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 9_999_999 }),
      fc.constantFrom('metric' as const, 'us' as const),
      (ml, units) => {
        const { id: _id, source: _source, ...same } = { ...entry, litres: ml / 1_000 }
        const before = { ...entry, litres: ml / 1_000 }
        assert.deepEqual(readingOf(hoursFields(before, units, 'SEK', 'de'), { units, locale: 'de' }, now, before), same)
      },
    ),
  )
})

test('gallons become litres', () => {
  assert.equal(
    readingOf({ ...newHours(412, 'USD', now), fuel: '10' }, { units: 'us', locale: 'en' }, now).litres,
    37.854,
  )
})

test('a new reading is of now, without fuel', () => {
  const { hours, logged_at, litres, fuel_cost, currency } = readingOf(
    newHours(412, 'EUR', now),
    { units: 'metric', locale: 'en' },
    now,
  )
  assert.deepEqual([hours, logged_at, litres, fuel_cost, currency], [412, now.toISOString(), null, null, null])
})
