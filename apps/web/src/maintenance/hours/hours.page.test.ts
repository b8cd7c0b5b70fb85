import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BOAT, boatPath, daysAgo, hourLog, id } from '../../testing/boat.ts'
import { open, plain } from '../../testing/open.ts'
import { type Answers, Refusal } from '../../testing/service.ts'
import { en } from '../../texts/en.ts'

const { hours: words } = en.maintenance
const ANSWERS: Answers = {
  'GET /app/vessels/{id}/hours': {
    engine_hours: 412,
    usage: null,
    readings: [
      { id: id(301), hours: 300, logged_at: daysAgo(300), source: 'manual' },
      { id: id(302), hours: 412, logged_at: daysAgo(2), source: 'telemetry' },
    ],
  },
  'GET /app/vessels/{id}/log': { entries: [], next: null },
}
const openHours = (answers: Answers = {}, units: 'metric' | 'us' = 'metric') =>
  open(boatPath('/hours'), { ...ANSWERS, ...answers }, { units })
const saved: Answers = {
  'POST /app/vessels/{id}/hours': { engine_hour_log: hourLog({ hours: 420 }), engine_hours: 420 },
}

test('a reading below the meter is not sent, and the field says why', async () => {
  const page = await openHours()
  const field = await page.findByLabelText(/^Engine hours/)
  await page.user.clear(field)
  await page.user.type(field, '411')
  await page.user.click(page.getByRole('button', { name: words.add }))
  await page.findByText(words.below('412 h'))
  await page.focusIsOn(field)
  assert.equal(page.service.changes.length, 0)
})

test('decimals are cut as the meter cuts them, fuel in gallons is sent in litres', async () => {
  const page = await openHours(saved, 'us')
  const field = await page.findByLabelText(/^Engine hours/)
  await page.user.clear(field)
  await page.user.type(field, '420,9')
  await page.user.type(page.getByLabelText(words.fuel('gal')), '10')
  await page.user.type(page.getByLabelText(words.fuelCost), '49.90')
  await page.user.click(page.getByRole('button', { name: words.add }))
  await page.findByText(words.saved('420 h'))
  const { hours, litres, fuel_cost, source } = page.service.changes[0]!.body as Record<string, unknown>
  assert.deepEqual(
    { hours, litres, fuel_cost, source },
    { hours: 420, litres: 37.854, fuel_cost: 49.9, source: 'manual' },
  )
})

test('the meter moved meanwhile: the service says no, and a higher reading goes through', async () => {
  const page = await openHours({ 'POST /app/vessels/{id}/hours': new Refusal('hours_below_current') })
  const field = await page.findByLabelText(/^Engine hours/)
  await page.user.clear(field)
  await page.user.type(field, '415')
  page.service.answer({ 'GET /v1/vessels/{id}': { vessel: { ...BOAT, engine_hours: 418 } } })
  await page.user.click(page.getByRole('button', { name: words.add }))
  // The field says what the meter showed when the answer came.
  await page.findByText((text) => [words.below('412 h'), words.below('418 h')].includes(text))
  await page.user.clear(field)
  await page.user.type(field, '420')
  page.service.answer(saved)
  await page.user.click(page.getByRole('button', { name: words.add }))
  await page.findByText(words.saved('420 h'))
})

test('what is typed while the page is read again after a reading is of the next one', async () => {
  const page = await openHours(saved)
  const field = await page.findByLabelText(/^Engine hours/)
  const read = Promise.withResolvers<void>()
  page.service.answer({
    'GET /app/vessels/{id}/hours': () => read.promise.then(() => ({ engine_hours: null, usage: null, readings: [] })),
  })
  await page.fill(field, '420')
  await page.user.click(page.getByRole('button', { name: words.add }))
  await page.findByText(words.saved('420 h'))
  await page.fill(page.getByLabelText(/^Engine hours/), '425')
  read.resolve()
  await page.findByText(words.noHistory)
  await page.user.click(page.getByRole('button', { name: words.add }))
  await page.until(() => assert.equal(page.service.changes.length, 2))
  assert.deepEqual(
    page.service.changes.map(({ body }) => (body as { hours: number }).hours),
    [420, 425],
  )
})

