import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Channel, ChannelKind, Delivery, QuietHours, WebhookEvent } from '@binnacle/contract'
import { until } from '../../../../../scripts/until.ts'
import { ACCOUNT_PAGE } from '../../testing/account.ts'
import { id } from '../../testing/boat.ts'
import { open, within } from '../../testing/open.ts'
import type { Answers } from '../../testing/service.ts'
import { en } from '../../texts/en.ts'

const texts = en.account.channels
const PHONE: Channel = {
  id: id(31),
  kind: 'ntfy',
  name: 'My phone',
  address: 'https://ntfy.sh/aurora',
  severity: 'alarm',
  events: null,
  language: 'en',
  enabled: true,
  quiet_passes: 'alarms',
  frames: true,
  summary: 'off',
  told_at: null,
  verified_at: '2026-05-14T09:30:00.000Z',
  last_error: null,
  created_at: '2026-05-14T09:30:00.000Z',
}

const KEY = 'B'.repeat(87)

/** What the service answers about channels. */
const answerOf = (channels: Channel[], quiet_hours: QuietHours | null = null) => ({
  channels,
  kinds: ['web_push', 'email', 'telegram', 'ntfy', 'webhook'] as ChannelKind[],
  push_key: KEY,
  quiet_hours,
})

const openWith = (channels: Channel[], answers: Answers = {}, path = '/account') =>
  open(path, {
    ...ACCOUNT_PAGE,
    'GET /app/channels': answerOf(channels),
    ...answers,
  })

test('a channel for the phone is made with a topic that nobody guesses', async () => {
  const page = await openWith([], { 'POST /app/channels': { channel: PHONE, secret: null } })
  await page.findByText(texts.none)
  await page.user.click(page.getByRole('button', { name: texts.add }))
  const dialog = await page.findByRole('dialog')
  const add = () => page.user.click([...dialog.querySelectorAll('button')].at(-1)!)
  await add()
  await page.findByText(texts.problem.name)
  assert.equal(page.service.changes.length, 0)
  await page.user.type(within(dialog).getByLabelText(texts.name), 'My phone')
  page.service.answer({ 'GET /app/channels': answerOf([PHONE]) })
  await add()
  await page.findByText(PHONE.name)
  const { address, ...rest } = page.service.changes.at(0)!.body as { address: string }
  assert.match(address, /^https:\/\/ntfy\.sh\/binnacle-[0-9a-z]{16}$/)
  assert.deepEqual(rest, { kind: 'ntfy', name: 'My phone', severity: 'alarm', language: 'en' })
})

test('a webhook’s secret is shown once, and only its button closes it', async () => {
  const hook: Channel = { ...PHONE, kind: 'webhook', name: 'Pager', address: 'https://example.org/alarms' }
  const page = await openWith([], { 'POST /app/channels': { channel: hook, secret: 'whsec_abc' } })
  await page.user.click(await page.findByRole('button', { name: texts.add }))
  const dialog = within(await page.findByRole('dialog'))
  await page.user.selectOptions(dialog.getByLabelText(texts.kind), 'webhook')
  await page.user.type(dialog.getByLabelText(texts.name), 'Pager')
  await page.user.type(dialog.getByLabelText(texts.addresses.webhook), 'https://example.org/alarms')
  await page.user.click(dialog.getByLabelText(texts.events['service.logged']))
  await page.user.click([...page.getByRole('dialog').querySelectorAll('button')].at(-1)!)
  await page.findByText('whsec_abc')
  const { events } = page.service.changes.at(0)!.body as { events: string[] }
  assert.deepEqual(events, ['vessel.alarm', 'task.due', 'connection.silent', 'service.logged'])
  await page.user.keyboard('{Escape}')
  assert.ok(page.getByText('whsec_abc'))
  await page.user.click(page.getByRole('button', { name: texts.done }))
  assert.equal(page.queryByText('whsec_abc'), null)
})

test('a test says what came of it; a refusal stands at its channel', async () => {
  const page = await openWith([{ ...PHONE, last_error: 'answered 404' }], {
    'POST /app/channels/{id}/test': { error: 'answered 503' },
    'PATCH /app/channels/{id}': { channel: { ...PHONE, enabled: false } },
  })
  await page.findByText(texts.notAccepted('answered 404'))
  await page.user.click(page.getByRole('button', { name: texts.testOf('My phone') }))
  await page.findByText(texts.refused('My phone', 'answered 503'))
  await page.user.click(page.getByLabelText(texts.enabledOf('My phone')))
  assert.deepEqual(page.service.changes.at(-1)!.body, { enabled: false })
})

