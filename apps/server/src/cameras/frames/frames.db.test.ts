import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { request as httpRequest } from 'node:http'
import { test } from 'node:test'
import * as contract from '@binnacle/contract'
import Fastify from 'fastify'
import { until } from '../../../../../scripts/until.ts'
import { outcome, picture, SampleBoats } from '../../testing/accounts/sample-boats.ts'
import { untilWaiting } from '../../testing/database.ts'
import { openFrameStore } from '../stores/open-frame-store.ts'
import { sweepFrames } from '../stores/sweep.ts'
import { releaseSweep } from '../stores/sweep-claim.ts'

const boats = await SampleBoats.start({ FRAME_GAP_MS: '0' })
const { client, config, database } = boats.service
const { db } = database
const { owner: signUp } = boats.service
const ada = await signUp('Ada')
const bob = await signUp('Bob')

/** A new boat of Ada's with its onboard device. */
async function newBoat() {
  const vessel = await boats.vesselOf(ada)
  return { vessel, device: await boats.deviceOn(ada, vessel) }
}

const base64 = async (...given: Parameters<typeof picture>) => (await picture(...given)).toString('base64')
const filesOf = async (vessel: string) => (await boats.files()).filter((path) => path.includes(vessel))
const temporary = async () => (await boats.files()).filter((path) => path.startsWith('tmp/'))
const connection = async (vessel: string): Promise<contract.Connection> =>
  (await client.ok(contract.listConnections, ada.key, { params: { id: vessel } })).connections[0]

test('the first frame registers a camera under its label; later ones with its label or id are its own', async () => {
  const { vessel, device } = await newBoat()
  const image = await picture('png', 640, 480)
  const body = { image_base64: image.toString('base64'), mime: 'image/png', label: ' Cockpit', view: 'cockpit' }
  const first = await boats.taken(device, { ...body, trigger: 'motion', captured_at: '2026-05-14T11:30:00.5+02:00' })
  assert.equal(first.answered_check_in, false)
  await client.ok(contract.changeCamera, ada.session, { params: { id: first.camera_id }, body: { label: 'Aft' } })
  const second = await boats.taken(device, { label: 'Cockpit', view: 'deck' })
  const third = await boats.taken(device, { camera_id: first.camera_id, label: 'Something else' })
  assert.deepEqual([second.camera_id, third.camera_id], [first.camera_id, first.camera_id])
  const [camera, ...others] = await boats.cameras(ada, vessel)
  assert.deepEqual(
    [camera!.label, camera!.view, camera!.enabled, camera!.last_error, camera!.retain_frames, others.length],
    ['Aft', 'cockpit', true, null, 24, 0],
  )
  const frames = await boats.frames(ada, first.camera_id)
  assert.deepEqual(
    frames.map(({ id }) => id),
    [third.frame_id, second.frame_id, first.frame_id],
  )
  const { url: _url, ...oldest } = frames[2]!
  assert.deepEqual(oldest, {
    id: first.frame_id,
    width: 640,
    height: 480,
    bytes: image.length,
    trigger: 'motion',
    captured_at: '2026-05-14T09:30:00.500Z',
  })
  assert.equal(frames[0]!.trigger, 'device')
  assert.equal((await filesOf(vessel)).length, 6)
})

test('without label and id the camera is called Camera, and two of its first frames at once register it once', async () => {
  const { vessel, device } = await newBoat()
  const answers = await Promise.all([boats.taken(device), boats.taken(device), boats.taken(device)])
  assert.equal(new Set(answers.map(({ camera_id }) => camera_id)).size, 1)
  assert.deepEqual(
    (await boats.cameras(ada, vessel)).map(({ label, view }) => [label, view]),
    [['Camera', 'other']],
  )
})

