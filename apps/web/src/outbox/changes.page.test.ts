import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { InspectionPoint, LogEntry } from '@binnacle/contract'
import { BOAT, boatPath, daysAgo, id, loggedTask, overview, serviceLog, task } from '../testing/boat.ts'
import { open, plain, within } from '../testing/open.ts'
import { type Answers, Refusal } from '../testing/service.ts'
import { en } from '../texts/en.ts'

const { waiting, save } = en.common
const { tasks, log, service, sets } = en.maintenance
const { lastDone } = en.boats.guide
const { report } = en.inspections

type Page = Awaited<ReturnType<typeof open>>

/** The network is back: what waited is sent, once each. Gives what was sent. */
async function sentWhenBack(page: Page, count = 1) {
  await page.findByText(waiting.title(count))
  assert.equal(page.service.changes.length, 0)
  page.service.reachable(true)
  for (let left = count; left > 0; left--) await page.waitUntilGone(waiting.title(left))
  assert.equal(page.service.changes.length, count)
  return page.service.changes.map(
    ({ route, params, body }) => [route, params.id, body as Record<string, unknown>] as const,
  )
}

test('without a network a task is changed and another made: both wait, and are sent once, in order', async () => {
  const answer = { task: loggedTask() }
  const page = await open(boatPath('/tasks'), {
    'GET /app/vessels/{id}/tasks': { tasks: [loggedTask()] },
    'PATCH /app/tasks/{id}': answer,
    'POST /app/vessels/{id}/tasks': answer,
  })
  const change = await page.findByRole('button', { name: tasks.editOf('Engine oil') })
  page.service.reachable(false)
  const enter = async (button: HTMLElement, title: string) => {
    await page.user.click(button)
    const sheet = within(await page.findByRole('dialog'))
    const name = sheet.getByLabelText(/^Task/)
    await page.user.clear(name)
    await page.user.type(name, title)
    const months = sheet.getByLabelText(tasks.byTime)
    await page.user.clear(months)
    await page.user.type(months, '6')
    await page.user.click(sheet.getByRole('button', { name: save }))
    await page.findByText(waiting.kept(title))
  }
  await enter(change, 'Oil and filter')
  await page.findByText(`${tasks.editTitle}: Oil and filter`)
  await enter(page.getByRole('button', { name: tasks.add }), 'Anodes')
  const [changed, made] = await sentWhenBack(page, 2)
  assert.deepEqual(
    [changed![0], changed![1], changed![2].title],
    ['PATCH /app/tasks/{id}', loggedTask().id, 'Oil and filter'],
  )
  assert.deepEqual([made![0], made![1], made![2].title], ['POST /app/vessels/{id}/tasks', BOAT.id, 'Anodes'])
})

test('without a network the note of an entry is changed, and sent once', async () => {
  const service_log = serviceLog({ id: id(201), title: 'Anodes' })
  const entry: LogEntry = {
    ...{ kind: 'service', id: id(201), at: service_log.done_at, service_log, engine_hour_log: null, service_id: null },
  }
  const page = await open(boatPath('/logbook'), {
    'GET /app/vessels/{id}/log': { entries: [entry], next: null },
    'GET /app/vessels/{id}/log/costs': { sums: [] },
    'GET /app/vessels/{id}/tasks': { tasks: [] },
    'PATCH /app/service-logs/{id}': { service_log },
  })
  const change = await page.findByRole('button', { name: log.editOf('Anodes') })
  page.service.reachable(false)
  await page.user.click(change)
  const sheet = within(await page.findByRole('dialog', { name: service.edit }))
  await page.user.type(sheet.getByLabelText(service.note), 'Zinc')
  await page.user.click(sheet.getByRole('button', { name: save }))
  const [sent] = await sentWhenBack(page)
  assert.deepEqual([sent![0], sent![1], sent![2].note], ['PATCH /app/service-logs/{id}', id(201), 'Zinc'])
})

