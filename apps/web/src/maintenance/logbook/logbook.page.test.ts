import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CostSum, LogEntry } from '@binnacle/contract'
import { boatPath, daysAgo, hourLog, id, loggedTask, serviceLog } from '../../testing/boat.ts'
import { open, plain, within } from '../../testing/open.ts'
import { type Answers, Refusal, type Request } from '../../testing/service.ts'
import { en } from '../../texts/en.ts'

const { log: words, service: form } = en.maintenance
const service = (n: number, some: Parameters<typeof serviceLog>[0] = {}): LogEntry => {
  const service_log = serviceLog({ id: id(n), ...some })
  const { done_at: at } = service_log
  return { kind: 'service', id: id(n), at, service_log, engine_hour_log: null, service_id: null }
}
const read = (n: number, some: Parameters<typeof hourLog>[0] = {}, service_id: string | null = null): LogEntry => {
  const engine_hour_log = hourLog({ id: id(n), ...some })
  const { logged_at: at } = engine_hour_log
  return { kind: 'hours', id: id(n), at, service_log: null, engine_hour_log, service_id }
}
const sum = (some: Partial<CostSum>): CostSum => ({
  year: 2025,
  kind: 'service',
  task_id: null,
  title: null,
  currency: 'EUR',
  amount: 100,
  entries: 1,
  litres: null,
  ...some,
})
const openLog = (entries: LogEntry[], answers: Answers = {}, search = '') =>
  open(boatPath(`/logbook${search}`), {
    'GET /app/vessels/{id}/log': { entries, next: null },
    'GET /app/vessels/{id}/log/costs': { sums: [] },
    'GET /app/vessels/{id}/tasks': { tasks: [loggedTask()] },
    ...answers,
  })
const asked = (requests: Request[]) => requests.map(({ query: { limit: _limit, ...rest } }) => rest)

test('an empty logbook says so; a filter that finds nothing says that, and can be cleared', async () => {
  const page = await openLog([], {}, '?kind=hours')
  await page.findByText(words.noneFound.title)
  await page.findByRole('button', { name: words.filterCount(1) })
  await page.user.click(page.getByRole('button', { name: words.clear }))
  await page.findByText(words.empty.title)
  await page.findByRole('button', { name: words.filterCount(0) })
  assert.equal(location.search, '')
})

test('what is chosen is asked of the service, stands in the address, and is in the download', async () => {
  const requests: Request[] = []
  const page = await openLog([], {
    'GET /app/vessels/{id}/log': (request) => {
      requests.push(request as unknown as Request)
      return { entries: [], next: null }
    },
  })
  await page.user.click(await page.findByRole('button', { name: words.filterCount(0) }))
  await page.user.selectOptions(page.getByLabelText(words.route), form.supplier)
  await page.findByRole('button', { name: words.filterCount(1) })
  await page.user.click(page.getByLabelText(words.withCost))
  await page.findByRole('button', { name: words.filterCount(2) })
  await page.user.type(page.getByRole('searchbox'), 'oil')
  await page.findByText(words.noneFound.title)
  const href = () => page.getByRole('link', { name: words.csv }).getAttribute('href')!
  await page.until(() => assert.match(href(), /search=oil/))
  assert.match(href(), /route=supplier.*with_cost=true/)
  assert.deepEqual(asked(requests).at(-1), { route: 'supplier', with_cost: 'true', search: 'oil' })
  assert.match(location.search, /search=oil/)
})

test('older entries follow the newer ones; when they fail, the newer ones stay and the button tries again', async () => {
  const page = await openLog([], {
    'GET /app/vessels/{id}/log': ({ query }) =>
      query?.after ? new Refusal('not_found') : { entries: [service(201, { title: 'Anodes' })], next: 'page 2' },
  })
  await page.findByText(words.loaded(1))
  await page.user.click(page.getByRole('button', { name: words.older }))
  await page.findByRole('alert')
  page.getByRole('heading', { name: 'Anodes' })
  page.service.answer({
    'GET /app/vessels/{id}/log': ({ query }) => {
      assert.equal(query?.after, 'page 2')
      return { entries: [service(202, { title: 'Rigging', done_at: daysAgo(300) })], next: null }
    },
  })
  await page.user.click(page.getByRole('button', { name: words.older }))
  await page.findByRole('heading', { name: 'Rigging' })
  page.getByRole('heading', { name: 'Anodes' })
  page.getByText(words.end)
})

test('readings of the onboard device are one run; what came with a service is not changed by itself', async () => {
  const page = await openLog([
    read(301, { hours: 412, source: 'telemetry', logged_at: daysAgo(0) }),
    read(302, { hours: 405, source: 'telemetry', logged_at: daysAgo(0) }),
    read(303, { hours: 400, source: 'service', logged_at: daysAgo(0) }, id(200)),
  ])
  await page.findByText((text) => plain(text) === words.run('405 h', '412 h'))
  page.getByText(words.withService)
  assert.equal(page.queryByRole('button', { name: /^Change / }), null)
})