test('34 exactly 8 MiB passes, one byte more is 413 frame_too_large, also as a data URL', async () => {
  const { device } = await newBoat()
  const jpeg = await picture()
  const sized = (bytes: number) => Buffer.concat([jpeg, Buffer.alloc(bytes - jpeg.length)]).toString('base64')
  const { frameBytes } = contract.LIMITS
  assert.equal((await boats.send(device, { image_base64: sized(frameBytes) })).status, 202)
  const url = `data:image/jpeg;base64,${sized(frameBytes)}`
  assert.equal((await boats.send(device, { image_base64: url })).status, 202)
  const over = await boats.send(device, { image_base64: sized(frameBytes + 1) })
  assert.deepEqual(outcome(over), [413, 'frame_too_large'])
  const wayOver = await boats.send(device, { image_base64: sized(frameBytes + 100_000) })
  assert.deepEqual(outcome(wayOver), [413, 'frame_too_large'])
})

test('a body that is too large for another reason than its image is 413 body_too_large', async () => {
  const { device } = await newBoat()
  const besides = await boats.send(device, { note: 'x'.repeat(contract.LIMITS.frameEnvelopeBytes) })
  assert.deepEqual(outcome(besides), [413, 'body_too_large'])
  const largest = Buffer.alloc(contract.LIMITS.frameBytes).toString('base64')
  const broken = await boats.send(device, { image_base64: largest.replace(/.{16}/g, '$&\r\n') })
  assert.deepEqual(outcome(broken), [413, 'body_too_large'])
})

test("why a type was not accepted is in the connection's last_error", async () => {
  const { vessel, device } = await newBoat()
  const last = async () => {
    const { connections } = await client.ok(contract.listConnections, ada.key, { params: { id: vessel } })
    return connections.flatMap(({ last_error }: contract.Connection) => last_error ?? [])
  }
  await boats.send(device, { mime: 'video/mp4' })
  assert.deepEqual(await last(), ['unsupported_mime: /mime must be one of image/jpeg, image/png, image/webp'])
  await boats.send(device, { image_base64: `data:image/png;base64,${await base64()}`, mime: 'image/jpeg' })
  assert.deepEqual(await last(), ['unsupported_mime: /mime is another than that of the data URL'])
})

test('34 35 what is not a whole still picture of the declared type is refused, and nothing is left of it', async () => {
  const { vessel, device } = await newBoat()
  const jpeg = await base64()
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64')
  const polyglot = Buffer.concat([await picture(), Buffer.from('<html><script>')]).toString('base64')
  const wrong: [object, number, string][] = [
    [{ image_base64: '!!@@' }, 422, 'upload_failed'],
    [{ image_base64: `${jpeg}=` }, 422, 'upload_failed'],
    [{ image_base64: '' }, 422, 'upload_failed'],
    [{ image_base64: jpeg.slice(0, -8) }, 422, 'upload_failed'],
    [{ image_base64: svg }, 415, 'unsupported_mime'],
    [{ image_base64: await base64('gif') }, 415, 'unsupported_mime'],
    [{ image_base64: await base64('png') }, 415, 'unsupported_mime'],
    [{ image_base64: polyglot }, 415, 'unsupported_mime'],
    [{ mime: 'image/webp' }, 415, 'unsupported_mime'],
    [{ image_base64: `data:image/png;base64,${jpeg}`, mime: 'image/jpeg' }, 415, 'unsupported_mime'],
    [{ image_base64: `data:text/html;base64,${jpeg}` }, 415, 'unsupported_mime'],
    [{ image_base64: await base64('png', 8000, 6000), mime: 'image/png' }, 422, 'upload_failed'],
  ]
  for (const [body, ...expected] of wrong)
    assert.deepEqual(outcome(await boats.send(device, body)), expected, JSON.stringify(body).slice(0, 60))
  assert.deepEqual([await boats.cameras(ada, vessel), await filesOf(vessel), await temporary()], [[], [], []])
  for (const [format, mime] of [
    ['png', 'image/png'],
    ['webp', 'IMAGE/WEBP'],
  ] as const)
    await boats.taken(device, { image_base64: await base64(format), mime })
  await boats.taken(device, { image_base64: `data:image/png;base64,${await base64('png')}` })
})

