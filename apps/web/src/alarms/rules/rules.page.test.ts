import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AlarmRule } from '@binnacle/contract'
import { READY_MADE_RULES } from '@binnacle/contract/ready-made-rules'
import { alarmRule, boatPath, camera, hoursAgo, id, reading } from '../../testing/boat.ts'
import { open, plain, within } from '../../testing/open.ts'
import type { Answers } from '../../testing/service.ts'
import { en } from '../../texts/en.ts'

const texts = en.alarms.rules
const openWith = (rules: AlarmRule[], answers: Answers = {}, units: 'us' | 'metric' = 'metric') =>
  open(
    boatPath('/alarm-rules'),
    {
      'GET /v1/vessels/{id}/alarm-rules': { rules },
      'GET /app/vessels/{id}/cameras': { now: hoursAgo(0), cameras: [] },
      ...answers,
    },
    { units },
  )

test('rules are listed in words, in the reader’s units, and switched', async () => {
  const oil = alarmRule({
    id: id(801),
    kind: 'below',
    metric: 'engine_oil_pressure',
    limit: 100,
    applies: 'engine_running',
  })
  const silent = alarmRule({ id: id(802), kind: 'silent', metric: null, limit: 24, hold_s: 0, severity: 'warning' })
  const page = await openWith([alarmRule(), oil, silent], { 'PATCH /v1/alarm-rules/{id}': { rule: oil } }, 'us')
  await page.findByText('Coolant temperature above 208 °F')
  const row = page.getByText('Oil pressure below 15 psi').closest('li')!
  assert.match(plain(row.textContent), /Alarm · for 10 seconds · while the engine turns/)
  assert.ok(page.getByText('Nothing came from the boat for 24 hours'))
  await page.user.click(within(row).getByRole('switch'))
  assert.deepEqual([page.service.changes[0]!.params.id, page.service.changes[0]!.body], [id(801), { enabled: false }])
})

test('limit, time and urgency are changed in a sheet; only what changed is sent', async () => {
  const page = await openWith([alarmRule()], { 'PATCH /v1/alarm-rules/{id}': { rule: alarmRule({ limit: 95 }) } })
  const what = 'Coolant temperature above 98\u00a0°C'
  await page.user.click(await page.findByRole('button', { name: texts.editOf(what) }))
  const dialog = within(await page.findByRole('dialog'))
  await page.fill(dialog.getByLabelText(/^Above/), '')
  await page.user.click(dialog.getByRole('button', { name: en.common.save }))
  await dialog.findByText(texts.limitMissing)
  assert.equal(page.service.changes.length, 0)
  await page.fill(dialog.getByLabelText(/^Above/), '95')
  await page.user.click(dialog.getByRole('button', { name: en.common.save }))
  await page.findByText(texts.saved('Coolant temperature above 95 °C'))
  assert.deepEqual(page.service.changes.at(-1)!.body, { limit: 95 })
})

test('what was typed into a rule is there again until it is saved or cancelled', async () => {
  const page = await openWith([alarmRule()])
  const sheet = async () => {
    await page.user.click(await page.findByRole('button', { name: /^Change:/ }))
    return within(await page.findByRole('dialog'))
  }
  await page.fill((await sheet()).getByLabelText(/^Above/), '95')
  await page.user.keyboard('{Escape}')
  await page.until(() => assert.equal(page.queryByRole('dialog'), null))
  const again = await sheet()
  assert.equal(again.getByLabelText<HTMLInputElement>(/^Above/).value, '95')
  await page.user.click(again.getByRole('button', { name: en.common.cancel }))
  await page.until(() => assert.equal(page.queryByRole('dialog'), null))
  assert.equal((await sheet()).getByLabelText<HTMLInputElement>(/^Above/).value, '98')
})

