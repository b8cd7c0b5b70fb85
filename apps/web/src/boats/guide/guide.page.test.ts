import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { VesselOverview } from '@binnacle/contract'
import { BOAT, boatPath, hourLog, hoursAgo, id, overview, reading, serviceLog, task } from '../../testing/boat.ts'
import { open, plain } from '../../testing/open.ts'
import { type Answers, Refusal } from '../../testing/service.ts'
import { en } from '../../texts/en.ts'

const { guide: words } = en.boats
const NEW_BOAT = overview({
  vessel: { ...BOAT, engine_hours: null },
  due: { overdue: 0, due_soon: 0, ok: 0, never_logged: 0, next: null },
  ...{ box_count: 0, last_seen_at: null },
})

async function openGuide(boat: VesselOverview, answers: Answers = {}, hash = '') {
  const page = await open(boatPath(`/guide${hash}`), {
    'GET /app/vessels/{id}/overview': boat,
    'GET /app/task-sets': { task_sets: [] },
    'GET /app/vessels/{id}/tasks': { tasks: [] },
    ...answers,
  })
  const step = (name: keyof typeof words.steps) => page.findByRole('button', { name: new RegExp(words.steps[name]) })
  return {
    ...page,
    step,
    isOpen: async (name: keyof typeof words.steps) => {
      const head = await step(name)
      await page.until(() => assert.equal(head.getAttribute('aria-expanded'), 'true'))
      return head
    },
  }
}

test('a new boat: the guide starts at the hour meter', async () => {
  const page = await openGuide(NEW_BOAT)
  await page.findByText(words.progress(1, 6))
  await page.isOpen('hours')
  assert.ok((await page.step('boat')).textContent.includes(words.isDone))
})

test('hours: a number is needed; set, the next step opens and has the focus', async () => {
  const page = await openGuide(NEW_BOAT)
  const save = await page.findByRole('button', { name: words.hours.save })
  await page.user.click(save)
  await page.findByText(en.maintenance.hours.hoursMissing)
  assert.equal(page.service.changes.length, 0)
  await page.fill(page.getByLabelText(new RegExp(words.hours.label)), '1,234')
  const vessel = { ...BOAT, engine_hours: 1234 }
  page.service.answer({
    'POST /v1/vessels/{id}/hours': { engine_hour_log: hourLog({ hours: 1234 }), engine_hours: 1234 },
    'GET /app/vessels/{id}/overview': { ...NEW_BOAT, vessel },
  })
  await page.user.click(save)
  const tasks = await page.isOpen('tasks')
  await page.focusIsOn(tasks)
  assert.deepEqual(page.service.changes[0]!.body, { hours: 1234, source: 'manual' })
  await page.findByText(words.progress(2, 6))
})

test('hours: what the service refuses stays to be corrected', async () => {
  const page = await openGuide(NEW_BOAT, { 'POST /v1/vessels/{id}/hours': new Refusal('hours_below_current') })
  const field = await page.findByLabelText<HTMLInputElement>(new RegExp(words.hours.label))
  await page.fill(field, '5')
  await page.user.click(page.getByRole('button', { name: words.hours.save }))
  await page.findByRole('alert')
  assert.equal(field.value, '5')
  await page.isOpen('hours')
})

test('a step that is skipped stays open to do', async () => {
  const page = await openGuide(NEW_BOAT)
  await page.isOpen('hours')
  await page.user.click(page.getAllByRole('button', { name: words.skip })[0]!)
  await page.isOpen('tasks')
  assert.equal((await page.step('hours')).textContent.includes(words.isDone), false)
  await page.findByText(words.progress(1, 6))
})