test('36 a camera_id of another boat, of another owner or of nobody: the same 404', async () => {
  const { device } = await newBoat()
  const others = await boats.vesselOf(bob)
  const own = await newBoat()
  const ids = [
    (await boats.taken(await boats.deviceOn(bob, others))).camera_id,
    (await boats.taken(own.device)).camera_id,
    randomUUID(),
  ]
  const answers = await Promise.all(ids.map((camera_id) => boats.send(device, { camera_id })))
  assert.deepEqual(
    answers.map(({ status, text }) => [status, text]),
    ids.map(() => [404, '{"error":"not_found"}']),
  )
  assert.equal((await boats.frames(bob, ids[0]!)).length, 1)
})

test('36 three cameras and three new labels at once: one more registers, never a fifth', async () => {
  const { vessel, device } = await newBoat()
  for (const label of ['A', 'B', 'C']) await boats.taken(device, { label })
  const labels = ['D', 'E', 'F', 'G']
  let sent: ReturnType<typeof boats.send>[] = []
  await db.transaction().execute(async (tx) => {
    // Held until every request is waiting for it: what counts before it waits then registers them all.
    await tx.selectFrom('vessel').select('id').where('id', '=', vessel).forUpdate().execute()
    sent = labels.map((label) => boats.send(device, { label }))
    await untilWaiting(boats.service.database, labels.length)
  })
  const answers = await Promise.all(sent)
  assert.deepEqual(answers.map(({ status }) => status).sort(), [202, 422, 422, 422])
  assert.deepEqual(outcome(answers.find(({ status }) => status === 422)!), [422, 'camera_limit'])
  const again = await Promise.all(['H', 'I'].map((label) => boats.send(device, { label })))
  assert.deepEqual(again.map(outcome), [
    [422, 'camera_limit'],
    [422, 'camera_limit'],
  ])
  assert.deepEqual([(await boats.cameras(ada, vessel)).length, (await filesOf(vessel)).length], [4, 8])
  assert.equal((await boats.send(device, { label: 'A' })).status, 202)
  assert.deepEqual(await temporary(), [])
})

test('37 retention goes by arrival, whatever captured_at says; dropped frames lose their files', async () => {
  const { vessel, device } = await newBoat()
  const { camera_id } = await boats.taken(device, { captured_at: '2099-01-01T00:00:00Z' })
  const set = (retain_frames: number) =>
    client.ok(contract.changeCamera, ada.session, { params: { id: camera_id }, body: { retain_frames } })
  await set(2)
  const sent: string[] = []
  for (let i = 0; i < 3; i++) sent.push((await boats.taken(device)).frame_id)
  const ids = async () => (await boats.frames(ada, camera_id)).map(({ id }) => id)
  assert.deepEqual(await ids(), [sent[2], sent[1]])
  assert.equal((await filesOf(vessel)).length, 4)
  assert.equal((await set(1)).camera.retain_frames, 1)
  assert.deepEqual(await ids(), [sent[2]])
  const files = await filesOf(vessel)
  assert.deepEqual([files.length, files.every((path) => path.includes(sent[2]!))], [2, true])
})

test('37 a body that does not fit the contract is 400, a video 415, and unknown fields are ignored', async () => {
  const { vessel, device } = await newBoat()
  for (const body of [
    { trigger: 'request' },
    { view: 'mast' },
    { label: 'x'.repeat(61) },
    { label: '   ' },
    { label: 'a\u0000b' },
    { camera_id: 'cockpit' },
    { captured_at: '2026-05-14T09:30:60Z' },
    { width: '640' },
    { image_base64: 5 },
  ])
    assert.deepEqual(outcome(await boats.send(device, body)), [400, 'invalid_request'], JSON.stringify(body))
  assert.deepEqual(outcome(await boats.send(device, { mime: 'video/mp4' })), [415, 'unsupported_mime'])
  const text = await client.call(contract.postFrame, device, { body: '{}', headers: { 'content-type': 'text/plain' } })
  assert.deepEqual(outcome(text), [415, 'unsupported_media_type'])
  assert.deepEqual([await boats.cameras(ada, vessel), await temporary()], [[], []])
  const other = await boats.vesselOf(bob)
  await boats.taken(device, { vessel_id: other, id: randomUUID(), width: 1, height: 1 })
  assert.equal((await boats.cameras(ada, vessel)).length, 1)
})

