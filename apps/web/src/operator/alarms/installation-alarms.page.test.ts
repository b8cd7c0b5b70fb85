import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { InstallationAlarm, InstallationRule } from '@binnacle/contract'
import { until } from '../../../../../scripts/until.ts'
import { daysAgo, hoursAgo, id, ME } from '../../testing/boat.ts'
import { open, within } from '../../testing/open.ts'
import { type Answers, Refusal } from '../../testing/service.ts'
import { en } from '../../texts/en.ts'

const { alarms: words } = en.operator
const RULES: InstallationRule[] = [
  { kind: 'disk_space', limit: 10, severity: 'alarm', enabled: true },
  { kind: 'backup', limit: 48, severity: 'alarm', enabled: true },
  { kind: 'process', limit: 3, severity: 'warning', enabled: true },
  { kind: 'lag', limit: 5, severity: 'warning', enabled: false },
]
const DISK: InstallationAlarm = {
  ...{ id: id(70), kind: 'disk_space', instance: 'backups@nas', limit: 10, severity: 'alarm', value: 4.25 },
  ...{ text: 'nas: /mnt/backups', began_at: hoursAgo(2), ended_at: null, acknowledged_at: null, acknowledged_by: null },
  ...{ silenced_at: null, silenced_until: null },
}
const CRASH: InstallationAlarm = {
  ...DISK,
  ...{ id: id(71), kind: 'process', instance: 'boat-server:8080', limit: 3, severity: 'warning', value: 3, text: null },
  ...{ began_at: daysAgo(2), ended_at: daysAgo(1) },
}

const openAt = (
  path: string,
  alarms: { open: InstallationAlarm[]; ended: InstallationAlarm[] },
  answers: Answers = {},
) =>
  open(path, {
    'GET /app/me': { account: { ...ME, operator: true } },
    'GET /app/operator/alarms': alarms,
    'GET /app/operator/alarm-rules': { rules: RULES },
    'GET /app/fleet': { vessels: [] },
    ...answers,
  })

const DISK_TEXT = words.what.disk_space('backups@nas', '4.3', 'nas: /mnt/backups', '10')

test('what is wrong and what was is said in words; an alarm is acknowledged and silenced', async () => {
  const page = await openAt(
    '/operator#alarms',
    { open: [DISK], ended: [CRASH] },
    {
      'POST /app/operator/alarms/{id}/acknowledge': { alarm: DISK },
      'POST /app/operator/alarms/{id}/silence': { alarm: DISK },
    },
  )
  await page.findByText(DISK_TEXT)
  page.getByText(words.what.process('boat-server:8080', '3', null, '3'))
  await page.user.click(page.getByRole('button', { name: en.alarms.acknowledgeOf(DISK_TEXT) }))
  await page.user.click(page.getByRole('button', { name: en.alarms.silence.of(DISK_TEXT) }))
  await page.user.click(await page.findByRole('button', { name: en.alarms.silence.toEnd }))
  await until(() => page.service.changes.length === 2, 'both')
  assert.deepEqual(
    page.service.changes.map(({ params, body }) => [params.id, body]),
    [
      [DISK.id, undefined],
      [DISK.id, {}],
    ],
  )
})

test('a rule is changed in a sheet of three fields, within its range', async () => {
  const page = await openAt(
    '/operator#alarms',
    { open: [], ended: [] },
    {
      'PATCH /app/operator/alarm-rules/{kind}': ({ body }) => ({ rule: { ...RULES[1]!, ...body } }),
    },
  )
  await page.findByText(words.noneText)
  await page.findByText(words.rules.backup('48'))
  await page.user.click(page.getByRole('button', { name: en.alarms.rules.editOf(words.rules.backup('48')) }))
  const sheet = within(await page.findByRole('dialog'))
  const limit = sheet.getByLabelText(new RegExp(words.limits.backup))
  const save = () => page.user.click(sheet.getByRole('button', { name: en.common.save }))
  await page.user.clear(limit)
  await page.user.type(limit, '24')
  await save()
  await sheet.findByText(words.limitWrong(25, 10_000))
  await page.user.clear(limit)
  await page.user.type(limit, '72')
  await page.user.selectOptions(sheet.getByLabelText(en.alarms.rules.severity), 'warning')
  await page.user.click(sheet.getByLabelText(words.enabled))
  await save()
  await until(() => page.queryByRole('dialog') === null, 'it is closed')
  const { params, body } = page.service.changes[0]!
  assert.deepEqual([params, body], [{ kind: 'backup' }, { limit: 72, severity: 'warning', enabled: false }])
})

test('the worst alarm is at the top of the operator’s boats and leads to all; others who own boats do not ask for it', async () => {
  const page = await openAt('/', { open: [DISK, CRASH], ended: [] })
  const link = await page.findByRole('link', { name: /The disk of the backups is nearly full/ })
  assert.equal(link.getAttribute('href'), '/operator#alarms')
  assert.ok(link.textContent!.includes(en.alarms.more(1)))
})

test('an owner who is no operator is shown none of it', async () => {
  const page = await open('/', { 'GET /app/me': { account: ME }, 'GET /app/fleet': { vessels: [] } })
  await page.findByText(en.boats.list.empty.title)
  assert.equal(page.queryByText(/disk/), null)
})

test('without an answer the page says so, and asks again', async () => {
  const page = await openAt(
    '/operator#alarms',
    { open: [], ended: [] },
    {
      'GET /app/operator/alarms': new Refusal('internal_error'),
      'GET /app/operator/alarm-rules': new Refusal('internal_error'),
    },
  )
  const retries = await page.findAllByRole('button', { name: en.common.retry })
  page.service.answer({ 'GET /app/operator/alarms': { open: [DISK], ended: [] } })
  await page.user.click(retries[0]!)
  await page.findByText(DISK_TEXT)
})
