import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as contract from '@binnacle/contract'
import { makeBoat } from '../testing/accounts/boat.ts'
import { postPicture } from '../testing/picture.ts'
import { startService } from '../testing/service.ts'

const service = await startService({ FRAME_GAP_MS: '0' })
const { client } = service
const owner = await service.owner()
const boat = await makeBoat(client, owner)

const day = (n: number) => `2026-05-${String(n).padStart(2, '0')}T10:00:00.000Z`

type Query = Record<string, string>
type Page = { ids: string[]; next?: string | null }

/** All pages, each asked for with the cursor of the one before; `between` two of them something may happen. */
async function pages(read: (query: Query) => Promise<Page>, query: Query, between = async () => {}): Promise<string[]> {
  const ids: string[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await read({ ...query, ...(cursor && { cursor }) })
    assert.ok(page.ids.length <= Number(query.limit), `${page.ids.length} of ${query.limit}`)
    ids.push(...page.ids)
    cursor = page.next!
    await between()
  }
  return ids
}

const params = { id: boat.id }

const logService = async (body: contract.BodyOf<typeof contract.logService>) =>
  (await client.ok(contract.logService, owner.key, { params, body })).service_log

async function logbook(query: Query): Promise<Page> {
  const { service_logs, engine_hour_logs, next } = await client.ok(contract.getLogbook, owner.key, { params, query })
  return { ids: [...service_logs, ...engine_hour_logs].map(({ id }: { id: string }) => id), next }
}

test('the logbook is read page by page: each entry once, hours of services too, whatever is added and deleted meanwhile', async () => {
  // Two at the same time, and one that writes an hour entry of its own.
  for (const n of [3, 1, 1, 7]) await logService({ title: `Day ${n}`, done_at: day(n) })
  await logService({ title: 'With hours', done_at: day(5), engine_hours: 420 })
  await client.ok(contract.logEngineHours, owner.key, { params, body: { hours: 430, logged_at: day(6) } })
  const whole = await client.ok(contract.getLogbook, owner.key, { params })
  assert.deepEqual(Object.keys(whole), ['service_logs', 'engine_hour_logs'], 'without the parameters as specified')
  const all = [...whole.service_logs, ...whole.engine_hour_logs].map(({ id }: { id: string }) => id).sort()
  assert.ok(all.length >= 7)
  for (const limit of ['1', '2', '200'])
    for (const order of ['asc', 'desc']) assert.deepEqual((await pages(logbook, { limit, order })).sort(), all, order)

  const newest = await logbook({ limit: '2' })
  assert.deepEqual(newest, await logbook({ limit: '2', order: 'desc' }), 'limit makes pages by itself')
  assert.equal(newest.ids.length, 2)
  assert.deepEqual((await pages(logbook, { limit: '2' })).sort(), all)

  const ofDay = (n: number) => whole.service_logs.find(({ title }: contract.ServiceLog) => title === `Day ${n}`)!.id
  const asc = await pages(logbook, { limit: '1', order: 'asc', from: day(3), to: day(7) })
  assert.deepEqual([asc[0], asc.length, asc.includes(ofDay(7))], [ofDay(3), 4, false], 'from counts, to does not')
  assert.deepEqual(await pages(logbook, { limit: '1', from: day(3), to: day(7) }), asc.toReversed())

  let added = ''
  const seen = await pages(logbook, { limit: '2', order: 'asc' }, async () => {
    if (added) return
    added = (await logService({ title: 'Long ago', done_at: day(1).replace('2026', '2020') })).id
    await client.ok(contract.deleteService, owner.session, { params: { id: ofDay(7) } })
  })
  assert.deepEqual(seen.sort(), all.filter((id) => id !== ofDay(7)).sort())
})

test('the frames of a camera, too', async () => {
  for (const n of [2, 1, 3, 3, 4]) {
    const { status, body } = await postPicture(client, boat.device, { label: 'Mast', captured_at: day(n) })
    assert.equal(status, 202, JSON.stringify(body))
  }
  const { cameras } = await client.ok(contract.listCameras, owner.key, { params })
  const camera = { id: cameras[0]!.id }
  const frames = async (query: Query): Promise<Page> => {
    const answer = await client.ok(contract.listFrames, owner.key, { params: camera, query })
    return { ids: answer.frames.map(({ id }: { id: string }) => id), next: answer.next }
  }
  const newest = await client.ok(contract.listFrames, owner.key, { params: camera, query: { limit: '3' } })
  assert.deepEqual(Object.keys(newest), ['camera_id', 'frames'], 'without the parameters as specified')
  const { ids: all } = await frames({})
  assert.equal(all.length, 5)
  for (const limit of ['1', '2', '5']) {
    assert.deepEqual(await pages(frames, { limit, order: 'desc' }), all)
    assert.deepEqual(await pages(frames, { limit, order: 'asc' }), all.toReversed())
  }
  assert.deepEqual(await pages(frames, { limit: '2', from: day(2), to: day(4) }), all.slice(1, 4))
})

test('what is no cursor, and a range with nothing in it, is refused', async () => {
  const refusal = async (query: Query) => {
    const { status, body } = await client.call(contract.getLogbook, owner.key, { params, query })
    return `${status} ${body.error}`
  }
  assert.equal(await refusal({ cursor: 'x' }), '400 invalid_request: /cursor must be `next` of the page before')
  assert.equal(await refusal({ from: day(2), to: day(2) }), '400 invalid_request: /to must be after /from')
})
