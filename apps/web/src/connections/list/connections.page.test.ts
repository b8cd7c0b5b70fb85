import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ConnectionOverview, Provider } from '@binnacle/contract'
import { boatPath, connection, hoursAgo, id, provider } from '../../testing/boat.ts'
import { open, plain, within } from '../../testing/open.ts'
import { type Answers, Refusal } from '../../testing/service.ts'
import { de } from '../../texts/de.ts'
import { en } from '../../texts/en.ts'

const { connections: words } = en
const SERVICE = { service_url: 'https://boat.example' }
const KEY = 'ct_8fK2qR9vT1xW4yZ7aB3cD5eF6gH8jK0mN2pQ4rS6tU8vW'

const answersOf = (connections: ConnectionOverview[], providers: Provider[] = []): Answers => ({
  'GET /app/vessels/{id}/connections': { ...SERVICE, connections },
  'GET /v1/telemetry/providers': { providers },
})
const openList = (connections: ConnectionOverview[], answers: Answers = {}, language: 'en' | 'de' = 'en') =>
  open(boatPath('/connections'), { ...answersOf(connections), ...answers }, { language })

test('each connection says how it is doing, since when, and what it sent', async () => {
  const page = await openList([
    connection({ label: 'Chart table', last_seen_at: hoursAgo(0), readings_last_day: 12_345 }),
    connection({ id: id(501), label: 'Quiet', last_seen_at: hoursAgo(5) }),
    connection({ id: id(502), label: 'New' }),
    connection({ id: id(503), label: 'Off', enabled: false, last_error: 'too_frequent' }),
  ])
  const card = async (name: string) => within(await page.findByRole('article', { name }))
  const well = await card('Chart table')
  for (const text of [words.state.well, 'Your own script', '12,345', 'ct_abcdefgh']) assert.ok(well.getByText(text))
  const quiet = await card('Quiet')
  for (const text of [words.state.silent, '5 hours ago', words.silentHelp]) assert.ok(quiet.getByText(text))
  for (const text of [words.state.waiting, words.never]) assert.ok((await card('New')).getByText(text))
  const off = await card('Off')
  assert.ok(off.getByText(words.state.off))
  // What went wrong before it was turned off needs nobody.
  assert.ok(off.queryByText(words.errors.too_frequent.what) === null)
})

test('what the device did wrong is said in the language of the page, with what to do', async () => {
  const at = { last_seen_at: hoursAgo(0) }
  const page = await openList(
    [
      connection({ ...at, last_error: 'invalid_request: /readings must be an array' }),
      connection({ id: id(501), ...at, last_error: 'unknown metric' }),
      connection({ id: id(502), ...at, last_error: 'unit must be a string of at most 20 characters' }),
    ],
    {},
    'de',
  )
  await page.findByText(de.connections.errors.invalid_request.what)
  assert.equal(page.getAllByText(de.connections.errors.reading_refused.what).length, 2)
  const text = plain(document.body.textContent)
  assert.ok(text.includes('invalid_request') && text.includes('unbekannte Messgröße'))
  assert.doesNotMatch(text, /must be|unknown metric/)
})

test('a connection is turned off with its switch, or stays on when that fails', async () => {
  const page = await openList([connection()], { 'PATCH /app/connections/{id}': new Refusal('not_found') })
  await page.findByRole('article')
  await page.user.click(page.switchOf(words.enable))
  await page.findByText(en.common.problem.not_found)
  assert.equal(page.switchOf(words.enable).checked, true)
  page.service.answer({
    ...answersOf([connection({ enabled: false })]),
    'PATCH /app/connections/{id}': { connection: connection({ enabled: false }) } as never,
  })
  await page.user.click(page.switchOf(words.enable))
  await page.findByText(words.state.off)
  assert.deepEqual(page.service.changes.at(-1)!.body, { enabled: false })
})

test('a connection gets a name, or is called after its provider again', async () => {
  const page = await openList([connection({ label: 'Old' })], {
    'PATCH /app/connections/{id}': ({ body }) => ({ connection: connection({ label: body!.label ?? null }) }) as never,
  })
  await page.user.click(await page.findByRole('button', { name: words.rename }))
  const name = await page.findByLabelText<HTMLInputElement>(words.name)
  assert.equal(name.value, 'Old')
  await page.user.clear(name)
  page.service.answer(answersOf([connection()]))
  await page.user.click(page.getByRole('button', { name: en.common.save }))
  await page.findByRole('article', { name: 'Your own script' })
  assert.deepEqual(page.service.changes[0]!.body, { label: null })
})

test('a new key is made after a question, and stands in the commands to set up', async () => {
  const page = await openList([connection()], {
    'POST /app/connections/{id}/rotate-key': { connection: connection(), ingest_key: KEY } as never,
  })
  await page.user.click(await page.findByRole('button', { name: words.rotate }))
  const dialog = await page.findByRole('dialog', { name: words.rotateTitle('Your own script') })
  assert.equal(page.service.changes.length, 0)
  await page.user.click(within(dialog).getByRole('button', { name: words.rotate }))
  await page.findByText(KEY)
})

test('the catalogue: what can be connected, and what is not there yet and can be requested', async () => {
  const page = await openList([], {
    ...answersOf(
      [],
      [provider('signalk', { name: 'Signal K' }), provider('cloud', { name: 'Yanmar', status: 'planned' })],
    ),
    'POST /v1/telemetry/brand-requests': ({ body }) => ({
      brand_request: { id: id(900), system_name: body.system_name, created_at: hoursAgo(0) } as never,
    }),
  })
  const connect = await page.findByRole('link', { name: new RegExp(`${words.connectIt} ?: Signal K`) })
  assert.equal(connect.getAttribute('href'), boatPath('/connections?connect=signalk'))
  await page.user.click(page.getByText(words.catalogue.notYetTitle, { selector: 'h2' }))
  await page.user.click(page.getByRole('button', { name: words.catalogue.wish }))
  const system = await page.findByLabelText<HTMLInputElement>(new RegExp(words.brand.system))
  assert.equal(system.value, 'Yanmar')
  await page.fill(system, 'Y')
  await page.findByText(words.brand.tooShort)
  assert.equal(page.getByRole<HTMLButtonElement>('button', { name: words.brand.send }).disabled, true)
})