const ANODES = serviceLog({ id: id(201), title: 'Anodes', note: 'Zinc' })
const LOG: Answers = {
  'GET /app/vessels/{id}/log': {
    entries: [
      {
        ...{ kind: 'service', id: ANODES.id, at: ANODES.done_at, service_id: null },
        ...{ service_log: ANODES, engine_hour_log: null },
      },
    ],
    next: null,
  },
  'GET /app/vessels/{id}/log/costs': { sums: [] },
  'GET /app/vessels/{id}/tasks': { tasks: [loggedTask()] },
}

/** Asks for the deletion of an entry, and says yes. */
async function removeAnodes(page: Page) {
  await page.user.click(await page.findByRole('button', { name: log.editOf('Anodes') }))
  await page.user.click(await page.findByRole('button', { name: log.remove }))
  const question = within(await page.findByRole('dialog', { name: log.removeTitle }))
  await page.user.click(question.getByRole('button', { name: log.remove }))
  await page.findByText(waiting.toBeDeleted)
}

test('without a network an entry is deleted: it says that it waits, there is a way back, and it is sent once', async () => {
  const page = await open(boatPath('/logbook'), { ...LOG, 'DELETE /app/service-logs/{id}': { removed: true } })
  await page.findByText('Anodes')
  page.service.reachable(false)
  await removeAnodes(page)
  await page.findByText(waiting.kept(waiting.deletionOf('Anodes')))
  assert.ok(page.queryByRole('button', { name: log.editOf('Anodes') }) === null)
  await page.user.click(page.getByRole('button', { name: waiting.keepOf('Anodes') }))
  await page.waitUntilGone(waiting.toBeDeleted)
  await page.waitUntilGone(waiting.title(1))

  await removeAnodes(page)
  page.service.answer({ 'GET /app/vessels/{id}/log': { entries: [], next: null } })
  const [sent] = await sentWhenBack(page)
  assert.deepEqual(sent, ['DELETE /app/service-logs/{id}', ANODES.id, undefined])
  await page.findByText(log.empty.title)
})

test('what somebody else has deleted meanwhile is gone, as it should be; another refusal says why', async () => {
  const page = await open(boatPath('/logbook'), { ...LOG, 'DELETE /app/service-logs/{id}': new Refusal('not_found') })
  await page.findByText('Anodes')
  page.service.reachable(false)
  await removeAnodes(page)
  await sentWhenBack(page)
  assert.ok(page.queryByText(plain(waiting.refused(en.common.problem.not_found))) === null)

  page.service.reachable(false)
  await removeAnodes(page)
  page.service.answer({ 'DELETE /app/service-logs/{id}': new Refusal('conflict') })
  page.service.reachable(true)
  await page.findByText(plain(waiting.refused(en.common.problem.conflict)))
  await page.waitUntilGone(waiting.toBeDeleted)
  assert.ok(page.getByRole('button', { name: log.editOf('Anodes') }))
})

test('without a network a task is deleted, and sent once', async () => {
  const page = await open(boatPath('/tasks'), { ...LOG, 'DELETE /app/tasks/{id}': { removed: true } })
  const remove = await page.findByRole('button', { name: tasks.removeOf('Engine oil') })
  page.service.reachable(false)
  await page.user.click(remove)
  await page.user.click(await page.findByRole('button', { name: tasks.remove }))
  await page.findByText(waiting.toBeDeleted)
  assert.ok(page.getByRole('button', { name: waiting.keepOf('Engine oil') }))
  page.service.answer({ 'GET /app/vessels/{id}/tasks': { tasks: [] } })
  const [sent] = await sentWhenBack(page)
  assert.deepEqual(sent!.slice(0, 2), ['DELETE /app/tasks/{id}', loggedTask().id])
  await page.findByText(tasks.empty.title)
})

