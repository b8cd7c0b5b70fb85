import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import * as contract from '@binnacle/contract'
import { SampleBoats } from '../testing/accounts/sample-boats.ts'

const boats = await SampleBoats.start({ FRAME_GAP_MS: '0' })
const { client, database, baseUrl } = boats.service
const { db } = database
const ada = await boats.service.owner('Ada')

/** A new boat of Ada's whose camera has just sent so many frames; their ids, newest first. */
async function newBoat(count = 1) {
  const vessel = await boats.vesselOf(ada)
  const device = await boats.deviceOn(ada, vessel)
  const frames: string[] = []
  let camera = ''
  for (let i = 0; i < count; i++) {
    const taken = await boats.taken(device, { label: 'Cockpit' })
    camera = taken.camera_id
    frames.unshift(taken.frame_id)
  }
  return { vessel, device, camera, frames }
}

const cameras = async (vessel: string): Promise<contract.CameraOverview[]> =>
  (await client.ok(contract.overviewCameras, ada.session, { params: { id: vessel } })).cameras

const page = (camera: string, query?: Record<string, string>) =>
  client.ok(contract.pageFrames, ada.session, { params: { id: camera }, query }) as Promise<{
    frames: contract.StoredFrame[]
    next: string | null
  }>

const remove = (id: string) => client.call(contract.deleteFrame, ada.session, { params: { id } })
/** The same address on this service, whatever its BASE_URL is. */
const fetchLink = (url: string) => fetch(url.replace(/^https?:\/\/[^/]+/, baseUrl))

test('a camera comes with what it keeps, its newest frame and the connection that sends for it', async () => {
  const { vessel, device, camera, frames } = await newBoat(3)
  const [seen] = await cameras(vessel)
  const sizes = (await boats.frames(ada, camera)).map(({ bytes }) => bytes!)
  assert.deepEqual(
    [seen!.id, seen!.frames, seen!.frames_bytes, seen!.newest_frame!.id, seen!.last_check_in],
    [camera, 3, sizes.reduce((sum, bytes) => sum + bytes), frames[0], null],
  )
  assert.deepEqual(
    [seen!.connection!.id, seen!.connection!.provider_name, seen!.connection!.enabled],
    [device.connectionId, 'Onboard camera', true],
  )
  const picture = await fetchLink(seen!.newest_frame!.url)
  const thumbnail = await fetchLink(seen!.newest_frame!.thumb_url)
  assert.deepEqual(
    [picture.headers.get('content-type'), thumbnail.headers.get('content-type')],
    ['image/jpeg', 'image/webp'],
  )
})

test('each camera of a boat has its own frames, and one whose connection was removed has none to ask', async () => {
  const { vessel, device, camera, frames } = await newBoat(2)
  const { camera_id: saloon, frame_id } = await boats.taken(device, { label: 'Saloon' })
  await client.ok(contract.deleteConnection, ada.key, { params: { id: device.connectionId } })
  const seen = await cameras(vessel)
  assert.deepEqual(
    seen.map(({ id, frames: kept, newest_frame, connection }) => [id, kept, newest_frame!.id, connection]),
    [
      [camera, 2, frames[0], null],
      [saloon, 1, frame_id, null],
    ],
  )
})

test('the last check-in is told while it is open, when it was answered, and when it has expired', async () => {
  const { vessel, device, camera } = await newBoat()
  const ask = async () => (await client.ok(contract.requestCheckIn, ada.key, { params: { id: camera } })).request
  const last = async () => (await cameras(vessel))[0]!.last_check_in!
  const first = await ask()
  assert.deepEqual(await last(), { ...first, answered_at: null, frame_id: null })
  const { frame_id } = await boats.taken(device, { camera_id: camera })
  const answered = await last()
  assert.deepEqual([answered.id, answered.frame_id], [first.id, frame_id])
  assert.ok(Date.parse(answered.answered_at!) >= Date.parse(first.requested_at))
  const second = await ask()
  await db
    .updateTable('check_in')
    .set({ expires_at: new Date(Date.now() - 1) })
    .where('id', '=', second.id)
    .execute()
  const expired = await last()
  assert.deepEqual([expired.id, expired.answered_at, expired.frame_id], [second.id, null, null])
  assert.ok(Date.parse(expired.expires_at) < Date.now())
})

