import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import * as contract from '@binnacle/contract'
import { until } from '../../../../../scripts/until.ts'
import { type Boat, makeBoat } from '../../testing/accounts/boat.ts'
import { postPicture } from '../../testing/picture.ts'
import { startService } from '../../testing/service.ts'
import { judgeTasks } from '../judge/clock/tasks-sql.ts'
import { bigPicture, seenOf } from '../testing/big-picture.ts'
import { startReceiver } from '../testing/receiver.ts'

const receiver = await startReceiver()
const service = await startService({ TELEMETRY_GAP_MS: '0', FRAME_GAP_MS: '0', NOTIFY_ALLOW_PRIVATE: '127.0.0.1' })
const { client } = service

const HOUR_MS = 3_600_000
const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString()

let owners = 0
/** An owner of a boat, who is told by ntfy and by a webhook. */
async function anOwner() {
  const owner = await service.owner()
  const path = `/${owners++}/`
  for (const kind of ['ntfy', 'webhook'] as const) {
    const address = `${receiver.url}${path}${kind}`
    await client.ok(contract.createChannel, owner.session, { body: { kind, name: kind, address, severity: 'warning' } })
  }
  const boat = await makeBoat(client, owner)
  return { owner, boat, ntfy: () => receiver.bodies(path), hook: () => receiver.bodies(`${path}webhook`) }
}

const bilge = (boat: Boat, value: number) =>
  client.ok(contract.postTelemetry, boat.device, { body: { readings: [{ metric: 'bilge_water', value }] } })

async function takenBy(boat: Boat, label: string, captured_at: string, fields: object = {}) {
  const { status, body } = await postPicture(client, boat.device, { label, captured_at, ...fields })
  assert.equal(status, 202)
  return body as { frame_id: string; camera_id: string }
}

const open = (link: string) => {
  assert.ok(link.startsWith(`${service.config.baseUrl}/frames/`))
  return fetch(service.baseUrl + link.slice(service.config.baseUrl.length))
}

test('with an alarm goes the newest picture of its boat, small and without metadata, under a link for a day', async () => {
  const { owner, boat, ntfy, hook } = await anOwner()
  await takenBy(boat, 'Cockpit', hoursAgo(2))
  const newest = await takenBy(boat, 'Mast', hoursAgo(1), { image_base64: await bigPicture() })
  const stranger = await anOwner()
  await takenBy(stranger.boat, 'Saloon', hoursAgo(0))
  await bilge(boat, 1)
  await until(() => ntfy().length === 1 && hook().length === 1, 'both messages')
  const [{ message, attach, filename }] = ntfy()
  assert.match(message, /^Water in the bilge\nPicture: Mast, \w{3},? \d\d:\d\d UTC$/)
  assert.equal(filename, 'picture.webp')
  const { url, captured_at, ...named } = hook()[0].data.picture
  assert.deepEqual(named, { id: newest.frame_id, camera_id: newest.camera_id, label: 'Mast' })
  assert.ok(Math.abs(Date.parse(captured_at) - Date.parse(hoursAgo(1))) < HOUR_MS / 2)
  for (const link of [attach, url]) {
    const opened = await open(link)
    assert.equal(opened.status, 200)
    assert.deepEqual(await seenOf(await buffer(opened.body!)), ['webp', 800, false])
    const seconds = Number(new URL(link).searchParams.get('exp')) - Date.now() / 1000
    assert.ok(seconds > 23.5 * 3600 && seconds < 24.5 * 3600)
  }
  await bilge(boat, 0)
  await until(() => ntfy().length === 2 && hook().length === 2, 'the end')
  assert.deepEqual([ntfy()[1].message, ntfy()[1].attach], ['Water in the bilge', undefined])
  assert.equal('picture' in hook()[1].data, false)
  await client.ok(contract.deleteFrame, owner.session, { params: { id: newest.frame_id } })
  assert.equal((await open(url)).status, 404, 'a link ends with its frame')
})

test('no picture of more than a day ago goes with an alarm, nor one of a camera that is switched off', async () => {
  const { owner, boat, ntfy, hook } = await anOwner()
  await takenBy(boat, 'Cockpit', hoursAgo(25))
  const { camera_id } = await takenBy(boat, 'Saloon', hoursAgo(0))
  await client.ok(contract.changeCamera, owner.session, { params: { id: camera_id }, body: { enabled: false } })
  await bilge(boat, 1)
  await until(() => ntfy().length === 1 && hook().length === 1, 'both messages')
  assert.deepEqual([ntfy()[0].message, ntfy()[0].attach], ['Water in the bilge', undefined])
  assert.equal(hook()[0].data.picture, null)
})

test('an alarm without readings, such as an overdue task, has no picture', async () => {
  const { owner, boat, ntfy, hook } = await anOwner()
  await takenBy(boat, 'Cockpit', hoursAgo(0))
  await client.ok(contract.createTask, owner.session, {
    params: { id: boat.id },
    body: { title: 'Impeller', interval_days: 30, start_at: hoursAgo(60 * 24) },
  })
  await judgeTasks(service.database.db, new Date())
  await until(() => ntfy().length === 1 && hook().length === 1, 'both messages')
  assert.equal(hook()[0].type, 'task.due.began')
  assert.deepEqual([ntfy()[0].attach, 'picture' in hook()[0].data], [undefined, false])
})