test('the sheet of a rule begins with its limit and its urgency; the rest is behind a button, open where it says something', async () => {
  const oil = alarmRule({ kind: 'below', metric: 'engine_oil_pressure', applies: 'engine_running' })
  const page = await openWith([alarmRule({ id: id(801) }), oil])
  const sheet = async (which: number) => {
    await page.user.click((await page.findAllByRole('button', { name: /^Change:/ }))[which]!)
    return within(await page.findByRole('dialog'))
  }
  const first = await sheet(0)
  const more = first.getByRole('button', { name: texts.more })
  const folded = (dialog: typeof first, label: RegExp | string) =>
    dialog
      .getByLabelText(label)
      .closest(`[id="${dialog.getByRole('button', { name: texts.more }).getAttribute('aria-controls')}"]`) !== null
  assert.equal(more.getAttribute('aria-expanded'), 'false')
  assert.deepEqual(
    [/^Above/, texts.severity].map((label) => folded(first, label)),
    [false, false],
  )
  const rest = [texts.seconds, texts.when, new RegExp(texts.margin)]
  assert.deepEqual(
    rest.map((label) => folded(first, label)),
    [true, true, true],
  )
  await page.user.click(more)
  await page.fill(first.getByLabelText(texts.seconds), '4000')
  await page.user.click(more)
  assert.equal(more.getAttribute('aria-expanded'), 'false')
  await page.user.click(first.getByRole('button', { name: en.common.save }))
  await first.findByText(texts.secondsWrong)
  assert.equal(more.getAttribute('aria-expanded'), 'true', 'what is wrong is seen')
  await page.fill(first.getByLabelText(texts.seconds), '10')
  await page.user.click(first.getByRole('button', { name: en.common.cancel }))
  const second = await sheet(1)
  assert.equal(second.getByRole('button', { name: texts.more }).getAttribute('aria-expanded'), 'true')
})

test('a new rule has three fields, and the rest behind a button', async () => {
  const page = await openWith([])
  await page.user.click(await page.findByRole('button', { name: texts.add }))
  const dialog = within(await page.findByRole('dialog'))
  const more = dialog.getByRole('button', { name: texts.more })
  const behind = more.getAttribute('aria-controls')!
  const shown = () =>
    [...dialog.getAllByRole('combobox'), ...dialog.getAllByRole('textbox')].filter(
      (field) => !field.closest(`[id="${behind}"]`),
    )
  assert.equal(shown().length, 3)
  assert.equal(more.getAttribute('aria-expanded'), 'false')
  await page.user.selectOptions(dialog.getByLabelText(texts.metric), 'engine_oil_pressure')
  assert.equal((dialog.getByLabelText(texts.when) as HTMLSelectElement).value, 'engine_running')
  assert.deepEqual([shown().length, more.getAttribute('aria-expanded')], [3, 'false'])
})

test('the limit of a battery follows from its chemistry', async () => {
  const page = await openWith([alarmRule({ kind: 'starter_below', metric: 'battery_voltage', limit: 12.2 })])
  await page.findByText('Starter battery voltage below 12.20 V for each 12 V')
  await page.user.click(page.getByRole('button', { name: /^Change:/ }))
  const dialog = within(await page.findByRole('dialog'))
  await page.user.click(dialog.getByRole('button', { name: plain(texts.chemistries.lithium('12.8')) }))
  assert.equal((dialog.getByLabelText(/Below, for each 12 V/) as HTMLInputElement).value, '12.8')
})

test('a boat is offered the ready-made rules that it lacks', async () => {
  const all = READY_MADE_RULES.map((rule, i) => alarmRule({ ...rule, id: id(810 + i) }))
  const page = await openWith(
    all.filter(({ metric }) => metric !== 'depth' && metric !== 'fuel_level_pct'),
    { 'POST /v1/vessels/{id}/alarm-rules': { rule: all[0]! } },
  )
  await page.user.click(await page.findByRole('button', { name: texts.readyMade.action }))
  const dialog = within(await page.findByRole('dialog'))
  assert.equal(dialog.getAllByRole('checkbox').length, 2)
  assert.ok((dialog.getByRole('button', { name: texts.readyMade.add(0) }) as HTMLButtonElement).disabled)
  await page.user.click(dialog.getByLabelText(plain('Depth below 2.0\u00a0m')))
  page.service.answer({ 'GET /v1/vessels/{id}/alarm-rules': { rules: all } })
  await page.user.click(dialog.getByRole('button', { name: texts.readyMade.add(1) }))
  await page.findByText(texts.readyMade.added(1))
  const { instance: _, lat, lon, id: __, camera_id, ...depth } = all.find(({ metric }) => metric === 'depth')!
  assert.deepEqual(
    page.service.changes.map(({ body }) => body),
    [depth],
  )
  assert.equal(page.queryByRole('button', { name: texts.readyMade.action }), null)
})

