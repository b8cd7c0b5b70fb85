import assert from 'node:assert/strict'
import { test } from 'node:test'
import { alarm, BOAT, daysAgo, fleetVessel, id, inDays } from '../../testing/boat.ts'
import { open, plain, within } from '../../testing/open.ts'
import { Refusal } from '../../testing/service.ts'
import { en } from '../../texts/en.ts'

const { list } = en.boats
const named = (n: number, name: string, some = {}) => fleetVessel({ vessel: { ...BOAT, id: id(n), name }, ...some })
const names = () => [...document.querySelectorAll('h2')].map((heading) => heading.textContent)

test('what needs attention comes first, and is counted', async () => {
  const page = await open('/', {
    'GET /app/fleet': {
      vessels: [named(11, 'Aurora'), named(12, 'Borealis', { alarms: [alarm(), alarm({ id: id(701) })] })],
    },
  })
  await page.findByText(list.summary(2, 1))
  assert.deepEqual(names(), ['Borealis', 'Aurora'])
  assert.ok(page.getByText('Coolant temperature above 98 °C (port)'))
  assert.ok(page.getByText(en.alarms.more(1)))
})

test('a boat with a safety point that did not pass its inspection says so, and comes first', async () => {
  const health_reasons = [{ code: 'safety_finding' as const, count: 1 }]
  const page = await open('/', {
    'GET /app/fleet': { vessels: [named(11, 'Aurora'), named(12, 'Borealis', { health_reasons })] },
  })
  await page.findByText(en.boats.health.reasons.safety_finding(1))
  assert.deepEqual(names(), ['Borealis', 'Aurora'])
})

test('many boats are searched by name, in any case', async () => {
  const page = await open('/', {
    'GET /app/fleet': { vessels: ['Ada', 'Bea', 'Cleo', 'Dora', 'Elsa'].map((name, i) => named(20 + i, name)) },
  })
  const search = await page.findByRole('searchbox')
  await page.user.type(search, 'OR')
  assert.deepEqual(names(), ['Dora'])
  await page.user.type(search, 'x')
  await page.findByText(list.none('ORx'))
})

test('without a boat the page offers to add one', async () => {
  const page = await open('/', { 'GET /app/fleet': { vessels: [] } })
  assert.equal((await page.findByRole('link', { name: list.empty.action })).getAttribute('href'), '/boats/new')
})

test('an error is told; what the service says later is shown without a reload', async () => {
  const page = await open('/', { 'GET /app/fleet': new Refusal('not_found') })
  await page.findByRole('alert')
  page.service.answer({ 'GET /app/fleet': { vessels: [named(11, 'Aurora')] } })
  await page.user.click(page.getByRole('button', { name: en.common.retry }))
  await page.findByRole('heading', { name: 'Aurora' })
  page.service.answer({ 'GET /app/fleet': { vessels: [named(11, 'Aurora II')] } })
  page.changed({ vessel_id: id(11), topics: ['vessel'] })
  await page.findByRole('heading', { name: 'Aurora II' })
})

test('without a network the last data stay, and the page says how old they are', async () => {
  const page = await open('/', { 'GET /app/fleet': { vessels: [named(11, 'Aurora')] } })
  await page.findByRole('heading', { name: 'Aurora' })
  page.service.reachable(false)
  await page.findByText(en.common.network.offline('now'))
  assert.deepEqual(names(), ['Aurora'])
  page.service.reachable(true)
  page.stands()
  await page.waitUntilGone(en.common.network.offline('now'))
})

test('a key that expires soon is told of, with the way to a new one', async () => {
  const key = { id: id(800), name: 'Home Assistant', prefix: 'bnk_8fK2qR9v', scopes: ['read:vessel' as const] }
  const at = { created_at: daysAgo(300), last_used_at: null }
  const page = await open('/', {
    'GET /app/fleet': { vessels: [fleetVessel()] },
    'GET /app/access-keys': {
      access_keys: [
        { ...key, ...at, expires_at: inDays(13) },
        { ...key, ...at, id: id(801), name: 'Script', expires_at: inDays(15) },
      ],
    },
  })
  const { expiresSoon, toKeys } = en.developer.keys
  const [before] = expiresSoon('Home Assistant', '|').split('|')
  const notice = await page.findByText(plain(before!), { exact: false })
  assert.equal(within(notice).getByRole('link', { name: toKeys }).getAttribute('href'), '/developer')
  assert.ok(page.queryByText(/Script/) === null)
})