test('20 an unknown key is 401 and a disabled connection 403, before the body is read', async () => {
  const { device } = await newBoat()
  const unread = { params: {}, body: 'not JSON' }
  assert.deepEqual(outcome(await client.call(contract.postFrame, ada.key, unread)), [401, 'invalid_connection_key'])
  assert.deepEqual(outcome(await client.call(contract.postFrame, null, unread)), [401, 'invalid_connection_key'])
  const change = { params: { id: device.connectionId }, body: { enabled: false } }
  await client.ok(contract.changeConnection, ada.session, change)
  assert.deepEqual(outcome(await client.call(contract.postFrame, device, unread)), [403, 'connection_disabled'])
})

test('a connection that is removed while its image is on its way stores nothing', async () => {
  const { vessel, device } = await newBoat()
  await boats.taken(device)
  const body = JSON.stringify({ image_base64: await base64() })
  const headers = {
    authorization: `Bearer ${device.key}`,
    'content-type': 'application/json',
    'content-length': body.length,
  }
  const request = httpRequest(`${boats.service.baseUrl}/v1/cameras/frames`, { method: 'POST', headers })
  const answered = new Promise<number>((resolve, reject) =>
    request.on('response', (response) => resolve(response.resume().statusCode!)).on('error', reject),
  )
  request.write(body.slice(0, 100))
  await until(async () => (await temporary()).length === 1, 'the temporary file')
  await client.ok(contract.deleteConnection, ada.key, { params: { id: device.connectionId } })
  request.end(body.slice(100))
  assert.equal(await answered, 401)
  assert.deepEqual([(await filesOf(vessel)).length, await temporary()], [2, []])
})

test('a frame that is refused at the last moment leaves neither row nor file', async () => {
  const { vessel, device } = await newBoat()
  const { camera_id } = await boats.taken(device)
  let sent: ReturnType<typeof boats.send> | undefined
  await db.transaction().execute(async (tx) => {
    await tx.updateTable('camera').set({ enabled: false }).where('id', '=', camera_id).execute()
    sent = boats.send(device)
    // Its image is stored while the camera's row is locked.
    await untilWaiting(boats.service.database, 1)
  })
  assert.deepEqual(outcome(await sent!), [403, 'camera_disabled'])
  assert.deepEqual([(await filesOf(vessel)).length, (await boats.frames(ada, camera_id)).length], [2, 1])
})

test('the owner sees why frames were refused, until one is taken', async () => {
  const { vessel, device } = await newBoat()
  await boats.taken(device)
  assert.equal((await connection(vessel)).last_error, null)
  const cutOff = 'upload_failed: the image is not complete'
  await boats.send(device, { image_base64: (await base64()).slice(0, -8) })
  assert.equal((await boats.cameras(ada, vessel))[0]!.last_error, cutOff)
  assert.equal((await connection(vessel)).last_error, cutOff)
  await boats.send(device, { view: 'mast' })
  assert.match((await connection(vessel)).last_error!, /^invalid_request: \/view must be one of/)
  assert.equal((await boats.cameras(ada, vessel))[0]!.last_error, cutOff)
  const before = Date.now()
  await boats.taken(device)
  const [camera] = await boats.cameras(ada, vessel)
  const { last_error, last_seen_at } = await connection(vessel)
  assert.deepEqual([camera!.last_error, last_error], [null, null])
  assert.ok(Date.parse(last_seen_at!) >= before && Date.parse(camera!.last_frame_at!) >= before)
})

test('deleting a camera removes its frames and files; the onboard device may register it anew', async () => {
  const { vessel, device } = await newBoat()
  const { camera_id } = await boats.taken(device, { label: 'Helm' })
  await boats.taken(device, { label: 'Helm' })
  await boats.taken(device, { label: 'Deck' })
  assert.equal((await filesOf(vessel)).length, 6)
  await client.ok(contract.deleteCamera, ada.session, { params: { id: camera_id } })
  assert.equal((await filesOf(vessel)).length, 2)
  assert.equal((await client.call(contract.deleteCamera, ada.session, { params: { id: camera_id } })).status, 404)
  assert.deepEqual(outcome(await boats.send(device, { camera_id })), [404, 'not_found'])
  assert.notEqual((await boats.taken(device, { label: 'Helm' })).camera_id, camera_id)
})

