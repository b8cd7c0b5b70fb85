import assert from 'node:assert/strict'
import { test } from 'node:test'
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

test('what another tab has sent is not sent again: it would undo a later change', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  Object.assign(globalThis, { addEventListener() {}, removeEventListener() {} })
  const kept = fakeDatabase()
  let online = false
  const titles: string[] = []
  t.mock.method(globalThis, 'fetch', async (_: string, { body }: RequestInit) => {
    if (!online) throw new TypeError('no network')
    titles.push(JSON.parse(body as string).title)
    return Response.json({ task: {} })
  })

  kept.set(`entry ${ACCOUNT} first`, edit('first', 'Oil'))
  const [one, other] = [new Entries(new QueryClient()), new Entries(new QueryClient())]
  for (const tab of [one, other]) tab.open(ACCOUNT)
  await settled()
  assert.deepEqual(
    [one, other].map((tab) => tab.waiting('v').length),
    [1, 1],
  )

  online = true
  await one.send()
  await one.post(edit('second', 'Oil and filter'))
  await other.send()
  assert.deepEqual(titles, ['Oil', 'Oil and filter'])
  assert.deepEqual(other.waiting('v'), [])
  assert.deepEqual([...kept.keys()], ['store'])
})

test('what was not sent is sent though the store was emptied: by a sign-out in another tab, or by the browser', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  Object.assign(globalThis, { addEventListener() {}, removeEventListener() {} })
  const kept = fakeDatabase()
  let online = false
  let sent = 0
  t.mock.method(globalThis, 'fetch', async () => {
    if (!online) throw new TypeError('no network')
    sent += 1
    return Response.json({ task: {} })
  })
  kept.set(`entry ${ACCOUNT} first`, edit('first', 'Oil'))
  const tab = new Entries(new QueryClient())
  tab.open(ACCOUNT)
  await settled()
  kept.clear()
  online = true
  await tab.send()
  assert.equal(sent, 1)
})

test('where the browser keeps nothing, what waits is sent', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  Object.assign(globalThis, { addEventListener() {}, removeEventListener() {} })
  const kept = fakeDatabase()
  let online = false
  let sent = 0
  t.mock.method(globalThis, 'fetch', async () => {
    if (!online) throw new TypeError('no network')
    sent += 1
    return Response.json({ task: {} })
  })
  t.mock.method(kept, 'set', () => {
    throw new Error('the disk is full')
  })
  const tab = new Entries(new QueryClient())
  tab.open(ACCOUNT)
  assert.equal(await tab.post(edit('first', 'Oil')), null)
  await settled()
  online = true
  await tab.send()
  assert.equal(sent, 1)
})
