import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import * as contract from '@binnacle/contract'
import { makeBoat } from '../testing/boat.ts'
import { Client } from '../testing/client.ts'
import { testServerUrl } from '../testing/database.ts'
import { lookOn, within } from '../testing/live.ts'
import { postPicture } from '../testing/picture.ts'
import { startProcess, startTestProcess } from '../testing/process.ts'

const onlyPostgres = testServerUrl ? false : 'several processes need PostgreSQL'

test('SIGTERM: open streams end at once, and it exits 0', async () => {
  const { service } = await startTestProcess()
  const client = new Client(service.url)
  const owner = await client.signUp()
  const onlookers = await Promise.all([1, 2, 3].map(() => lookOn(service.url, owner.session)))
  const start = performance.now()
  const ended = service.stop()
  await within(1_000, Promise.all(onlookers.map((onlooker) => onlooker.ended)), 'the end of the streams')
  assert.deepEqual(await ended, { code: 0, signal: null })
  assert.ok(performance.now() - start < 4_000, 'somebody was waited for')
})

test('two processes: what one is sent, the other tells within two seconds', { skip: onlyPostgres }, async () => {
  const place = await startTestProcess({ TELEMETRY_GAP_MS: '0' })
  const second = await startProcess(place.env)
  after(() => second.kill())
  const [first, other] = [new Client(place.service.url), new Client(second.url)]
  const owner = await first.signUp('Ada')
  const [boat, strangers] = [await makeBoat(first, owner), await makeBoat(first, await first.signUp('Bob'))]
  const onlooker = await lookOn(second.url, owner.session)
  const tells = async (topic: contract.LiveTopic, change: Promise<unknown>) => {
    const telling = onlooker.toldOf(boat.id, topic)
    await change
    await within(2_000, telling, topic)
  }
  const post = (box: { key: string }) =>
    first.ok(contract.postTelemetry, box, { body: { readings: [{ metric: 'depth', value: 3 }] } })
  for (let i = 0; i < 3; i++) await tells('telemetry', Promise.all([post(strangers.box), post(boat.box)]))
  await tells('logbook', first.ok(contract.logHours, owner.key, { params: { id: boat.id }, body: { hours: 9 } }))

  // The owner asks on the one and looks on at the other, of which the camera too has its requests.
  const camera = (await postPicture(other, boat.box, { label: 'Bow' })).body.camera_id
  await tells('cameras', first.ok(contract.requestCheckIn, owner.key, { params: { id: camera } }))
  assert.equal((await other.ok(contract.listPending, boat.box)).requests.length, 1)
  await tells('cameras', postPicture(first, boat.box, { camera_id: camera }))
  const { cameras } = await other.ok(contract.listCameras, owner.key, { params: { id: boat.id } })
  assert.equal(cameras.length, 1)
  const { frames } = await other.ok(contract.listFrames, owner.key, { params: { id: camera } })
  assert.deepEqual(
    frames.map(({ trigger }: { trigger: string }) => trigger),
    ['request', 'device'],
  )
  assert.ok(onlooker.changes().every(({ vessel_id }) => vessel_id === boat.id))

  // The session ends on the one, the stream on the other.
  const headers = { ...owner.session, 'content-type': 'application/json' }
  assert.equal((await first.raw('POST', '/api/auth/sign-out', { headers, body: '{}' })).status, 200)
  await within(3_000, onlooker.ended, 'the end of the stream')
})