test('deleting a vessel removes the files of its frames, and of no other', async () => {
  const { vessel, device } = await newBoat()
  const other = await newBoat()
  await boats.taken(device)
  await boats.taken(other.device)
  await client.ok(contract.deleteVessel, ada.session, { params: { id: vessel.toUpperCase() } })
  assert.deepEqual([(await filesOf(vessel)).length, (await filesOf(other.vessel)).length], [0, 2])
})

const { age } = boats
const cannotAge = age === null && 'nothing can be made old on this server'
test('the sweep begins when the service listens: files without a row go, new ones and those with a row stay', {
  skip: cannotAge,
}, async () => {
  const { vessel, device } = await newBoat()
  const [orphan, fresh, kept] = [await boats.taken(device), await boats.taken(device), await boats.taken(device)]
  await db.deleteFrom('frame').where('id', 'in', [orphan.frame_id, fresh.frame_id]).execute()
  const anHourAgo = new Date(Date.now() - 3_600_000)
  for (const path of await filesOf(vessel)) if (!path.includes(fresh.frame_id)) await age!(path, anHourAgo)
  const app = Fastify()
  const store = await openFrameStore(config)
  // The service that runs has swept a bucket today.
  await releaseSweep(db)
  sweepFrames(app, db, store)
  await app.listen({ host: '127.0.0.1', port: 0 })
  const left = async (frame: string) => (await filesOf(vessel)).filter((path) => path.includes(frame)).length
  await until(async () => (await left(orphan.frame_id)) === 0, 'the end of the orphan')
  await app.close()
  store.close()
  assert.deepEqual([await left(orphan.frame_id), await left(fresh.frame_id), await left(kept.frame_id)], [0, 2, 2])
})

test('an onboard device that goes away in the middle of an image leaves nothing behind', async () => {
  const { vessel, device } = await newBoat()
  const headers = {
    authorization: `Bearer ${device.key}`,
    'content-type': 'application/json',
    'content-length': 1_000_000,
  }
  const request = httpRequest(`${boats.service.baseUrl}/v1/cameras/frames`, { method: 'POST', headers })
  request.on('error', () => {})
  request.write(`{"image_base64":"${'A'.repeat(400_000)}`)
  await until(async () => (await temporary()).length === 1, 'the temporary file')
  request.destroy()
  await until(async () => (await temporary()).length === 0, 'its end')
  assert.deepEqual(await boats.cameras(ada, vessel), [])
})

test('frames are listed by capture time: what an offline boat sends later is not newer; a clock that is ahead puts none first', async () => {
  const vessel = await boats.vesselOf(ada)
  const device = await boats.deviceOn(ada, vessel)
  const at = (ms: number) => new Date(Date.now() + ms).toISOString()
  const now = await boats.taken(device)
  const old = await boats.taken(device, { captured_at: at(-3_600_000) })
  const older = await boats.taken(device, { captured_at: at(-7_200_000) })
  const ahead = await boats.taken(device, { captured_at: '2099-01-01T00:00:00Z' })
  const last = await boats.taken(device)
  const order = [last, ahead, now, old, older].map(({ frame_id }) => frame_id)
  assert.deepEqual(
    (await boats.frames(ada, now.camera_id)).map(({ id }) => id),
    order,
  )
  const page = (query: object) =>
    boats.service.client.ok(contract.pageFrames, ada.session, { params: { id: now.camera_id }, query: query as never })
  const listed: string[] = []
  for (let before: string | null | undefined; before !== null; ) {
    const { frames, next }: { frames: { id: string }[]; next: string | null } = await page({
      limit: '2',
      ...(before && { before }),
    })
    listed.push(...frames.map(({ id }) => id))
    before = next
  }
  assert.deepEqual(listed, order)
  const { frame } = await boats.service.client.ok(contract.getVesselOverview, ada.session, { params: { id: vessel } })
  assert.ok(frame.url.includes(last.frame_id))
})
