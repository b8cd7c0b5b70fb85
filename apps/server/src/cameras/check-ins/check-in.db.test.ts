import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import * as contract from '@binnacle/contract'
import { outcome, SampleBoats } from '../../testing/accounts/sample-boats.ts'
import { untilWaiting } from '../../testing/database.ts'

/** So long that what must come within it does, on however busy a machine. */
const GAP_SECONDS = 3600
const boats = await SampleBoats.start({ FRAME_GAP_MS: String(GAP_SECONDS * 1000) })
const { client, database } = boats.service
const { db } = database
const ada = await boats.service.owner('Ada')
const bob = await boats.service.owner('Bob')

/** A new boat of Ada's whose camera has just sent its first frame. */
async function newBoat() {
  const vessel = await boats.vesselOf(ada)
  const device = await boats.deviceOn(ada, vessel)
  const { camera_id: camera } = await boats.taken(device, { label: 'Cockpit' })
  return { vessel, device, camera }
}

const ask = (camera: string, who = ada) => client.call(contract.requestCheckIn, who.key, { params: { id: camera } })
const pending = (device: { key: string }) => client.ok(contract.listPendingCheckIns, device)
const frames = async (camera: string) => (await boats.frames(ada, camera)).length
const change = (camera: string, body: object) =>
  client.ok(contract.changeCamera, ada.session, { params: { id: camera }, body })

/** As if the camera's last frame had come so many seconds ago. */
const setLastFrame = (camera: string, seconds: number) =>
  db
    .updateTable('camera')
    .set({ last_frame_at: new Date(Date.now() - seconds * 1000) })
    .where('id', '=', camera)
    .execute()

/** As if five minutes had gone by since the camera was asked. */
const expire = (camera: string) =>
  db
    .updateTable('check_in')
    .set({ expires_at: new Date(Date.now() - 1) })
    .where('camera_id', '=', camera)
    .execute()

/** Holds the camera's row until every request is waiting for it: what judges them by what it read before then takes them all. */
async function allAtOnce<T>(camera: string, request: () => Promise<T>): Promise<T[]> {
  let sent: Promise<T>[] = []
  await db.transaction().execute(async (tx) => {
    await tx.selectFrom('camera').select('id').where('id', '=', camera).forUpdate().execute()
    sent = [1, 2, 3].map(request)
    await untilWaiting(boats.service.database, sent.length)
  })
  return Promise.all(sent)
}

test('a second frame within the shortest interval is 429 with Retry-After, one after it is taken, another camera is free', async () => {
  const { device, camera } = await newBoat()
  const early = await boats.send(device, { camera_id: camera })
  assert.deepEqual(outcome(early), [429, 'too_frequent'])
  const seconds = Number(early.headers.get('retry-after'))
  assert.ok(seconds >= 1 && seconds <= GAP_SECONDS)
  await boats.taken(device, { label: 'Saloon' })
  // The moment itself is admission.test.ts's.
  await setLastFrame(camera, GAP_SECONDS / 2)
  assert.deepEqual(outcome(await boats.send(device, { label: 'Cockpit' })), [429, 'too_frequent'])
  // The refused frames started no new interval.
  await setLastFrame(camera, GAP_SECONDS)
  await boats.taken(device, { label: 'Cockpit' })
  assert.equal(await frames(camera), 2)
})

test('21 two frames of a camera at once: exactly one is taken, and the other leaves no file', async () => {
  const { vessel, device, camera } = await newBoat()
  await setLastFrame(camera, GAP_SECONDS)
  const answers = await allAtOnce(camera, () => boats.send(device, { camera_id: camera }))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [202, 429, 429])
  assert.equal(await frames(camera), 2)
  assert.equal((await boats.files()).filter((path) => path.includes(vessel)).length, 4)
})