test('the link in an e-mail verifies an address once; until then only the link can be sent there', async () => {
  const address = 'ada@example.org'
  const mail: Channel = { ...PHONE, kind: 'email', name: 'Post', address, verified_at: null }
  const answers: Answers = {
    'POST /app/channels/{id}/test': { error: null },
    'PUT /app/channels/{id}/verification': { channel: { ...mail, verified_at: PHONE.verified_at } },
  }
  const page = await openWith([mail], answers)
  await page.findByText(texts.notVerified)
  await page.user.click(page.getByRole('button', { name: texts.linkAgainOf('Post') }))
  await page.findByText(texts.linkSent(address))
  await page.goTo(`/account?channel=${mail.id}&code=abc`)
  await page.findByText(texts.isVerified(address))
  assert.deepEqual(
    page.service.changes.map(({ body }) => body),
    [undefined, { code: 'abc' }],
  )
})

test('a Telegram bot needs its token, which no answer has, and the browser does not keep', async () => {
  const group: Channel = { ...PHONE, kind: 'telegram', name: 'Crew', address: '-100123' }
  const page = await openWith([], { 'POST /app/channels': { channel: group, secret: null } })
  await page.user.click(await page.findByRole('button', { name: texts.add }))
  const dialog = within(await page.findByRole('dialog'))
  await page.user.selectOptions(dialog.getByLabelText(texts.kind), 'telegram')
  await page.user.type(dialog.getByLabelText(texts.name), 'Crew')
  await page.user.type(dialog.getByLabelText(texts.addresses.telegram), '-100123')
  const add = () => page.user.click([...page.getByRole('dialog').querySelectorAll('button')].at(-1)!)
  await add()
  await page.findByText(texts.problem.token)
  const token = '110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw'
  await page.user.type(dialog.getByLabelText(texts.token), token)
  const kept = JSON.stringify({ ...sessionStorage })
  assert.match(kept, /Crew/)
  assert.ok(!kept.includes(token))
  await add()
  await page.findByText(texts.isAdded('Crew'))
  const { kind, address, token: sent } = page.service.changes.at(0)!.body as Record<string, string>
  assert.deepEqual([kind, address, sent], ['telegram', '-100123', token])
})

test('the log of a channel says what came of its messages, and sends one again', async () => {
  const delivery: Delivery = {
    ...{ id: id(41), channel_id: PHONE.id, vessel_id: id(1), vessel_name: 'Aurora', alarm_id: id(42) },
    ...{
      event: 'vessel.alarm.began',
      severity: 'alarm',
      state: 'given_up',
      tries: 12,
      error: 'answered 404',
      created_at: PHONE.created_at,
    },
    held_until: null,
    done_at: PHONE.created_at,
  }
  const page = await openWith([PHONE], {
    'GET /v1/deliveries': { deliveries: [delivery] },
    'POST /v1/deliveries/{id}/send-again': { delivery: { ...delivery, state: 'waiting' } },
  })
  const opener = await page.findByRole('button', { name: texts.logOf(PHONE.name) })
  await page.user.click(opener)
  await page.findByText((text) => text.includes('answered 404'))
  page.service.answer({ 'GET /v1/deliveries': { deliveries: [{ ...delivery, state: 'accepted', error: null }] } })
  await page.user.click(page.getByRole('button', { name: texts.againOf('Aurora') }))
  await page.findByText((text) => text.includes(texts.states.accepted))
  const held_until = new Date(Date.now() + 3_600_000).toISOString()
  page.service.answer({
    'GET /v1/deliveries': { deliveries: [{ ...delivery, state: 'waiting', error: null, held_until }] },
  })
  await page.user.click(page.getByRole('button', { name: texts.againOf('Aurora') }))
  await page.findByText((text) => text.includes(texts.heldUntil('')))
  await page.user.keyboard('{Escape}')
  assert.ok(document.activeElement === opener, 'the focus goes back')
})