test('without a network ready-made tasks are ticked, and sent once', async () => {
  const item = {
    hint: null,
    interval_days: 365,
    interval_hours: null,
    safety: false,
    slug: 'impeller',
    title: 'Impeller',
  }
  const set = {
    slug: 'diesel',
    group: 'engine',
    name: 'Diesel',
    hint: '',
    applies_to: ['sailboat'],
    tasks: [item],
  } as const
  const page = await open(boatPath('/tasks#choose'), {
    'GET /app/vessels/{id}/tasks': { tasks: [loggedTask()] },
    'GET /app/task-sets': { task_sets: [set as never] },
    'POST /app/vessels/{id}/task-sets': { tasks: [loggedTask({ title: 'Impeller' })], left_out: [] },
  })
  await page.user.click(await page.findByLabelText(/^Impeller/))
  page.service.reachable(false)
  await page.user.click(page.getByRole('button', { name: sets.add(1) }))
  const [sent] = await sentWhenBack(page)
  assert.deepEqual(
    (sent![2].tasks as { title: string }[]).map(({ title }) => title),
    ['Impeller'],
  )
})

test('without a network what was last done is answered, not asked again, and sent once', async () => {
  const feed = (items: ReturnType<typeof task>[]): Answers => ({
    'GET /app/vessels/{id}/due': { vessel_id: BOAT.id, engine_hours: 412, usage: null, items },
  })
  const [oil, raft] = [task({ title: 'Oil' }), task({ task_id: id(101), title: 'Raft' })]
  const due = { overdue: 0, due_soon: 0, ok: 2, never_logged: 2, next: null }
  const page = await open(boatPath('/guide#lastDone'), {
    'GET /app/vessels/{id}/overview': overview({ due }),
    ...feed([oil, raft]),
  })
  const [day] = await page.findAllByLabelText<HTMLInputElement>(lastDone.day)
  await page.user.type(day!, '2020-05-14')
  page.service.reachable(false)
  page.service.answer({ 'POST /app/vessels/{id}/services': { service_logs: [serviceLog()] }, ...feed([raft]) })
  await page.user.click(page.getByRole('button', { name: lastDone.save }))
  await page.findByText(waiting.kept('Oil'))
  await page.until(() => assert.equal(page.getAllByLabelText(lastDone.day).length, 1))
  page.service.reachable(true)
  await page.until(() => assert.equal(page.service.changes.length, 1))
  const { services } = page.service.changes[0]!.body as { services: { task_id: string }[] }
  assert.deepEqual(
    services.map(({ task_id }) => task_id),
    [oil.task_id],
  )
})

test('without a network a finding becomes a task, says that it waits, and then has it', async () => {
  const point = (task_id: string | null): InspectionPoint => ({
    ...{ id: id(702), template_item_id: null, verdict: 'non_operational', note: 'Expired', updated_at: daysAgo(1) },
    ...{ checklist: 'safety', section: 'Flotation', title: 'Life raft', hint: '', previous: null, photos: [], task_id },
  })
  const inspection = {
    ...{ id: id(700), status: 'completed' as const, started_at: daysAgo(1), completed_at: daysAgo(1), score: 50 },
    ...{ engine_hours: null, vir_code: 'VIR-7K3M-Q9TD' },
  }
  const walk = (task_id: string | null): Answers => ({
    'GET /app/inspections/{id}': { inspection, vessel_id: BOAT.id, points: [point(task_id)] },
  })
  const made = loggedTask({ finding_id: id(702), once: true })
  const page = await open(boatPath(`/inspections/${id(700)}/report`), walk(null))
  const make = await page.findByRole('button', { name: report.makeTaskOf('Life raft') })
  page.service.reachable(false)
  await page.user.click(make)
  await page.findByText(waiting.kept('Life raft: Expired'))
  assert.ok(page.queryByRole('button', { name: report.makeTaskOf('Life raft') }) === null)
  page.service.answer({ 'POST /app/vessels/{id}/tasks': { task: made }, ...walk(made.id) })
  const [sent] = await sentWhenBack(page)
  assert.equal(sent![2].finding_id, id(702))
  await page.findByRole('link', { name: report.hasTask })
})
