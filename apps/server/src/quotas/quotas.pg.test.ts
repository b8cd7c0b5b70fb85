import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as contract from '@binnacle/contract'
import { makeBoat } from '../testing/accounts/boat.ts'
import type { Answer, Owner } from '../testing/client.ts'
import { picture, postPicture } from '../testing/picture.ts'
import { startService } from '../testing/service.ts'

const service = await startService({
  ...{ FRAME_GAP_MS: '0', TELEMETRY_GAP_MS: '0', TRUST_PROXY: 'true' },
  ...{ QUOTA_BOATS: 'free=1,pro=5,fleet=unlimited', QUOTA_ACCESS_KEYS: '5', QUOTA_CONNECTIONS: '5', QUOTA_PHOTOS: '5' },
  QUOTA_STORAGE_GB: 'free=0',
})
const { client } = service
const operator = await service.owner('Olga')
const PHOTO = { image_base64: (await picture()).toString('base64') }

const use = async (who: Owner): Promise<contract.AccountUse> => (await client.ok(contract.getUse, who.session)).use
const setPlan = async (who: Owner, plan: contract.Plan) => {
  const { account } = await client.ok(contract.getMe, who.session)
  await client.ok(contract.changeAccount, operator.session, { params: { id: account.id }, body: { plan } })
}
const addVessel = (who: Owner) =>
  client.call(contract.createVessel, who.session, { body: { name: 'Vega', vessel_type: 'sailboat' } })

/** How many of these requests were accepted; the others must have been refused for this reason. */
function accepted(answers: Answer[], refusal: string): number {
  for (const { status, body } of answers)
    if (status >= 300) assert.deepEqual([status, body.error], [403, `quota_exceeded: ${refusal}`])
  return answers.filter(({ status }) => status < 300).length
}

const TODO = 'Delete some, or ask the operator for a larger plan'
const twenty = <T>(make: (n: number) => Promise<T>) => Promise.all(Array.from({ length: 20 }, (_, n) => make(n)))

test('of twenty boats at once as many are added as the plan allows, and one more for each that goes', async () => {
  const ada = await service.owner('Ada')
  const answers = await twenty(() => addVessel(ada))
  assert.equal(accepted(answers, `vessels: 5 of 5 used. ${TODO}`), 5)
  const { id } = answers.find(({ status }) => status === 201)!.body.vessel
  await client.ok(contract.deleteVessel, ada.session, { params: { id } })
  assert.equal((await addVessel(ada)).status, 201)
  assert.deepEqual((await use(ada)).vessels, { used: 5, max: 5 })
})

test('a lower plan takes nothing away, and a higher one adds room at once', async () => {
  const bea = await service.owner('Bea')
  await addVessel(bea)
  await addVessel(bea)
  await setPlan(bea, 'free')
  assert.deepEqual((await use(bea)).vessels, { used: 2, max: 1 })
  assert.equal((await addVessel(bea)).body.error, `quota_exceeded: vessels: 2 of 1 used. ${TODO}`)
  assert.deepEqual((await use(bea)).access_keys, { used: 1, max: 0 }, 'the plan has no keys')
  await setPlan(bea, 'fleet')
  assert.equal(accepted(await twenty(() => addVessel(bea)), ''), 20)
  assert.deepEqual((await use(bea)).vessels, { used: 22, max: null })
})

test('of twenty access keys at once as many are made as the plan allows', async () => {
  const cyd = await service.owner('Cyd')
  const answers = await twenty((n) =>
    client.call(contract.createAccessKey, cyd.session, { body: { name: `key ${n}` } }),
  )
  assert.equal(accepted(answers, `access_keys: 5 of 5 used. ${TODO}`), 4, 'it has one')
  assert.deepEqual((await use(cyd)).access_keys, { used: 5, max: 5 })
})

test('of twenty connections of several boats at once as many are made as the plan allows', async () => {
  const dan = await service.owner('Dan')
  const vessels = await Promise.all(Array.from({ length: 5 }, () => addVessel(dan)))
  const { providers } = await client.ok(contract.listProviders, dan.key)
  const slugs: string[] = providers
    .filter(({ direction, status }: contract.Provider) => direction === 'push' && status !== 'unavailable')
    .map(({ slug }: contract.Provider) => slug)
    .slice(0, 4)
  assert.equal(slugs.length, 4)
  const answers = await twenty((n) =>
    client.call(contract.createConnection, dan.key, {
      params: { id: vessels[n % 5]!.body.vessel.id },
      body: { provider: slugs[Math.floor(n / 5)] },
    }),
  )
  assert.equal(accepted(answers, `connections: 5 of 5 used. ${TODO}`), 5)
})

test('of twenty photos at once as many are stored as the plan allows', async () => {
  const eve = await service.owner('Eve')
  const { body } = await addVessel(eve)
  const { items } = await client.ok(contract.startInspection, eve.session, {
    params: { id: body.vessel.id },
    body: {},
  })
  const answers = await twenty((n) =>
    client.call(contract.addInspectionPhoto, eve.session, { params: { id: items[n % 5].id }, body: PHOTO }),
  )
  assert.equal(accepted(answers, `photos: 5 of 5 used. ${TODO}`), 5)
  assert.deepEqual((await use(eve)).photos, { used: 5, max: 5 })
})

test('a full storage refuses photos and no camera, which keeps as much as before; readings are not counted', async () => {
  const fay = await service.owner('Fay')
  const boat = await makeBoat(client, fay)
  const first = await postPicture(client, boat.device, { label: 'Cockpit' })
  const { camera_id } = first.body
  await postPicture(client, boat.device, { camera_id })
  const frames = async () =>
    (await client.ok(contract.pageFrames, fay.session, { params: { id: camera_id } })).frames.map(
      ({ id }: { id: string }) => id,
    )
  assert.equal((await frames()).length, 2)
  const { storage_bytes } = await use(fay)
  assert.ok(storage_bytes.used > 0 && storage_bytes.max === 50e9)

  await setPlan(fay, 'free')
  for (const _ of [1, 2]) {
    const { status, body } = await postPicture(client, boat.device, { camera_id })
    assert.equal(status, 202)
    // A quota that was lowered takes nothing of what was there: the two pictures are as large as the new one.
    const kept = await frames()
    assert.deepEqual([kept.length, kept[0]], [2, body.frame_id])
  }
  const batch = { body: { readings: [{ metric: 'depth', value: 3 }] } }
  assert.equal((await client.call(contract.postTelemetry, boat.device, batch)).status, 202)
  const { items } = await client.ok(contract.startInspection, fay.session, { params: { id: boat.id }, body: {} })
  const photo = await client.call(contract.addInspectionPhoto, fay.session, {
    params: { id: items[0].id },
    body: PHOTO,
  })
  const { used } = (await use(fay)).storage_bytes
  assert.equal(photo.body.error, `quota_exceeded: storage_bytes: ${used} of 0 used. ${TODO}`)
})

test('the operator sees what each account has', async () => {
  const gus = await service.owner('Gus')
  const boat = await makeBoat(client, gus)
  await postPicture(client, boat.device, { label: 'Cockpit' })
  const { accounts } = await client.ok(contract.listAccounts, operator.session, { query: { search: gus.email } })
  const [{ vessels, access_keys, connections, photos, storage_bytes }] = accounts
  assert.deepEqual(
    { vessels, access_keys, connections, photos },
    { vessels: 1, access_keys: 1, connections: 1, photos: 0 },
  )
  assert.equal(storage_bytes, (await use(gus)).storage_bytes.used)
})