test('when was it last done: one question for all that was never logged, and what is not known stays so', async () => {
  const items = [
    task({ title: 'Oil', interval_days: 365, interval_hours: 250 }),
    task({ task_id: id(101), title: 'Rigging', interval_days: 3650 }),
    task({ task_id: id(102), title: 'Raft', interval_days: 1095 }),
  ]
  const known = { done_at: hoursAgo(99), engine_hours: null }
  const due = (never_logged: number) => ({ overdue: 0, due_soon: 0, ok: 4, never_logged, next: null })
  const feed = (some: typeof items): Answers => ({
    'GET /app/vessels/{id}/due': { vessel_id: BOAT.id, engine_hours: 412, usage: null, items: some },
  })
  const page = await openGuide(
    overview({ due: due(3) }),
    feed([...items, task({ task_id: id(103), title: 'Anodes', last_service: known })]),
    '#lastDone',
  )
  const days = await page.findAllByLabelText<HTMLInputElement>(words.lastDone.day)
  assert.equal(days.length, 3)
  const save = page.getByRole<HTMLButtonElement>('button', { name: words.lastDone.save })
  assert.ok(save.disabled)
  await page.user.type(page.getByLabelText(words.lastDone.hours), '400')
  await page.user.click(save)
  await page.findByText(words.lastDone.onlyHours)
  assert.equal(page.service.changes.length, 0)
  await page.user.type(days[0]!, '2020-05-14')
  await page.user.type(days[1]!, '2019-03-01')
  page.service.answer({
    'POST /app/vessels/{id}/services': { service_logs: [serviceLog(), serviceLog({ id: id(201) })] },
    'GET /app/vessels/{id}/overview': overview({ due: due(1) }),
    ...feed(items.slice(2)),
  })
  await page.user.click(save)
  await page.findByText(words.lastDone.saved(2))
  const { services } = page.service.changes[0]!.body as { services: Record<string, unknown>[] }
  assert.deepEqual(
    services.map(({ title, task_id, engine_hours }) => [title, task_id, engine_hours]),
    [
      ['Oil', id(100), 400],
      ['Rigging', id(101), undefined],
    ],
  )
  await page.until(() => assert.equal(page.getAllByLabelText(words.lastDone.day).length, 1))
})

test('when was it last done: hours that no engine can run are asked about first, once for all', async () => {
  const items = [100, 101].map((n) => task({ task_id: id(n), title: `Oil ${n}`, interval_hours: 250 }))
  const due = { overdue: 0, due_soon: 0, ok: 2, never_logged: 2, next: null }
  const page = await openGuide(
    overview({ due }),
    {
      'GET /app/vessels/{id}/due': { vessel_id: BOAT.id, engine_hours: 412, usage: null, items },
      'GET /app/vessels/{id}/hours': { engine_hours: 412, usage: null, readings: [] },
      'POST /app/vessels/{id}/services': { service_logs: [serviceLog()] },
    },
    '#lastDone',
  )
  for (const day of await page.findAllByLabelText(words.lastDone.day)) await page.user.type(day, '2020-05-14')
  for (const hours of page.getAllByLabelText(words.lastDone.hours)) await page.user.type(hours, '4000')
  await page.user.click(page.getByRole('button', { name: words.lastDone.save }))
  await page.findByText(plain(en.maintenance.hours.doubt('4,000 h', '3,588 h')))
  assert.equal(page.service.changes.length, 0)
  await page.user.click(page.getByRole('button', { name: en.maintenance.form.saveAnyway }))
  await page.until(() => assert.equal(page.service.changes.length, 1))
})

test('live: first a device, then waiting with what may be wrong, then its first values', async () => {
  const page = await openGuide({ ...NEW_BOAT, vessel: BOAT })
  await page.user.click(await page.step('live'))
  await page.findByText(words.live.first)
  page.stands()
  page.service.answer({ 'GET /app/vessels/{id}/overview': { ...NEW_BOAT, vessel: BOAT, box_count: 1 } })
  page.changed({ vessel_id: BOAT.id, topics: ['connections'] })
  await page.findByText(words.live.waiting)
  for (const hint of words.live.hints) assert.ok(page.getByText(hint))
})

test('live: the newest values come first, and the rest is counted', async () => {
  const many = Array.from({ length: 10 }, (_, n) => reading({ instance: `bank ${n}`, arrived_at: hoursAgo(n) }))
  const page = await openGuide(
    overview({ due: { overdue: 0, due_soon: 0, ok: 2, never_logged: 0, next: null }, series: [...many].reverse() }),
  )
  await page.findByText(words.finished.title)
  await page.user.click(await page.step('live'))
  await page.findByText(words.live.arrived)
  const values = page.getAllByRole('listitem').filter((item) => item.textContent.includes('bank '))
  assert.equal(values.length, 9)
  assert.ok(page.getByText(words.live.more(2)))
})

test('an error says what happened, and a second try shows the guide', async () => {
  const page = await openGuide(NEW_BOAT, { 'GET /app/vessels/{id}/overview': new Refusal('not_found') })
  await page.findByText(en.common.problem.not_found)
  page.service.answer({ 'GET /app/vessels/{id}/overview': NEW_BOAT })
  await page.user.click(page.getByRole('button', { name: en.common.retry }))
  await page.findByText(words.progress(1, 6))
})
