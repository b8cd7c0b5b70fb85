import assert from 'node:assert/strict'
import { test } from 'node:test'
import { boatPath, connection, id, provider } from '../../testing/boat.ts'
import { open, within } from '../../testing/open.ts'
import type { Answers } from '../../testing/service.ts'
import { en } from '../../texts/en.ts'

const { wizard, kinds, list } = { ...en.connections, list: en.connections }
const KEY = 'ct_8fK2qR9vT1xW4yZ7aB3cD5eF6gH8jK0mN2pQ4rS6tU8vW'
const SERVICE = { service_url: 'https://boat.example' }

const startWizard = (answers: Answers = {}) =>
  open(`${boatPath('/connections')}?connect=`, {
    'GET /app/vessels/{id}/connections': { ...SERVICE, connections: [] },
    'GET /v1/telemetry/providers': {
      providers: [provider('generic-http'), provider('signalk', { status: 'planned' })],
    },
    'POST /v1/vessels/{id}/connections': () => ({ connection: connection(), ingest_key: KEY }),
    ...answers,
  })

async function choose(page: Awaited<ReturnType<typeof open>>) {
  const script = await page.findByRole('button', { name: new RegExp(kinds.script.title) })
  page.service.answer({ 'GET /app/vessels/{id}/connections': { ...SERVICE, connections: [connection()] } })
  await page.user.click(script)
  await page.findByText(KEY)
}

test('three steps: what is on board, its key, how to set it up', async () => {
  const page = await startWizard()
  await choose(page)
  assert.deepEqual(page.service.changes[0]!.body, { provider: 'generic-http' })
  const next = page.getByRole('button', { name: en.common.next }) as HTMLButtonElement
  assert.ok(next.disabled, 'the key must be kept first')
  await page.user.click(page.getByLabelText(wizard.once.kept))
  await page.user.click(next)
  await page.findByText(en.connections.arrival.waiting)
  assert.ok(document.body.textContent.includes(KEY), 'the key is in the commands')
})

test('whoever leaves without the key is asked first', async () => {
  const page = await startWizard()
  await choose(page)
  await page.user.click(page.getAllByRole('link', { name: en.common.nav.connections })[0]!)
  await page.user.click(await page.findByRole('button', { name: en.common.shownOnce.stay }))
  assert.ok(page.getByText(KEY))
})

test('what the service does not offer cannot be chosen, nor what the boat has already', async () => {
  const page = await startWizard({
    'GET /app/vessels/{id}/connections': { ...SERVICE, connections: [connection({ id: id(501) })] },
  })
  await page.findAllByText(wizard.choose.unavailable)
  await page.findByText(new RegExp(wizard.choose.already(null)))
  assert.equal(page.queryByRole('button', { name: new RegExp(kinds.signalk.title) }), null)
  assert.equal(page.queryByRole('button', { name: new RegExp(kinds.script.title) }), null)
})

test('a connection is removed after a question that says what stays', async () => {
  const page = await open(boatPath('/connections'), {
    'GET /app/vessels/{id}/connections': { ...SERVICE, connections: [connection({ label: 'Chart table' })] },
    'GET /v1/telemetry/providers': { providers: [] },
    'DELETE /v1/connections/{id}': { removed: true },
  })
  await page.user.click(await page.findByRole('button', { name: list.remove }))
  await page.findByText(list.removeText)
  page.service.answer({ 'GET /app/vessels/{id}/connections': { ...SERVICE, connections: [] } })
  await page.user.click(within(page.getByRole('dialog')).getByRole('button', { name: list.remove }))
  await page.findByText(list.empty.title)
  assert.equal(page.service.changes[0]!.params.id, connection().id)
})

const { hourMeter } = en.connections.setup
for (const [slug, engine, written] of [
  ['nmea2000-gateway', 'starboard', /hourMeter: "starboard"/],
  ['nmea2000-gateway', '12', /hourMeter: "12"/],
  ['victron-venus', 'genset-0', /hourMeter: "genset-0"/],
  ['signalk', 'starboard', new RegExp(`${hourMeter.field}.*starboard`)],
] as const)
  test(`${slug}, ${engine}: the engine that is chosen for the hour meter stands in what is pasted on board`, async () => {
    const own = connection({ provider: slug })
    const page = await open(`${boatPath('/connections')}?setup=${own.id}`, {
      'GET /app/vessels/{id}/connections': { ...SERVICE, connections: [own] },
    })
    const choice = await page.findByLabelText(hourMeter.label)
    assert.doesNotMatch(document.body.textContent, written)
    const listed = hourMeter.engines[engine as keyof typeof hourMeter.engines]
    await page.user.click(choice)
    if (listed) await page.user.click(await page.findByText(listed))
    else await page.user.type(choice, engine)
    await page.until(() => assert.match(document.body.textContent, written))
  })
