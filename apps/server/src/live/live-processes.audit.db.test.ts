import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import * as contract from '@binnacle/contract'
import { makeBoat } from '../testing/accounts/boat.ts'
import { Client } from '../testing/client.ts'
import { testServerUrl } from '../testing/database.ts'
import { awaited, lookOn } from '../testing/live.ts'
import { postPicture } from '../testing/picture.ts'
import { startProcess, startTestProcess } from '../testing/process.ts'

const onlyPostgres = testServerUrl ? false : 'several processes need PostgreSQL'

test('SIGTERM: open streams are ended, and it exits 0', async () => {
  const { service } = await startTestProcess()
  const client = new Client(service.url)
  const owner = await client.signUp()
  const onlookers = await Promise.all([1, 2, 3].map(() => lookOn(service.url, owner.session)))
  const ended = service.stop()
  // One that was waited for would be cut off in the end.
  assert.deepEqual(await Promise.all(onlookers.map((onlooker) => onlooker.ended)), [true, true, true])
  assert.deepEqual(await ended, { code: 0, signal: null })
})

test('two processes: what one is sent, the other tells', { skip: onlyPostgres }, async () => {
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
    await awaited(telling, topic)
  }
  const post = (device: { key: string }) =>
    first.ok(contract.postTelemetry, device, { body: { readings: [{ metric: 'depth', value: 3 }] } })
  for (let i = 0; i < 3; i++) await tells('telemetry', Promise.all([post(strangers.device), post(boat.device)]))
  await tells('logbook', first.ok(contract.logEngineHours, owner.key, { params: { id: boat.id }, body: { hours: 9 } }))

  // The owner asks on the one and looks on at the other, of which the camera too has its requests.
  const camera = (await postPicture(other, boat.device, { label: 'Bow' })).body.camera_id
  await tells('cameras', first.ok(contract.requestCheckIn, owner.key, { params: { id: camera } }))
  assert.equal((await other.ok(contract.listPendingCheckIns, boat.device)).requests.length, 1)
  await tells('cameras', postPicture(first, boat.device, { camera_id: camera }))
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
  await awaited(onlooker.ended, 'the end of the stream')
})