test('a check-in is listed to the onboard device, lets a frame through at once and is answered by it', async () => {
  const { device, camera } = await newBoat()
  const asked = await ask(camera)
  assert.equal(asked.status, 202)
  const { request } = asked.body
  assert.equal(Date.parse(request.expires_at) - Date.parse(request.requested_at), 300_000)
  assert.deepEqual((await pending(device)).requests, [{ ...request, camera_id: camera, label: 'Cockpit' }])
  const taken = await boats.taken(device, { camera_id: camera, trigger: 'motion' })
  assert.equal(taken.answered_check_in, true)
  assert.deepEqual((await pending(device)).requests, [])
  const [newest] = await boats.frames(ada, camera)
  assert.deepEqual([newest!.id, newest!.trigger], [taken.frame_id, 'request'])
  assert.deepEqual(outcome(await boats.send(device, { camera_id: camera })), [429, 'too_frequent'])
  assert.notEqual((await ask(camera)).body.request.id, request.id)
})

test('38 two frames for one check-in at once: one answers it, the other is 429', async () => {
  const { device, camera } = await newBoat()
  await ask(camera)
  const answers = await allAtOnce(camera, () => boats.send(device, { camera_id: camera }))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [202, 429, 429])
  assert.equal(answers.find(({ status }) => status === 202)!.body.answered_check_in, true)
  assert.equal(await frames(camera), 2)
})

test('38 a frame after its end answers nothing and is let through by no check-in; the request is not listed', async () => {
  const { device, camera } = await newBoat()
  const first = (await ask(camera)).body.request.id
  await expire(camera)
  assert.deepEqual((await pending(device)).requests, [])
  assert.deepEqual(outcome(await boats.send(device, { camera_id: camera })), [429, 'too_frequent'])
  await setLastFrame(camera, GAP_SECONDS)
  assert.equal((await boats.taken(device, { camera_id: camera })).answered_check_in, false)
  assert.equal((await boats.frames(ada, camera))[0]!.trigger, 'device')
  assert.notEqual((await ask(camera)).body.request.id, first)
})

test('while a check-in is open it is the one that is given, also to several at once', async () => {
  const { device, camera } = await newBoat()
  // The page is open already, so that the note of it does not lock the row.
  await client.ok(contract.listFrames, ada.session, { params: { id: camera } })
  const answers = await allAtOnce(camera, () => ask(camera))
  const again = await ask(camera)
  assert.deepEqual(
    answers.map(({ status, text }) => [status, text]),
    answers.map(() => [202, again.text]),
  )
  assert.equal((await pending(device)).requests.length, 1)
})

test('39 a check-in with a JSON content type and an empty body is accepted; a disabled camera is 403', async () => {
  const { device, camera } = await newBoat()
  const input = { params: { id: camera }, headers: { 'content-type': 'application/json' } }
  assert.equal((await client.call(contract.requestCheckIn, ada.key, input)).status, 202)
  assert.equal((await change(camera, { enabled: false })).camera.enabled, false)
  assert.deepEqual(outcome(await ask(camera)), [403, 'camera_disabled'])
  assert.deepEqual(outcome(await boats.send(device, { camera_id: camera })), [403, 'camera_disabled'])
  assert.deepEqual((await pending(device)).requests, [])
  await change(camera, { enabled: true })
  assert.equal((await pending(device)).requests.length, 1)
})

test('40 an onboard device sees the requests for its own cameras; a camera belongs to the onboard device that sent last', async () => {
  const { vessel, device, camera } = await newBoat()
  const second = await boats.deviceOn(ada, vessel, 'signalk')
  const other = await newBoat()
  await boats.taken(second, { label: 'Saloon' })
  await ask(camera)
  const listed = async () =>
    (await Promise.all([device, second, other.device].map(pending))).map(({ requests }) => requests.length)
  assert.deepEqual(await listed(), [1, 0, 0])
  await boats.taken(second, { label: 'Cockpit' })
  await ask(camera)
  assert.deepEqual(await listed(), [0, 1, 0])
})

