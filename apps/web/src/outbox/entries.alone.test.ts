import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { QueryClient } from '@tanstack/react-query'
import { fakeDatabase } from '../testing/database.ts'
import { Entries } from './entries.ts'
import type { Entry } from './entry.ts'

const ACCOUNT = 'ada'
const edit = (key: string, title: string): Entry & { route: 'PATCH /app/tasks/{id}' } => ({
  ...{ key, route: 'PATCH /app/tasks/{id}', vesselId: 'v', id: 't', body: { title }, title, at: 1 },
})

async function settled() {
  for (let turn = 0; turn < 100; turn++) await nextTurn()
}

/** A browser without a network, what its database keeps, and the titles that the service is sent once it is `online`. */
function offline(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  Object.assign(globalThis, { addEventListener() {}, removeEventListener() {} })
  const network = { online: false, titles: [] as string[] }
  t.mock.method(globalThis, 'fetch', async (_: string, { body }: RequestInit) => {
    if (!network.online) throw new TypeError('no network')
    network.titles.push(JSON.parse(body as string).title)
    return Response.json({ task: {} })
  })
  return { kept: fakeDatabase(), network }
}

test('what another tab has sent is not sent again: it would undo a later change', async (t) => {
  const { kept, network } = offline(t)
  kept.set(`entry ${ACCOUNT} first`, edit('first', 'Oil'))
  const [one, other] = [new Entries(new QueryClient()), new Entries(new QueryClient())]
  for (const tab of [one, other]) tab.open(ACCOUNT)
  await settled()
  assert.deepEqual(
    [one, other].map((tab) => tab.waiting('v').length),
    [1, 1],
  )

  network.online = true
  await one.send()
  await one.post(edit('second', 'Oil and filter'))
  await other.send()
  assert.deepEqual(network.titles, ['Oil', 'Oil and filter'])
  assert.deepEqual(other.waiting('v'), [])
  assert.deepEqual([...kept.keys()], ['store'])
})

test('what was not sent is sent though the store was emptied: by a sign-out in another tab, or by the browser', async (t) => {
  const { kept, network } = offline(t)
  kept.set(`entry ${ACCOUNT} first`, edit('first', 'Oil'))
  const tab = new Entries(new QueryClient())
  tab.open(ACCOUNT)
  await settled()
  kept.clear()
  network.online = true
  await tab.send()
  assert.deepEqual(network.titles, ['Oil'])
})

test('where the browser keeps nothing, what waits is sent', async (t) => {
  const { kept, network } = offline(t)
  t.mock.method(kept, 'set', () => {
    throw new Error('the disk is full')
  })
  const tab = new Entries(new QueryClient())
  tab.open(ACCOUNT)
  assert.equal(await tab.post(edit('first', 'Oil')), null)
  await settled()
  network.online = true
  await tab.send()
  assert.deepEqual(network.titles, ['Oil'])
})