test('frames are read back page by page to the first, each once, in the order of their arrival', async () => {
  const { camera, frames } = await newBoat(5)
  const first = await page(camera, { limit: '2' })
  const second = await page(camera, { limit: '2', before: first.next! })
  const third = await page(camera, { limit: '2', before: second.next! })
  assert.deepEqual(
    [first, second, third].map((one) => one.frames.map(({ id }) => id)),
    [frames.slice(0, 2), frames.slice(2, 4), frames.slice(4)],
  )
  assert.equal(third.next, null)
  assert.equal((await page(camera, { limit: '5' })).next, null)
})

test('two frames that arrived in the same millisecond are on one page or the next, not on none', async () => {
  const { camera, frames } = await newBoat(4)
  await db.updateTable('frame').set({ received_at: new Date() }).where('camera_id', '=', camera).execute()
  const ids: string[] = []
  for (let before: string | null = null; ids.length < 4; ) {
    const { frames: read, next } = await page(camera, { limit: '1', ...(before && { before }) })
    ids.push(read[0]!.id)
    before = next
    if (!next) break
  }
  assert.deepEqual(ids, frames.toSorted().reverse())
})

test('what came before a frame that was dropped, was never or is another camera’s: nothing', async () => {
  const { vessel, device, camera, frames } = await newBoat(3)
  const other = await boats.taken(device, { label: 'Saloon' })
  await remove(frames[1]!)
  for (const before of [frames[1]!, other.frame_id, randomUUID()])
    assert.deepEqual(await page(camera, { before }), { frames: [], next: null })
  assert.equal((await cameras(vessel))[0]!.frames, 2)
})

test('a page may hold all that a camera can keep', async () => {
  const { vessel, camera, frames } = await newBoat()
  const of = { vessel_id: vessel, camera_id: camera, mime: 'image/jpeg', width: 1, height: 1, bytes: 1 } as const
  const when = new Date(Date.now() - 60_000)
  await db
    .insertInto('frame')
    .values(
      Array.from({ length: 199 }, () => {
        return { ...of, id: randomUUID(), trigger: 'device' as const, captured_at: when, received_at: when }
      }),
    )
    .execute()
  assert.equal((await page(camera)).frames.length, 50)
  const all = await page(camera, { limit: '5000' })
  assert.deepEqual([all.frames.length, all.frames[0]!.id, all.next], [200, frames[0], null])
})

test('a deleted frame is gone with its files, and a second DELETE is 404', async () => {
  const { vessel, camera, frames } = await newBoat(2)
  const [gone] = (await page(camera)).frames
  assert.deepEqual((await remove(frames[0]!)).body, { removed: true })
  assert.deepEqual(
    (await page(camera)).frames.map(({ id }) => id),
    [frames[1]],
  )
  const files = (await boats.files()).filter((path) => path.includes(vessel))
  assert.ok(files.length === 2 && files.every((path) => path.includes(frames[1]!)))
  assert.equal((await fetchLink(gone!.url)).status, 404)
  assert.equal((await remove(frames[0]!)).status, 404)
})

test('an onboard device polls more often while the app shows its cameras', async () => {
  const { vessel, device, camera } = await newBoat()
  const wait = async () => (await client.ok(contract.listPendingCheckIns, device)).poll_after_ms
  const forget = () => db.updateTable('camera').set({ watched_at: null }).where('id', '=', camera).execute()
  assert.equal(await wait(), 15_000)
  await cameras(vessel)
  assert.equal(await wait(), 5_000)
  await forget()
  await page(camera)
  assert.equal(await wait(), 5_000)
})