test('quiet hours are set with the time zone of the browser, changed and switched off', async () => {
  const night: QuietHours = {
    from: '22:00',
    until: '06:30',
    time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  }
  const page = await openWith([PHONE], {
    'PUT /app/quiet-hours': { quiet_hours: night },
    'DELETE /app/quiet-hours': { removed: true },
  })
  await page.findByText(texts.quiet.off)
  await page.user.click(page.getByRole('button', { name: texts.quiet.set }))
  const dialog = within(await page.findByRole('dialog'))
  const until = dialog.getByLabelText(texts.quiet.until)
  const save = () => page.user.click(dialog.getByRole('button', { name: en.common.save }))
  await page.user.clear(until)
  await page.user.type(until, '22:00')
  await save()
  await dialog.findByText(texts.quiet.same)
  await page.user.clear(until)
  await page.user.type(until, '06:30')
  page.service.answer({ 'GET /app/channels': answerOf([PHONE], night) })
  await save()
  await page.findByText(texts.quiet.isSet)
  await page.findByText(texts.quiet.on('22:00', '06:30', night.time_zone))
  await page.user.click(page.getByRole('button', { name: texts.quiet.change }))
  page.service.answer({ 'GET /app/channels': answerOf([PHONE]) })
  await page.user.click(await page.findByRole('button', { name: texts.quiet.end }))
  await page.findByText(texts.quiet.off)
  assert.deepEqual(
    page.service.changes.map(({ body }) => body),
    [night, undefined],
  )
})

test('name, severity, language, pictures and what passes in quiet hours are changed', async () => {
  const page = await openWith([PHONE], { 'PATCH /app/channels/{id}': { channel: PHONE } })
  await page.user.click(await page.findByRole('button', { name: texts.changeOf('My phone') }))
  const dialog = within(await page.findByRole('dialog'))
  await page.user.selectOptions(dialog.getByLabelText(texts.severity), 'warning')
  await page.user.selectOptions(dialog.getByLabelText(texts.language), 'de')
  await page.user.selectOptions(dialog.getByLabelText(texts.passes), 'nothing')
  await page.user.click(dialog.getByLabelText(texts.frames))
  await page.user.selectOptions(dialog.getByLabelText(texts.summary), 'monthly')
  await page.user.click(dialog.getByRole('button', { name: en.common.save }))
  await until(() => page.queryByRole('dialog') === null, 'it is closed')
  assert.deepEqual(page.service.changes[0]!.body, {
    name: 'My phone',
    severity: 'warning',
    language: 'de',
    quiet_passes: 'nothing',
    frames: false,
    summary: 'monthly',
  })
})

test('what a webhook is told of can change: at least one thing, and how urgent alarms only where it is told of them', async () => {
  const events: WebhookEvent[] = ['vessel.alarm', 'frame.stored']
  const hook: Channel = { ...PHONE, kind: 'webhook', name: 'Pager', address: 'https://example.org/alarms', events }
  const page = await openWith([hook], { 'PATCH /app/channels/{id}': { channel: { ...hook, events: ['task.due'] } } })
  await page.findByText((text) => text.includes(texts.events['frame.stored']))
  await page.user.click(page.getByRole('button', { name: texts.eventsOf('Pager') }))
  const dialog = within(await page.findByRole('dialog'))
  assert.ok(dialog.getByLabelText(texts.severity))
  for (const event of events) await page.user.click(dialog.getByLabelText(texts.events[event]))
  assert.equal(dialog.queryByLabelText(texts.severity), null)
  const save = dialog.getByRole('button', { name: en.common.save })
  await page.user.click(save)
  await page.findByText(texts.problem.events)
  await page.user.click(dialog.getByLabelText(texts.events['task.due']))
  const changed: Channel = { ...hook, events: ['task.due'] }
  page.service.answer({ 'GET /app/channels': answerOf([changed]) })
  await page.user.click(save)
  await page.findByText(texts.events['task.due'], { exact: false })
  assert.deepEqual(page.service.changes.at(-1)!.body, { events: ['task.due'], severity: 'alarm', frames: true })
})

test('the log of a webhook names each event', async () => {
  const hook: Channel = { ...PHONE, kind: 'webhook', name: 'Pager', events: ['frame.stored'] }
  const delivery: Delivery = {
    ...{ id: id(41), channel_id: hook.id, vessel_id: id(1), vessel_name: 'Aurora', alarm_id: null, severity: null },
    ...{ event: 'frame.stored', state: 'accepted', tries: 1, error: null, created_at: PHONE.created_at },
    held_until: null,
    done_at: PHONE.created_at,
  }
  const page = await openWith([hook], { 'GET /v1/deliveries': { deliveries: [delivery] } })
  await page.user.click(await page.findByRole('button', { name: texts.logOf('Pager') }))
  await page.findByText(`Aurora: ${texts.happened['frame.stored']}`)
  assert.ok(page.getByText((text) => text.includes('frame.stored')))
})