test('a service is changed: only a valid cost is sent, and a refusal stands at its field', async () => {
  const page = await openLog([service(201, { title: 'Anodes', note: 'Zinc' })], {
    'PATCH /app/service-logs/{id}': new Refusal('invalid_request: /cost must be at most 999999999.99'),
  })
  await page.user.click(await page.findByRole('button', { name: words.editOf('Anodes') }))
  const sheet = within(await page.findByRole('dialog', { name: form.edit }))
  const cost = sheet.getByLabelText(form.cost)
  await page.user.type(cost, '12,3456')
  await page.user.click(sheet.getByRole('button', { name: en.common.save }))
  await page.findByText(en.maintenance.form.cost)
  await page.focusIsOn(cost)
  assert.equal(page.service.changes.length, 0)
  await page.user.clear(cost)
  await page.user.type(cost, '500')
  await page.user.click(sheet.getByRole('button', { name: en.common.save }))
  await sheet.findByText(en.common.demands.most(999_999_999.99))
  await page.focusIsOn(cost)
  page.service.answer({ 'PATCH /app/service-logs/{id}': { service_log: serviceLog() } })
  await page.user.clear(cost)
  await page.user.type(cost, '12,34')
  await page.user.click(sheet.getByRole('button', { name: en.common.save }))
  await page.findByText(words.saved)
  const { title, cost: sent, note } = page.service.changes.at(-1)!.body as Record<string, unknown>
  assert.deepEqual({ title, sent, note }, { title: 'Anodes', sent: 12.34, note: 'Zinc' })
})

test('an entry is deleted after a question, which tells of the meter; refused, it stays', async () => {
  const page = await openLog([read(301, { hours: 412 })], { 'DELETE /app/hour-logs/{id}': new Refusal('conflict') })
  await page.user.click(await page.findByRole('button', { name: /^Change / }))
  await page.user.click(await page.findByRole('button', { name: words.remove }))
  const question = within(await page.findByRole('dialog', { name: words.removeTitle }))
  question.getByText((text) => text.includes(words.removeHours))
  assert.equal(page.service.changes.length, 0)
  await page.user.click(question.getByRole('button', { name: words.remove }))
  await question.findByText(en.common.problem.conflict)
  page.service.answer({
    'DELETE /app/hour-logs/{id}': { removed: true },
    'GET /app/vessels/{id}/log': { entries: [], next: null },
  })
  await page.user.click(question.getByRole('button', { name: words.remove }))
  await page.findByText(words.removed)
  await page.findByText(words.empty.title)
  assert.deepEqual(
    page.service.changes.map(({ params }) => params),
    [{ id: id(301) }, { id: id(301) }],
  )
})

test('a service needs a title and a day; logged, it can be undone', async () => {
  const page = await openLog([], {
    'POST /v1/vessels/{id}/service-log': {
      service_log: serviceLog({ id: id(210), title: 'Sails washed' }),
      next: null,
    },
    'DELETE /app/service-logs/{id}': { removed: true },
  } as Answers)
  await page.user.click(await page.findByRole('button', { name: words.add }))
  const sheet = within(await page.findByRole('dialog', { name: form.title }))
  await page.user.clear(sheet.getByLabelText(new RegExp(`^${form.day}`)))
  await page.user.click(sheet.getByRole('button', { name: en.common.save }))
  await sheet.findByText(form.whatMissing)
  await sheet.findByText(form.dayMissing)
  await page.focusIsOn(sheet.getByLabelText(new RegExp(`^${form.what}`)))
  assert.equal(page.service.changes.length, 0)
  await page.user.type(sheet.getByLabelText(new RegExp(`^${form.what}`)), ' Sails washed ')
  await page.user.type(sheet.getByLabelText(new RegExp(`^${form.day}`)), '2026-05-14')
  await page.user.click(sheet.getByRole('button', { name: en.common.save }))
  await page.findByText(form.logged('Sails washed'))
  assert.equal((page.service.changes[0]!.body as { title: string }).title, 'Sails washed')
  await page.user.click(page.getByRole('button', { name: form.undo }))
  await page.findByText(form.undone('Sails washed'))
  assert.deepEqual(page.service.changes[1]!.params, { id: id(210) })
})

test('costs: two currencies are never added; a year narrows the tasks, and again shows all', async () => {
  const oil = { task_id: id(100), title: 'Engine oil' }
  const page = await openLog(
    [],
    {
      'GET /app/vessels/{id}/log/costs': {
        sums: [
          sum({ year: 2025, amount: 129.9, entries: 2, ...oil }),
          sum({ year: 2024, kind: 'fuel', amount: 70.1, litres: 40 }),
          sum({ year: 2024, amount: 500, currency: 'DKK' }),
        ],
      },
    },
    '?view=costs',
  )
  const years = within(await page.findByRole('table', { name: words.cost.byYear }))
  const rows = (caption: string) =>
    [...page.getByRole('table', { name: caption }).querySelectorAll('tbody th')].map((cell) => cell.textContent)
  assert.ok(plain(document.body.textContent).includes('€200.00'))
  assert.deepEqual(rows(words.cost.byTask), ['Engine oil', words.cost.fuel])
  await page.user.click(years.getByRole('button', { name: '2024' }))
  await page.findByRole('table', { name: words.cost.byTaskIn('2024') })
  assert.deepEqual(rows(words.cost.byTaskIn('2024')), [words.cost.fuel])
  await page.user.click(page.getByRole('button', { name: '2024' }))
  await page.findByRole('table', { name: words.cost.byTask })
  await page.user.selectOptions(page.getByLabelText(words.cost.currency), 'DKK')
  assert.deepEqual(rows(words.cost.byTask), [words.cost.other])
  assert.ok(plain(document.body.textContent).includes('DKK 500.00'))
})
