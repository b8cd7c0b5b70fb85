import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { VesselOverview } from '@binnacle/contract'
import { alarm, BOAT, boatPath, daysAgo, hoursAgo, id, inDays, overview, task } from '../../testing/boat.ts'
import { open } from '../../testing/open.ts'
import { en } from '../../texts/en.ts'

const { overview: words, due, health } = en.boats
const openBoat = (some: Partial<VesselOverview>) =>
  open(boatPath(''), { 'GET /app/vessels/{id}/overview': overview(some) })
const rated = (health_score: number | null) => ({ ...BOAT, health_score })
const known = { done_at: daysAgo(9), engine_hours: null }

test('a boat whose tasks were never logged is not well: it says so, and asks', async () => {
  const page = await openBoat({
    vessel: rated(null),
    due: { overdue: 0, due_soon: 0, ok: 42, never_logged: 42, next: null },
    due_items: [task({ due_date: inDays(300) })],
    health_reasons: [{ code: 'never_logged', count: 42 }],
  })
  await page.findAllByText(health.tones.none)
  assert.equal(page.getAllByText(health.reasons.never_logged(42)).length, 2)
  assert.ok(page.queryByText(words.well) === null)
  assert.ok(page.queryByText(due.onDate('in 10 months')) === null, 'nobody knows when it is due')
  await page.findByText(words.upcomingNone)
  const ask = page.getByRole('link', { name: words.neverAction })
  assert.equal(ask.getAttribute('href'), boatPath('/guide#lastDone'))
})

test('when data was received, which says nothing of how old it is: a recording may be of another year', async () => {
  const page = await openBoat({ last_seen_at: hoursAgo(3) })
  await page.findByText('Last data received 3 hours ago')
})

test('an open safety item stands first, with the way to it; health says why', async () => {
  const page = await openBoat({
    vessel: rated(79),
    health_reasons: [
      { code: 'safety_finding', count: 1 },
      { code: 'inspection', count: 97 },
    ],
  })
  await page.findByText(health.tones.soon)
  const reason = page.getAllByRole('link', { name: new RegExp(health.reasons.safety_finding(1)) })
  assert.deepEqual(
    reason.map((link) => link.getAttribute('href')),
    [boatPath('/inspections'), boatPath('/inspections')],
  )
  assert.ok(page.getByRole('link', { name: health.reasons.inspection(97) }))
  assert.ok(page.queryByText(words.well) === null)
})

test('nothing is due, but the last inspection found something: not everything is in order', async () => {
  const page = await openBoat({ vessel: rated(99), health_reasons: [{ code: 'inspection', count: 97 }] })
  await page.findByText(health.reasons.inspection(97))
  assert.ok(page.queryByText(words.well) === null)
  assert.ok(page.getByText(en.boats.due.allOk))
})

test('the worst alarm stands first, in the reader’s units, with the way to the alarms; health says so', async () => {
  const page = await open(
    boatPath(''),
    {
      'GET /app/vessels/{id}/overview': overview({
        vessel: rated(79),
        alarms: [alarm(), ...[1, 2, 3].map((n) => alarm({ id: id(700 + n), severity: 'warning', instance: `${n}` }))],
        health_reasons: [{ code: 'alarm', count: 4 }],
      }),
    },
    { units: 'us' },
  )
  const first = await page.findByRole('link', { name: /Coolant temperature above 208\u00a0°F \(port\)/ })
  assert.equal(first.getAttribute('href'), boatPath('/alarms'))
  assert.ok(first.closest('li')?.previousElementSibling === null)
  assert.ok(page.getByRole('link', { name: en.alarms.more(1) }))
  assert.ok(page.getByRole('link', { name: health.reasons.alarm(4) }))
})

test('nothing of a boat is shown under the name of the next one', async () => {
  const other = { ...BOAT, id: id(3), name: 'Skagen' }
  const asked = Promise.withResolvers<void>()
  const page = await open(boatPath(''), {
    'GET /v1/vessels/{id}': ({ params }) => ({ vessel: params!.id === BOAT.id ? BOAT : other }),
    'GET /app/vessels/{id}/overview': async ({ params }) => {
      if (params!.id === BOAT.id)
        return overview({ due_items: [task({ title: 'Only of Nordlys', status: 'overdue' })] })
      await asked.promise
      return overview({ vessel: other })
    },
  })
  await page.findByText('Only of Nordlys')
  let mixed = false
  const watcher = new MutationObserver(() => {
    mixed ||= page.queryByRole('heading', { name: 'Skagen' }) !== null && page.queryByText('Only of Nordlys') !== null
  })
  watcher.observe(document.body, { subtree: true, childList: true, characterData: true })
  await page.goTo(`/boats/${other.id}`)
  await page.findByRole('heading', { name: 'Skagen' })
  await page.until(() => assert.ok(page.queryByText('Only of Nordlys') === null))
  watcher.disconnect()
  asked.resolve()
  await page.findByText(words.well)
  assert.equal(mixed, false)
})

test('three tasks are shown and the others counted', async () => {
  const items = Array.from({ length: 8 }, (_, n) =>
    task({ task_id: id(100 + n), title: `Task ${n}`, status: 'overdue', due_date: daysAgo(9 - n) }),
  )
  const page = await openBoat({
    due: { overdue: 15, due_soon: 0, ok: 0, never_logged: 0, next: null },
    due_items: items,
  })
  await page.findByText('Task 2')
  assert.ok(page.queryByText('Task 3') === null)
  assert.ok(page.getByRole('link', { name: due.more(12) }))
})

test('a boat that is well says so, with what comes next', async () => {
  const next = task({ due_date: inDays(300), last_service: known })
  const page = await openBoat({
    vessel: rated(100),
    due: { overdue: 0, due_soon: 0, ok: 1, never_logged: 0, next },
    due_items: [next],
  })
  await page.findByText(words.well)
})