test('a reading of last week may be lower than the meter: it is sent', async () => {
  const page = await openHours(saved)
  const field = await page.findByLabelText(/^Engine hours/)
  await page.fill(field, '405')
  const day = page.getByLabelText(new RegExp(`^${words.day}`))
  await page.user.clear(day)
  await page.user.type(day, daysAgo(7).slice(0, 10))
  await page.user.click(page.getByRole('button', { name: words.add }))
  await page.findByText(words.saved('420 h'))
  assert.equal((page.service.changes[0]!.body as { hours: number }).hours, 405)
})

test('a step that no engine can run is asked about first; undo takes the reading back', async () => {
  const page = await openHours({ ...saved, 'DELETE /app/hour-logs/{id}': { removed: true } })
  const field = await page.findByLabelText(/^Engine hours/)
  await page.fill(field, '999999')
  await page.user.click(page.getByRole('button', { name: words.add }))
  await page.findByText(plain(words.doubt('999,999 h', '999,587 h')))
  assert.equal(page.service.changes.length, 0)
  await page.user.click(page.getByRole('button', { name: en.maintenance.form.saveAnyway }))
  await page.user.click(await page.findByRole('button', { name: en.maintenance.service.undo }))
  await page.findByText(words.undone)
  assert.deepEqual(
    page.service.changes.map(({ route, params }) => [route, params.id]),
    [
      ['POST /app/vessels/{id}/hours', BOAT.id],
      ['DELETE /app/hour-logs/{id}', hourLog().id],
    ],
  )
})

test('a reading of a day to come is asked about first, as are hours that the engine can only have run by then', async () => {
  const page = await openHours(saved)
  await page.fill(await page.findByLabelText(/^Engine hours/), '9999')
  const day = page.getByLabelText(new RegExp(`^${words.day}`))
  await page.user.clear(day)
  await page.user.type(day, '2099-01-01')
  await page.user.click(page.getByRole('button', { name: words.add }))
  await page.findByText(/2099 is in the future/)
  assert.ok(page.getByText(plain(words.doubt('9,999 h', '9,587 h'))))
  assert.equal(page.service.changes.length, 0)
})

test('a correction may be lower, and needs a number', async () => {
  const page = await openHours({ 'PATCH /app/vessels/{id}': { vessel: { ...BOAT, engine_hours: 12 } } })
  const button = await page.findByRole('button', { name: words.correctAction })
  await page.user.click(button)
  await page.findByText(words.hoursMissing)
  const field = page.getByLabelText(words.correctTo)
  await page.user.type(field, '12')
  assert.ok(page.queryByText(words.hoursMissing) === null)
  await page.user.click(button)
  await page.findByText(words.corrected('12 h'))
  assert.deepEqual(page.service.changes[0]!.body, { engine_hours: 12 })
  assert.equal((field as HTMLInputElement).value, '')
})

test('a correction upwards that no engine can run is asked about first', async () => {
  const page = await openHours({ 'PATCH /app/vessels/{id}': { vessel: { ...BOAT, engine_hours: 4120 } } })
  await page.user.type(await page.findByLabelText(words.correctTo), '4120')
  await page.user.click(page.getByRole('button', { name: words.correctAction }))
  const yes = await page.findByRole('button', { name: en.maintenance.form.saveAnyway })
  assert.equal(page.service.changes.length, 0)
  await page.user.click(yes)
  await page.findByText(words.corrected('4,120 h'))
})

test('without readings the page says that the meter is not known', async () => {
  const page = await openHours({
    'GET /v1/vessels/{id}': { vessel: { ...BOAT, engine_hours: null } },
    'GET /app/vessels/{id}/hours': { engine_hours: null, usage: null, readings: [] },
  })
  await page.findByText(words.noHistory)
  assert.equal(page.getAllByText(words.unknown).length, 2)
  assert.ok(plain(document.body.textContent).includes(words.correct))
})
