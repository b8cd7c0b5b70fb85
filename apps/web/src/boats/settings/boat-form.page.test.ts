import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BOAT, boatPath, overview } from '../../testing/boat.ts'
import { open } from '../../testing/open.ts'
import { type Answers, Refusal } from '../../testing/service.ts'
import { en } from '../../texts/en.ts'

const { form, remove } = en.boats
const RETENTION = { keep_days: null, keep_from: null, operator_days: null }
const settings = (answers: Answers = {}, units: 'metric' | 'us' = 'metric') =>
  open(boatPath('/edit'), { 'GET /app/vessels/{id}/retention': { retention: RETENTION }, ...answers }, { units })

test('a new boat needs a name; its hours are whole and sent with it', async () => {
  const page = await open('/boats/new', {
    'POST /app/vessels': { vessel: BOAT },
    'GET /app/vessels/{id}/overview': overview(),
  })
  const add = await page.findByRole('button', { name: form.add })
  await page.user.click(add)
  await page.findByText(form.nameMissing)
  const name = page.getByLabelText(/^Name/)
  await page.focusIsOn(name)
  await page.user.type(name, ' Nordlys ')
  await page.user.click(page.getByRole('button', { name: form.more }))
  const hours = page.getByLabelText(form.engineHours)
  await page.user.type(hours, 'many')
  await page.user.click(page.getByRole('button', { name: form.more }))
  await page.user.click(add)
  await page.findByText(en.maintenance.hours.hoursMissing)
  await page.focusIsOn(hours)
  assert.equal(page.service.changes.length, 0)
  await page.user.clear(hours)
  await page.user.type(hours, '2,090')
  await page.user.click(add)
  await page.findByRole('heading', { name: en.boats.guide.title('Nordlys') })
  const { name: sent, engine_hours, vessel_type } = page.service.changes[0]!.body as Record<string, unknown>
  assert.deepEqual(
    { sent, engine_hours, vessel_type },
    { sent: 'Nordlys', engine_hours: 2090, vessel_type: 'sailboat' },
  )
  assert.equal(page.service.changes.length, 1)
})

test('only what was changed is sent, and feet are sent as metres', async () => {
  const page = await settings({ 'PATCH /app/vessels/{id}': { vessel: BOAT } }, 'us')
  const length = (await page.findByLabelText(form.length('ft'))) as HTMLInputElement
  assert.equal(length.value, '38.39')
  await page.user.clear(length)
  await page.user.type(length, '40')
  await page.user.click(page.getByRole('button', { name: en.common.save }))
  await page.findByText(form.saved)
  assert.deepEqual(page.service.changes[0]!.body, { length_m: 12.19 })
})

test('what the service refuses is said beside the field that has another name there', async () => {
  const page = await settings({
    'PATCH /app/vessels/{id}': new Refusal('invalid_request: /length_m must be at most 500'),
  })
  const length = await page.findByLabelText(form.length('m'))
  await page.user.clear(length)
  await page.user.type(length, '12')
  await page.user.click(page.getByRole('button', { name: en.common.save }))
  await page.findByText(en.common.demands.most(500))
  await page.focusIsOn(length)
})

test('a boat is deleted only after its name was typed', async () => {
  const page = await settings({ 'DELETE /app/vessels/{id}': { removed: true }, 'GET /app/fleet': { vessels: [] } })
  await page.user.click(await page.findByRole('button', { name: remove.action }))
  const confirm = (await page.findByRole('button', { name: remove.confirm })) as HTMLButtonElement
  const typed = page.getByLabelText(remove.typed('Nordlys'))
  await page.user.type(typed, 'Nordly')
  assert.ok(confirm.disabled)
  await page.user.type(typed, '{Enter}')
  assert.equal(page.service.changes.length, 0)
  await page.user.type(typed, 's')
  await page.user.click(confirm)
  await page.findByText(en.boats.list.empty.title)
  assert.equal(page.service.changes[0]!.route, 'DELETE /app/vessels/{id}')
})