test('20 pending needs a connection key that is known and enabled', async () => {
  const { device } = await newBoat()
  assert.deepEqual(outcome(await client.call(contract.listPendingCheckIns, ada.key)), [401, 'invalid_connection_key'])
  const off = { params: { id: device.connectionId }, body: { enabled: false } }
  await client.ok(contract.changeConnection, ada.session, off)
  assert.deepEqual(outcome(await client.call(contract.listPendingCheckIns, device)), [403, 'connection_disabled'])
})

test('an onboard device polls more often while an owner has the page open, and for a minute after', async () => {
  const { vessel, device, camera } = await newBoat()
  const other = await newBoat()
  const wait = async () => (await pending(device)).poll_after_ms
  const look = (minutesAgo: number) =>
    db
      .updateTable('camera')
      .set({ watched_at: new Date(Date.now() - minutesAgo * 60_000) })
      .where('vessel_id', '=', vessel)
      .execute()
  await client.ok(contract.listCameras, ada.key, { params: { id: vessel } })
  await client.ok(contract.listFrames, ada.key, { params: { id: camera } })
  assert.equal(await wait(), 15_000)
  await client.ok(contract.listCameras, ada.session, { params: { id: vessel } })
  assert.equal(await wait(), 5_000)
  await look(1)
  assert.equal(await wait(), 15_000)
  await client.ok(contract.listFrames, ada.session, { params: { id: camera } })
  assert.equal(await wait(), 5_000)
  await look(1)
  await ask(camera)
  assert.equal(await wait(), 5_000)
  assert.equal((await pending(other.device)).poll_after_ms, 15_000)
  const second = await boats.deviceOn(ada, vessel, 'signalk')
  await boats.taken(second, { label: 'Saloon' })
  assert.equal((await pending(second)).poll_after_ms, 15_000)
})

test('asking for check-ins shows the onboard device as seen, and writes that once a minute', async () => {
  const { device } = await newBoat()
  const row = () =>
    db.selectFrom('connection').select('last_seen_at').where('id', '=', device.connectionId).executeTakeFirstOrThrow()
  const setSeen = (secondsAgo: number) => {
    const at = new Date(Date.now() - secondsAgo * 1000)
    return db.updateTable('connection').set({ last_seen_at: at }).where('id', '=', device.connectionId).execute()
  }
  await setSeen(5)
  const before = (await row()).last_seen_at
  await pending(device)
  assert.deepEqual((await row()).last_seen_at, before)
  await setSeen(61)
  const seen = (await row()).last_seen_at!
  await pending(device)
  assert.ok((await row()).last_seen_at! > seen)
})

test("12 another owner's camera and an unknown one: the same 404 everywhere, and nothing changes", async () => {
  const { vessel, device, camera } = await newBoat()
  for (const [route, params, body] of [
    [contract.listCameras, { id: vessel }, undefined],
    [contract.listFrames, { id: camera }, undefined],
    [contract.requestCheckIn, { id: camera }, undefined],
    [contract.changeCamera, { id: camera }, { enabled: false }],
    [contract.deleteCamera, { id: camera }, undefined],
  ] as const) {
    const who = route.auth === 'session' ? bob.session : bob.key
    const theirs = await client.call(route, who, { params, body })
    const unknown = await client.call(route, who, { params: { id: randomUUID() }, body })
    assert.deepEqual([theirs.status, theirs.text], [404, unknown.text], route.id)
  }
  assert.deepEqual((await pending(device)).requests, [])
  assert.equal((await boats.cameras(ada, vessel))[0]!.enabled, true)
})

test('the answer to a poll names the vessel of the key, which a new key of the connection does not change', async () => {
  const vessel = await boats.vesselOf(ada)
  const device = await boats.deviceOn(ada, vessel)
  const vesselOf = async (key: string) =>
    (await client.call(contract.listPendingCheckIns, { key })).headers.get(contract.VESSEL_ID)
  assert.equal(await vesselOf(device.key), vessel)
})
