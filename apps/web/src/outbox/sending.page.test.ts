import assert from 'node:assert/strict'
import { test } from 'node:test'
import { boatPath, hourLog, id, serviceLog, task } from '../testing/boat.ts'
import { open, plain } from '../testing/open.ts'
import { type Answers, Refusal } from '../testing/service.ts'
import { en } from '../texts/en.ts'

const { due, service, hours } = en.maintenance
const { waiting } = en.common
const OIL = task({ title: 'Engine oil', status: 'overdue' })
const DUE: Answers = {
  'GET /app/vessels/{id}/due': { vessel_id: id(2), engine_hours: 412, usage: null, items: [OIL] },
  'GET /app/vessels/{id}/tasks': { tasks: [] },
  'POST /v1/vessels/{id}/service-log': { service_log: serviceLog({ title: 'Engine oil' }), engine_hours: 412 } as never,
}
const HOURS: Answers = {
  'GET /app/vessels/{id}/hours': { engine_hours: 412, usage: null, readings: [] },
  'GET /app/vessels/{id}/log': { entries: [], next: null },
  'POST /app/vessels/{id}/hours': ({ body }) => ({
    engine_hour_log: hourLog({ hours: body.hours }),
    engine_hours: body.hours,
  }),
}

async function openSheet(answers: Answers = DUE) {
  const page = await open(boatPath('/maintenance'), answers)
  await page.user.click(await page.findByRole('button', { name: due.doneOf('Engine oil') }))
  return { page, save: await page.findByRole('button', { name: en.common.save }) }
}

test('a double click sends one request twice at most: the same key and the same body', async () => {
  const { page, save } = await openSheet()
  await page.user.dblClick(save)
  await page.findByText(service.logged('Engine oil'))
  const sent = page.service.changes.map(({ key, body }) => JSON.stringify({ key, body }))
  assert.equal(new Set(sent).size, 1)
  assert.match(page.service.changes[0]!.key ?? '', /^[0-9a-f]{32}$/)
})

test('what got no answer is sent again with the key of the first try', async () => {
  const { page, save } = await openSheet({ ...DUE, 'POST /v1/vessels/{id}/service-log': new Refusal('internal_error') })
  // The service fails: the entry waits, and is sent with the key of the first try.
  await page.user.click(save)
  await page.findByText(waiting.title(1))
  page.service.answer(DUE)
  await page.user.click(page.getByRole('button', { name: waiting.sendNow }))
  await page.waitUntilGone(waiting.title(1))
  assert.ok(page.service.changes.length >= 2)
  assert.equal(new Set(page.service.changes.map(({ key }) => key)).size, 1)
})

test('without a network a service waits where it is seen, and is sent once when the network is back', async () => {
  const { page, save } = await openSheet()
  page.service.reachable(false)
  await page.user.click(save)
  await page.findByText(waiting.kept('Engine oil'))
  await page.findByText(waiting.title(1))
  assert.equal(page.service.changes.length, 0)
  page.service.reachable(true)
  await page.waitUntilGone(waiting.title(1))
  assert.equal(page.service.changes.length, 1)
})

test('what waits can be taken back, and is not sent', async () => {
  const { page, save } = await openSheet()
  page.service.reachable(false)
  await page.user.click(save)
  await page.user.click(await page.findByRole('button', { name: waiting.discardOf('Engine oil') }))
  await page.waitUntilGone(waiting.title(1))
  page.service.reachable(true)
  await page.user.click(page.getByRole('button', { name: due.other }))
  assert.equal(page.service.changes.length, 0)
})

test('hours wait in the order in which they were entered; one that is refused later says why and stays', async () => {
  const page = await open(boatPath('/hours'), HOURS)
  const enter = async (value: string) => {
    const field = await page.findByLabelText(/^Engine hours/)
    await page.user.clear(field)
    await page.user.type(field, value)
    await page.user.click(page.getByRole('button', { name: hours.add }))
    await page.findByText(plain(waiting.kept(`${value} h`)))
  }
  await page.findByLabelText(/^Engine hours/)
  page.service.reachable(false)
  await enter('420')
  await page.findByText(waiting.title(1))
  await enter('425')
  await page.findByText(waiting.title(2))
  page.service.answer({
    'POST /app/vessels/{id}/hours': ({ body }) =>
      body.hours === 420
        ? new Refusal('hours_below_current')
        : { engine_hour_log: hourLog({ hours: 425 }), engine_hours: 425 },
  })
  page.service.reachable(true)
  await page.findByText(plain(waiting.refused(en.common.problem.hours_below_current)))
  await page.findByText(waiting.title(1))
  assert.deepEqual(
    page.service.changes.map(({ body }) => (body as { hours: number }).hours),
    [420, 425],
  )
})

test('a page that was never seen says what to do', async () => {
  const page = await open(boatPath('/maintenance'), DUE)
  await page.findByText('Engine oil')
  page.service.reachable(false)
  await page.user.click(page.getByRole('link', { name: en.common.nav.hours }))
  await page.findByText(en.common.problem.offlinePage)
})

test('what is typed with the other language’s separators is shown as it was understood, and saved so', async () => {
  const { page, save } = await openSheet()
  await page.user.click(page.getByRole('button', { name: service.details }))
  const cost = page.getByLabelText(service.cost)
  await page.user.type(cost, '12,5')
  await page.findByText(en.maintenance.form.readAs('12.5'))
  await page.user.clear(cost)
  await page.user.type(cost, '1,234')
  await page.findByText(en.maintenance.form.readAs('1,234'))
  await page.user.click(save)
  await page.findByText(service.logged('Engine oil'))
  assert.equal((page.service.changes[0]!.body as { cost: number }).cost, 1234)
})
