import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { yearIn, yearsOf } from './year.ts'

test('a year begins when it does where the owner is', () => {
  assert.deepEqual(yearIn(2026, 'Europe/Berlin'), {
    from: new Date('2025-12-31T23:00:00Z'),
    until: new Date('2026-12-31T23:00:00Z'),
  })
  assert.deepEqual(yearIn(2026, 'Pacific/Kiritimati').from, new Date('2025-12-31T10:00:00Z'))
})

test('property: a time lies in the year that it is said to be in', () => {
  const zone = fc.constantFrom('UTC', 'Europe/Berlin', 'America/St_Johns', 'Pacific/Auckland')
  fc.assert(
    fc.property(
      fc.date({ min: new Date(0), max: new Date('2200-01-01'), noInvalidDate: true }),
      zone,
      (at, timeZone) => {
        const { from, until } = yearIn(yearsOf(timeZone)(at), timeZone)
        assert.ok(from <= at && at < until)
      },
    ),
  )
})
