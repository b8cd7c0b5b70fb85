import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { setTimeZone } from '../../../../scripts/time-zone.ts'
import { makeFormat } from '../format/format.ts'
import { calendarDay, instantOfDay } from './calendar-day.ts'
import { dayOf } from './day.ts'

setTimeZone('UTC')

const ZONES = ['Pacific/Auckland', 'America/Los_Angeles', 'UTC', 'Europe/Lisbon', 'Europe/Berlin', 'Pacific/Kiritimati']
const formatIn = (timeZone: string) => makeFormat({ locale: 'en-GB', units: 'metric', timeZone })

test('a service logged today at 23:30 in Lisbon is of that day everywhere', () => {
  process.env.TZ = 'Europe/Lisbon'
  const now = new Date('2026-07-14T23:30:00+01:00')
  const done = instantOfDay(dayOf(now), now)
  assert.equal(done, now.toISOString(), 'and it comes after what was logged before')
  for (const timeZone of ZONES) {
    process.env.TZ = timeZone
    assert.equal(calendarDay(done), '2026-07-14')
    assert.equal(formatIn(timeZone).day(done), '14 Jul 2026')
  }
})

test('what is due on a day is due that day for every reader, however far away it is', () => {
  for (const timeZone of ZONES) {
    const format = formatIn(timeZone)
    for (const due of ['2026-05-01T00:00:00Z', '2026-05-01T12:00:00Z', '2026-05-01T23:59:59Z']) {
      assert.equal(format.day(due), '1 May 2026', timeZone)
      assert.equal(format.dayMonthOf(due), '1 May', timeZone)
    }
  }
  const due = '2026-05-01T12:00:00Z'
  const evening = Date.parse('2026-05-01T03:00:00Z')
  assert.equal(formatIn('America/Los_Angeles').daysAway(due, evening), 'tomorrow', 'it is April there')
  assert.equal(formatIn('UTC').daysAway(due, evening), 'today')
  assert.equal(formatIn('Pacific/Auckland').daysAway(due, evening), 'today')
  assert.equal(formatIn('Pacific/Auckland').daysAway(due, Date.parse('2026-05-01T13:00:00Z')), 'yesterday')
})

test('another day is its noon, and a day that was not changed keeps its time', () => {
  const now = new Date('2026-05-14T09:30:00Z')
  assert.equal(instantOfDay('2026-05-01', now), '2026-05-01T12:00:00.000Z')
  const kept = '2026-05-01T23:15:00.000Z'
  assert.equal(instantOfDay('2026-05-01', now, kept), kept)
  assert.equal(instantOfDay('2026-05-02', now, kept), '2026-05-02T12:00:00.000Z')
})

test('property: in every zone, what is written as a day is read as that day, and today is less than a day from now', () => {
  const instant = fc.date({ min: new Date('1971-01-02'), max: new Date('2100-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(fc.constantFrom(...ZONES), instant, instant, (timeZone, now, other) => {
      process.env.TZ = timeZone
      for (const day of [dayOf(now), dayOf(other)]) assert.equal(calendarDay(instantOfDay(day, now)), day)
      const today = Date.parse(instantOfDay(dayOf(now), now))
      assert.ok(Math.abs(today - now.getTime()) <= 14 * 3_600_000)
    }),
  )
})
