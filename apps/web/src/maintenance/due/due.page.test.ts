import assert from 'node:assert/strict'
import { test } from 'node:test'
import { boatPath, daysAgo, id, serviceLog, task } from '../../testing/boat.ts'
import { open, plain } from '../../testing/open.ts'
import { type Answers, Refusal } from '../../testing/service.ts'
import { de } from '../../texts/de.ts'
import { en } from '../../texts/en.ts'

const { due, service } = en.maintenance
const OVERDUE = task({ title: 'Engine oil', status: 'overdue', due_date: daysAgo(3), interval_days: 365 })
const LATER = task({
  ...{ task_id: id(101), title: 'Impeller', due_hours: 450, hours_left: 38, interval_hours: 100 },
  last_service: { done_at: daysAgo(30), engine_hours: 350 },
})
const NEVER = task({ task_id: id(102), title: 'Life raft', interval_days: 1095, due_date: daysAgo(-1000) })

const feed = (items: ReturnType<typeof task>[]): Answers => ({
  'GET /app/vessels/{id}/due': { vessel_id: id(2), engine_hours: 412, usage: null, items },
  'GET /app/vessels/{id}/tasks': { tasks: [] },
})
const PAGE = boatPath('/maintenance')

test('tasks stand under how urgent they are, each with its date or hours', async () => {
  const page = await open(PAGE, feed([OVERDUE, LATER]))
  await page.findByRole('heading', { name: `${due.groups.overdue} (1)` })
  assert.ok(page.getByRole('heading', { name: `${due.groups.ok} (1)` }))
  assert.ok(page.queryByText(due.allDone) === null)
  // Four when a day ends meanwhile.
  assert.ok(page.getByText(/[34] days ago$/))
  assert.ok(page.getByText(due.atHours('450 h', '38 h')))
})

test('what was never logged is a state of its own, and asked for', async () => {
  const page = await open(PAGE, feed([LATER, NEVER]))
  await page.findByRole('heading', { name: `${due.groups.never_logged} (1)` })
  assert.ok(page.queryByText(due.allDone) === null)
  const ask = page.getByRole('link', { name: due.neverAction })
  assert.equal(ask.getAttribute('href'), boatPath('/guide#lastDone'))
})

test('a task by hours whose boat has no known hours says from when it counts', async () => {
  const page = await open(PAGE, feed([task({ title: 'Belt', interval_hours: 100 })]))
  await page.findByText(due.fromFirstHours)
})

test('in German, with a decimal comma', async () => {
  const usage = { hours_a_week: 2.5, basis: 'year' as const, from: daysAgo(365), to: daysAgo(0) }
  const answers = feed([LATER])
  const page = await open(
    PAGE,
    { ...answers, 'GET /app/vessels/{id}/due': { vessel_id: id(2), engine_hours: 412, usage, items: [LATER] } },
    { language: 'de' },
  )
  await page.findByText(plain(de.maintenance.due.paceYear('2,5 h')))
})

test('done and save log the service, which can be taken back', async () => {
  const page = await open(PAGE, {
    ...feed([OVERDUE]),
    'POST /v1/vessels/{id}/service-log': ({ body }) => ({
      service_log: serviceLog({ title: body.title, task_id: body.task_id ?? null }),
      engine_hours: 412,
    }),
    'DELETE /app/service-logs/{id}': { removed: true },
  })
  await page.user.click(await page.findByRole('button', { name: due.doneOf('Engine oil') }))
  await page.user.click(await page.findByRole('button', { name: en.common.save }))
  await page.findByText(service.logged('Engine oil'))
  const [logged] = page.service.changes
  const { title, task_id, engine_hours } = logged!.body as Record<string, unknown>
  assert.deepEqual(
    { title, task_id, engine_hours },
    { title: 'Engine oil', task_id: OVERDUE.task_id, engine_hours: 412 },
  )
  await page.user.click(page.getByRole('button', { name: service.undo }))
  await page.findByText(service.undone('Engine oil'))
  assert.equal(page.service.changes[1]!.params.id, serviceLog().id)
})

test('a service that is still to come is asked about first', async () => {
  const page = await open(PAGE, {
    ...feed([OVERDUE]),
    'POST /v1/vessels/{id}/service-log': { service_log: serviceLog() },
  })
  await page.user.click(await page.findByRole('button', { name: due.doneOf('Engine oil') }))
  const day = await page.findByLabelText(new RegExp(`^${service.day}`))
  await page.user.clear(day)
  await page.user.type(day, '2062-05-14')
  await page.user.click(page.getByRole('button', { name: en.common.save }))
  await page.findByText(/2062 is in the future/)
  assert.equal(page.service.changes.length, 0)
  await page.user.click(page.getByRole('button', { name: en.maintenance.form.saveAnyway }))
  await page.findByText(service.logged('Engine oil'))
})

test('what is wrong is said beside the field, and nothing is sent', async () => {
  const page = await open(PAGE, feed([OVERDUE]))
  await page.user.click(await page.findByRole('button', { name: due.other }))
  await page.user.click(await page.findByRole('button', { name: service.details }))
  await page.user.type(page.getByLabelText(service.cost), '12,3456')
  await page.user.click(page.getByRole('button', { name: en.common.save }))
  await page.findByText(service.whatMissing)
  assert.ok(page.getByText(en.maintenance.form.cost))
  await page.focusIsOn(page.getByLabelText(new RegExp(service.what)))
  assert.equal(page.service.changes.length, 0)
})

test('the field that the service refuses opens, says so and has the focus', async () => {
  const page = await open(PAGE, {
    ...feed([OVERDUE]),
    'POST /v1/vessels/{id}/service-log': new Refusal('invalid_request: /cost must be at most 999999999.99'),
  })
  await page.user.click(await page.findByRole('button', { name: due.doneOf('Engine oil') }))
  const details = await page.findByRole('button', { name: service.details })
  assert.equal(details.getAttribute('aria-expanded'), 'false')
  await page.user.click(page.getByRole('button', { name: en.common.save }))
  await page.findByText(en.common.demands.most(999_999_999.99))
  assert.equal(details.getAttribute('aria-expanded'), 'true')
  await page.focusIsOn(page.getByLabelText(service.cost))
  assert.ok(page.queryByRole('alert') === null)
})

test('without tasks the page offers ready-made ones; when all is done it says so', async () => {
  const page = await open(PAGE, feed([]))
  await page.findByRole('link', { name: due.empty.choose })
  page.service.answer(feed([LATER]))
  page.changed({ vessel_id: id(2), topics: ['due'] })
  await page.findByText(due.allDone)
})

test('an error says what happened, and a second try shows the page', async () => {
  const page = await open(PAGE, { ...feed([]), 'GET /app/vessels/{id}/due': new Refusal('not_found') })
  await page.findByText(en.common.problem.not_found)
  page.service.answer(feed([OVERDUE]))
  await page.user.click(page.getByRole('button', { name: en.common.retry }))
  await page.findByText('Engine oil')
})
