import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type DueStatus, logEngineHours, logService } from '@binnacle/contract'
import fc from 'fast-check'
import { makeAjv } from '../../server/src/http/route/validate.ts'
import { dueFeed } from '../../server/src/maintenance/due/due.ts'
import { checklistsIn } from '../../server/src/maintenance/inspections/checklists/checklists.ts'
import { DEMO_BOATS, type DemoBoat } from './boats.ts'
import { type Event, makeHistory } from './history.ts'
import { DAY_MS, makeFortnight } from './voyages.ts'

/** Any moment of the years in which this may be tried. */
const anyNow = fc.date({ min: new Date('2026-06-01'), max: new Date('2034-12-31'), noInvalidDate: true })

function pastOf(boat: DemoBoat, now: Date) {
  const fortnight = makeFortnight(boat, now)
  return { fortnight, ...makeHistory(boat, fortnight, now) }
}

const servicesOf = (events: Event[]) => events.filter((event) => event.kind === 'service')

/** The due feed as the service will compute it of this past. */
function statuses(boat: DemoBoat, now: Date): Map<string, DueStatus> {
  const { since, endHours, events, fortnight } = pastOf(boat, now)
  const tasks = boat.jobs.map(({ title, days, hours, leadDays }) => {
    const last = servicesOf(events).findLast(({ job }) => job === title)
    return {
      id: title,
      title,
      interval_days: days,
      interval_hours: hours,
      lead_days: leadDays ?? 30,
      lead_hours: 25,
      start_at: since,
      start_hours: boat.startHours,
      safety: false,
      once: false,
      served_at: last?.at ?? null,
      // A service in the device's days has no hours of its own: the service takes the hour log's.
      served_hours: last ? (last.service.engine_hours ?? endHours) : null,
    }
  })
  return new Map(dueFeed(tasks, endHours + fortnight.wholeHours, now).map(({ title, status }) => [title, status]))
}

const all = (check: (boat: DemoBoat, now: Date) => void, runs = 60) => {
  for (const boat of DEMO_BOATS)
    fc.assert(
      fc.property(anyNow, (now) => check(boat, now)),
      { numRuns: runs },
    )
}

test('the past is the same for the same now', () => {
  const now = new Date('2026-07-03T10:00:00Z')
  for (const boat of DEMO_BOATS) assert.deepEqual(pastOf(boat, now).events, pastOf(boat, now).events)
})

test('an invalid date makes no loop endless: no job was done before it', () => {
  const invalid = new Date(Number.NaN)
  for (const boat of DEMO_BOATS) {
    const { events } = makeHistory(boat, makeFortnight(boat, new Date('2026-07-03T10:00:00Z')), invalid)
    assert.deepEqual(
      [...events, ...pastOf(boat, invalid).events].filter((event) => event.kind === 'service' && event.job !== null),
      [],
    )
  }
})

test('property: whatever the day, Aurora has one thing overdue and one due soon, and Bosun nothing overdue', () => {
  all((boat, now) => {
    const due = statuses(boat, now)
    const overdue = [...due].filter(([, status]) => status === 'overdue').map(([title]) => title)
    assert.deepEqual(overdue, boat.vessel.name === 'Aurora' ? ['Fire extinguishers checked'] : [])
    if (boat.vessel.name === 'Aurora') assert.equal(due.get('Life raft service'), 'due_soon')
  }, 200)
})

test('property: what is due by hours is due soon', () => {
  all((boat, now) => {
    const title = boat.jobs.find(({ last }) => 'hoursAgo' in last)!.title
    assert.equal(statuses(boat, now).get(title), 'due_soon')
  })
})

test('property: the meter never falls, and the onboard device goes on where the log ends', () => {
  all((boat, now) => {
    const { events, endHours, since, fortnight } = pastOf(boat, now)
    let meter = boat.startHours
    for (const event of events) {
      assert.ok(event.at > since && event.at < now)
      const hours = metered(event)
      if (hours === null) continue
      assert.ok(hours >= meter && event.at <= fortnight.from, `${event.at.toISOString()} ${hours} ${meter}`)
      meter = hours
    }
    assert.ok(endHours >= meter)
    assert.equal(Math.floor(fortnight.moments(endHours)[0]!.engineHours), endHours)
  })
})

function metered(event: Event): number | null {
  if (event.kind === 'hours') return event.hours.hours
  return (event.kind === 'service' ? event.service.engine_hours : event.hours) ?? null
}

test('property: five years of it: each spring an inspection, services by owner and supplier, hours only in the season', () => {
  all((boat, now) => {
    const { events } = pastOf(boat, now)
    const ended = events.filter((event) => event.kind === 'inspection' && event.ended !== null)
    assert.ok(ended.length >= 5 && ended.length <= 6, `${ended.length} inspections`)
    assert.ok(ended.every(({ at }) => [3, 4].includes(at.getUTCMonth() + 1)))
    const services = servicesOf(events)
    assert.ok(services.length > 40 && services.length < 200, `${services.length} services`)
    for (const event of events)
      if (event.kind === 'hours') assert.ok(event.at.getUTCMonth() >= 3 && event.at.getUTCMonth() <= 9)
  })
})

test('what is written is what the routes accept', () => {
  const ajv = makeAjv()
  const fits = { service: ajv.compile(logService.body), hours: ajv.compile(logEngineHours.body) }
  for (const boat of DEMO_BOATS)
    for (const event of pastOf(boat, new Date('2026-07-03T10:00:00Z')).events) {
      if (event.kind === 'service') assert.ok(fits.service({ ...event.service }), JSON.stringify(fits.service.errors))
      if (event.kind === 'hours') assert.ok(fits.hours({ ...event.hours }), JSON.stringify(fits.hours.errors))
    }
})

test('every finding is at a point that was looked at that spring, and every absent point is one', () => {
  for (const plan of DEMO_BOATS) {
    const titles = (slugs: readonly string[]) =>
      checklistsIn('en')
        .filter(({ slug }) => slugs.includes(slug))
        .flatMap(({ items }) => items.map(({ title }) => title))
    for (const { point, spring } of plan.findings)
      assert.ok(titles(plan.checklists[spring]!).includes(point), `${plan.vessel.name}: ${point} in spring ${spring}`)
    for (const point of plan.absent) assert.ok(titles(plan.checklists.flat()).includes(point), point)
    const known = new Set(checklistsIn('en').map(({ slug }) => slug))
    assert.deepEqual(
      plan.checklists.flat().filter((slug) => !known.has(slug)),
      [],
    )
  }
})

test('property: seasons are 52 weeks apart, so that what is done each spring never falls overdue', () => {
  all((boat, now) => {
    const { events } = pastOf(boat, now)
    const yearly = boat.jobs.filter(({ last }) => 'season' in last)
    for (const { title } of yearly) {
      const last = servicesOf(events).findLast(({ job }) => job === title)!
      assert.ok(now.getTime() - last.at.getTime() <= 365 * DAY_MS)
    }
  })
})