test('a rule is added by what and limit', async () => {
  const depth = alarmRule({ id: id(803), kind: 'below', metric: 'depth', limit: 3 })
  const page = await openWith([], { 'POST /v1/vessels/{id}/alarm-rules': { rule: depth } })
  await page.findByText(texts.none)
  await page.user.click(page.getByRole('button', { name: texts.add }))
  const dialog = within(await page.findByRole('dialog'))
  await page.user.selectOptions(dialog.getByLabelText(texts.metric), 'depth')
  const limit = dialog.getByLabelText(/Below \(m\)/)
  assert.equal((limit as HTMLInputElement).value, '2', 'as ready-made')
  await page.fill(limit, '3')
  page.service.answer({ 'GET /v1/vessels/{id}/alarm-rules': { rules: [depth] } })
  await page.user.click(dialog.getByRole('button', { name: texts.add }))
  await page.findByText('Depth below 3.0 m')
  const body = { kind: 'below', metric: 'depth', limit: 3, margin: 0.5, hold_s: 10, severity: 'warning' }
  assert.deepEqual(page.service.changes[0]!.body, { ...body, applies: 'under_way' })
})

test('a rule names a camera of the boat, or none again', async () => {
  const bilge = camera({ id: id(401), label: 'Bilge' })
  const named = alarmRule({ camera_id: id(401) })
  const page = await openWith([alarmRule()], {
    'GET /app/vessels/{id}/cameras': { now: hoursAgo(0), cameras: [camera(), bilge] },
    'PATCH /v1/alarm-rules/{id}': { rule: named },
  })
  const edit = async () => {
    await page.user.click(await page.findByRole('button', { name: /^Change:/ }))
    return within(await page.findByRole('dialog'))
  }
  const isOpen = (dialog: ReturnType<typeof within>) =>
    dialog.getByRole('button', { name: texts.more }).getAttribute('aria-expanded')
  const first = await edit()
  assert.equal(isOpen(first), 'false')
  await page.user.click(first.getByRole('button', { name: texts.more }))
  await page.user.selectOptions(await first.findByLabelText(texts.camera), 'Bilge')
  page.service.answer({ 'GET /v1/vessels/{id}/alarm-rules': { rules: [named] } })
  await page.user.click(first.getByRole('button', { name: en.common.save }))
  await page.findByText(/picture from Bilge/)
  assert.deepEqual(page.service.changes.at(-1)!.body, { camera_id: id(401) })
  const second = await edit()
  assert.equal(isOpen(second), 'true', 'it names a camera')
  await page.user.selectOptions(await second.findByLabelText(texts.camera), texts.noCamera)
  await page.user.click(second.getByRole('button', { name: en.common.save }))
  await page.until(() => assert.deepEqual(page.service.changes.at(-1)!.body, { camera_id: '' }))
})

test('a rule is deleted after a question', async () => {
  const page = await openWith([alarmRule()], { 'DELETE /v1/alarm-rules/{id}': { removed: true } })
  const what = 'Coolant temperature above 98\u00a0°C'
  await page.user.click(await page.findByRole('button', { name: texts.removeOf(what) }))
  const dialog = within(await page.findByRole('dialog'))
  page.service.answer({ 'GET /v1/vessels/{id}/alarm-rules': { rules: [] } })
  await page.user.click(dialog.getByRole('button', { name: texts.remove }))
  await page.findByText(texts.none)
  await page.findByText(plain(texts.removed(what)))
})

test('a circle is set to where the boat is', async () => {
  const circle = alarmRule({ id: id(804), kind: 'outside', metric: null, limit: 50, lat: 54.5, lon: 10 })
  const page = await openWith([], {
    'POST /v1/vessels/{id}/alarm-rules': { rule: circle },
    'GET /app/vessels/{id}/telemetry/latest': {
      series: [reading({ metric: 'position_lat', value: 54.5 }), reading({ metric: 'position_lon', value: 10 })],
    },
  })
  await page.findByText(texts.none)
  await page.user.click(page.getByRole('button', { name: texts.add }))
  const dialog = within(await page.findByRole('dialog'))
  await page.user.selectOptions(dialog.getByLabelText(texts.metric), 'outside')
  await page.user.click(dialog.getByRole('button', { name: texts.setHere }))
  await page.fill(dialog.getByLabelText(/Radius \(m\)/), '50')
  await page.user.click(dialog.getByRole('button', { name: texts.more }))
  await page.user.selectOptions(await dialog.findByLabelText(texts.when), 'at_rest')
  await page.user.click(dialog.getByRole('button', { name: texts.add }))
  await page.findByText(/Added: The boat is outside its circle of 50/)
  const body = { kind: 'outside', limit: 50, lat: 54.5, lon: 10, margin: 1.5, hold_s: 10, severity: 'alarm' }
  assert.deepEqual(page.service.changes[0]!.body, { ...body, applies: 'at_rest' })
})
