import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as contract from '@binnacle/contract'
import { until } from '../../../../../scripts/until.ts'
import { stopConnectionsOfExpiredKeys } from '../../connections/stop-expired.ts'
import { makeBoat } from '../../testing/accounts/boat.ts'
import type { Owner } from '../../testing/client.ts'
import { startService } from '../../testing/service.ts'
import { connect, EXPECT, parseAnswer, postHead } from '../../testing/socket.ts'

const service = await startService({ TELEMETRY_GAP_MS: '0' })
const { client, owner } = service
const { db } = service.database
const DAY_MS = 86_400_000
const password = 'correct horse battery'

const make = (who: Owner, body: object = {}) =>
  client.call(contract.createAccessKey, who.session, { body: { name: 'key', ...body } })

/** As if the session had begun so long ago. */
async function age(who: Owner, minutes: number) {
  const { account } = await client.ok(contract.getMe, who.session)
  const at = new Date(Date.now() - minutes * 60_000)
  await db.updateTable('session').set({ created_at: at, confirmed_at: at }).where('owner_id', '=', account.id).execute()
}

/** What a device with this key is told. */
async function send(key: { key: string }) {
  const reading = { metric: 'battery_voltage', value: 12.6, unit: 'V' }
  const { status, body } = await client.call(contract.postTelemetry, key, { body: { readings: [reading] } })
  return body.error ?? status
}

/** A connection that was created with an access key. */
async function connectWithKey(who: Owner, key: { key: string }, provider = 'generic-http') {
  const { vessel } = await client.ok(contract.createVessel, who.session, {
    body: { name: 'Vega', vessel_type: 'sailboat' },
  })
  const made = await client.ok(contract.createConnection, key, { params: { id: vessel.id }, body: { provider } })
  return { id: made.connection.id, key: { key: made.ingest_key } }
}

test('a key is made only shortly after a sign-in, or after the password was given again', async () => {
  const ada = await owner('Ada')
  await age(ada, 16)
  assert.equal((await make(ada)).body.error, 'fresh_session_required')
  const confirm = (word: string) => client.call(contract.confirmSession, ada.session, { body: { password: word } })
  assert.equal((await confirm('wrong horse battery')).body.error, 'wrong_password')
  assert.equal((await make(ada)).body.error, 'fresh_session_required')
  assert.equal((await confirm(password)).status, 200)
  assert.equal((await make(ada)).status, 201)
  await age(ada, 14)
  assert.equal((await make(ada)).status, 201)
})

test('a key expires in a year unless never is asked for', async () => {
  const bea = await owner('Bea')
  const { access_key } = (await make(bea)).body
  const days = (Date.parse(access_key.expires_at) - Date.parse(access_key.created_at)) / DAY_MS
  assert.equal(Math.round(days), 365)
  assert.equal((await make(bea, { expires_at: null })).body.access_key.expires_at, null)
})

test('what a key connected stops with it, and is refused, not deleted; what the owner connected goes on', async () => {
  const cyd = await owner('Cyd')
  const boat = await makeBoat(client, cyd)
  const { access_key, key } = (await make(cyd)).body
  const mine = await connectWithKey(cyd, { key })
  assert.equal(await send(mine.key), 202)
  await client.ok(contract.deleteAccessKey, cyd.session, { params: { id: access_key.id } })
  assert.equal(await send(mine.key), 'connection_disabled')
  assert.equal(await send(boat.device), 202)
  const { events } = await client.ok(contract.listActivity, cyd.session)
  assert.deepEqual([events[0].kind, events[0].detail.vessel], ['connection_stopped', 'Vega'])
  await client.ok(contract.changeConnection, cyd.session, { params: { id: mine.id }, body: { enabled: true } })
  assert.equal(await send(mine.key), 202, 'the owner takes it over')
})

test('a key that is revoked while its request is read connects nothing', async () => {
  const fin = await owner('Fin')
  const { vessel } = await client.ok(contract.createVessel, fin.session, {
    body: { name: 'Vega', vessel_type: 'sailboat' },
  })
  const { access_key, key } = (await make(fin)).body
  const body = JSON.stringify({ provider: 'generic-http' })
  const { socket, heard } = await connect(service.baseUrl)
  socket.write(postHead(`/v1/vessels/${vessel.id}/connections`, key, body.length, EXPECT))
  await until(() => heard().includes('100 Continue'), 'the request is under way')
  await client.ok(contract.deleteAccessKey, fin.session, { params: { id: access_key.id } })
  socket.write(body)
  await until(() => parseAnswer(heard()).text, 'the answer')
  assert.deepEqual([parseAnswer(heard()).status, JSON.parse(parseAnswer(heard()).text).error], [401, 'unauthorized'])
  socket.destroy()
  const { connections } = await client.ok(contract.listConnections, fin.session, { params: { id: vessel.id } })
  assert.deepEqual(connections, [])
})

test('a connection whose key was replaced in the app is the owner’s, whatever becomes of the access key', async () => {
  const dan = await owner('Dan')
  const { access_key, key } = (await make(dan)).body
  const { id } = await connectWithKey(dan, { key })
  const rotated = await client.ok(contract.rotateConnectionKey, dan.session, { params: { id } })
  await client.ok(contract.deleteAccessKey, dan.session, { params: { id: access_key.id } })
  assert.equal(await send({ key: rotated.ingest_key }), 202)
})

test('what an expired key connected stops with the next clean-up', async () => {
  const eve = await owner('Eve')
  const { access_key, key } = (await make(eve)).body
  const connected = await connectWithKey(eve, { key })
  await stopConnectionsOfExpiredKeys(db, new Date())
  assert.equal(await send(connected.key), 202)
  await stopConnectionsOfExpiredKeys(db, new Date(Date.parse(access_key.expires_at)))
  assert.equal(await send(connected.key), 'connection_disabled')
})

test('all keys are revoked at once, those of others are not', async () => {
  const [fay, gus] = [await owner('Fay'), await owner('Gus')]
  await make(fay)
  await client.ok(contract.deleteAccessKeys, fay.session)
  assert.deepEqual((await client.ok(contract.listAccessKeys, fay.session)).access_keys, [])
  assert.equal((await client.call(contract.listVessels, fay.key)).status, 401)
  assert.equal((await client.call(contract.listVessels, gus.key)).status, 200)
})
