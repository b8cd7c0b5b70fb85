import assert from 'node:assert/strict'
import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { test } from 'node:test'
import * as contract from '@binnacle/contract'
import { sql } from 'kysely'
import { hashKey } from '../http/values/key.ts'
import type { Owner } from '../testing/client.ts'
import { untilWaiting } from '../testing/database.ts'
import { startService } from '../testing/service.ts'
import { seedProviders } from './providers/sql.ts'
import { noteDeviceError } from './sql.ts'

const service = await startService()
const { client } = service
const { db } = service.database

const fields = { summary: '', covers: [], install_notes: null, docs_url: null }
await seedProviders(db, [
  { ...fields, slug: 'test_push', name: 'Push', direction: 'push', status: 'planned' },
  { ...fields, slug: 'test_pull', name: 'Pull', direction: 'pull', status: 'live' },
  { ...fields, slug: 'test_gone', name: 'Gone', direction: 'push', status: 'unavailable' },
])

const ada = await service.owner('Ada')
const bob = await service.owner('Bob')
const accountId = async (owner: Owner): Promise<string> => (await client.ok(contract.getMe, owner.session)).account.id

async function vesselOf(owner: Owner): Promise<string> {
  const vessel = { id: randomUUIDv7(), owner_id: await accountId(owner), name: 'Windrose' }
  await db
    .insertInto('vessel')
    .values({ ...vessel, vessel_type: 'sailboat' })
    .execute()
  return vessel.id
}

const connect = (vesselId: string, body: unknown, owner = ada) =>
  client.call(contract.createConnection, owner.key, { params: { id: vesselId }, body })

/** A new connection of Ada's, and its key. */
async function connected() {
  const vessel = await vesselOf(ada)
  const { connection, ingest_key: key } = (await connect(vessel, { provider: 'test_push', config: { note: 1 } })).body
  return { vessel, id: connection.id as string, key: key as string }
}

/** What an onboard device with this key is told about an empty batch: 400 when it is let in. */
const deviceStatus = async (key: string) =>
  (await client.call(contract.postTelemetry, { key }, { body: { readings: [] } })).status

const list = async (vesselId: string) =>
  (await client.ok(contract.listConnections, ada.key, { params: { id: vesselId } })).connections

const error = (answer: { status: number; body: { error: string } }) => [answer.status, answer.body.error.split(':')[0]]

test('a connection is made for a push provider; its key is shown once and lets the onboard device in', async () => {
  const vessel = await vesselOf(ada)
  const made = await connect(vessel, { provider: 'test_push', label: 'Chart table', config: { host: '10.0.0.1' } })
  assert.equal(made.status, 201)
  const { connection, ingest_key } = made.body
  assert.match(ingest_key, /^ct_[0-9A-Za-z]{49}$/)
  assert.equal(connection.ingest_key_prefix, ingest_key.slice(0, 9))
  assert.deepEqual(
    [connection.provider, connection.label, connection.config, connection.enabled, connection.last_seen_at],
    ['test_push', 'Chart table', { host: '10.0.0.1' }, true, null],
  )
  assert.deepEqual(await list(vessel), [connection])
  const { rows } = await sql<{ text: string }>`select connection::text as text from connection`.execute(db)
  assert.deepEqual([rows.length, rows.some(({ text }) => text.includes(ingest_key))], [1, false])
  assert.equal(await deviceStatus(ingest_key), 400)
})

test('12 connections of another owner are not there, to read, make, change or remove', async () => {
  const { vessel, id, key } = await connected()
  for (const [route, params, body] of [
    [contract.listConnections, { id: vessel }, undefined],
    [contract.createConnection, { id: vessel }, { provider: 'test_push' }],
    [contract.deleteConnection, { id }, undefined],
    [contract.changeConnection, { id }, { enabled: false }],
    [contract.rotateConnectionKey, { id }, undefined],
  ] as const) {
    const who = route.auth === 'session' ? bob.session : bob.key
    const theirs = await client.call(route, who, { params, body })
    const unknown = await client.call(route, who, { params: { id: randomUUID() }, body })
    assert.deepEqual([theirs.status, theirs.text], [404, unknown.text], route.id)
  }
  assert.equal(await deviceStatus(key), 400)
})

test('31 a config with a secret is refused, when it is made and when it is changed, and nothing is stored', async () => {
  const vessel = await vesselOf(ada)
  const config = { camera: [{ login: { pass_phrase: 'hunter2' } }] }
  assert.deepEqual(error(await connect(vessel, { provider: 'test_push', config })), [400, 'credentials_not_accepted'])
  assert.deepEqual(await list(vessel), [])
  const made = await connected()
  const changed = await client.call(contract.changeConnection, ada.session, { params: made, body: { config } })
  assert.deepEqual(error(changed), [400, 'credentials_not_accepted'])
  assert.deepEqual((await list(made.vessel))[0].config, { note: 1 })
})

test('32 a config over 16 KB of JSON, nested too deep, or with numbers that JSON cannot keep: 400', async () => {
  const vessel = await vesselOf(ada)
  const sized = (bytes: number) => ({ note: 'é'.repeat((bytes - 11) / 2) })
  assert.equal(Buffer.byteLength(JSON.stringify(sized(16_385))), 16_385)
  let deep: unknown = 1
  for (let i = 0; i < 33; i++) deep = { deep }
  for (const config of [sized(16_385), deep, { n: 2 ** 53 }, [], 'text'])
    assert.deepEqual(error(await connect(vessel, { provider: 'test_push', config })), [400, 'invalid_request'])
  const infinite = await connect(vessel, '{"provider": "test_push", "config": {"a": [1e400]}}')
  assert.deepEqual(error(infinite), [400, 'invalid_request'])
  assert.equal((await connect(vessel, { provider: 'test_push', config: sized(16_383) })).status, 201)
})

test('32 the same provider twice at once: one 201, one 409 already_connected', async () => {
  const vessel = await vesselOf(ada)
  const answers = await Promise.all([1, 2, 3].map(() => connect(vessel, { provider: 'test_push' })))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409, 409])
  assert.deepEqual(error(answers.find(({ status }) => status === 409)!), [409, 'already_connected'])
  assert.equal((await list(vessel)).length, 1)
})

test('33 only push providers, and none that is unavailable: 422 for others, 400 for one that is not in the catalogue', async () => {
  const vessel = await vesselOf(ada)
  const codes = []
  for (const provider of ['test_pull', 'test_gone', 'nobody']) codes.push(error(await connect(vessel, { provider })))
  assert.deepEqual(codes, [
    [422, 'provider_not_connectable'],
    [422, 'provider_not_connectable'],
    [400, 'unknown_provider'],
  ])
})

test('POST connections answers the first that applies of 400, 404, provider, credentials, 409', async () => {
  const { vessel } = await connected()
  const secret = { config: { pin: 1 } }
  assert.deepEqual(error(await connect(randomUUID(), { provider: 5 })), [400, 'invalid_request'])
  assert.deepEqual(error(await connect(randomUUID(), { provider: 'nobody' })), [404, 'not_found'])
  assert.deepEqual(error(await connect(vessel, { provider: 'nobody', ...secret })), [400, 'unknown_provider'])
  assert.deepEqual(error(await connect(vessel, { provider: 'test_push', ...secret })), [
    400,
    'credentials_not_accepted',
  ])
  assert.deepEqual(error(await connect(vessel, { provider: 'test_push' })), [409, 'already_connected'])
})

test('18 fields of a body that name an owner, a vessel or an id never bind', async () => {
  const vessel = await vesselOf(ada)
  const other = await vesselOf(bob)
  const id = randomUUID()
  const made = await connect(vessel, { provider: 'test_push', id, vessel_id: other, key_hash: 'x', enabled: false })
  assert.deepEqual([made.body.connection.id === id, made.body.connection.enabled], [false, true])
  assert.equal((await list(vessel)).length, 1)
})

test('33 removing a connection stops its key at once; a second DELETE is 404, and the provider is free again', async () => {
  const { vessel, id, key } = await connected()
  assert.deepEqual(await client.ok(contract.deleteConnection, ada.key, { params: { id } }), { removed: true })
  assert.equal(await deviceStatus(key), 401)
  assert.deepEqual(error(await client.call(contract.deleteConnection, ada.key, { params: { id } })), [404, 'not_found'])
  assert.equal((await connect(vessel, { provider: 'test_push' })).status, 201)
})

test('39 DELETE with a JSON content type and an empty body is accepted', async () => {
  const { id } = await connected()
  const headers = { 'content-type': 'application/json' }
  assert.equal((await client.call(contract.deleteConnection, ada.key, { params: { id }, headers })).status, 200)
})

test('a rotated key stops at once and the new one works', async () => {
  const { vessel, id, key } = await connected()
  const rotated = await client.ok(contract.rotateConnectionKey, ada.session, { params: { id } })
  assert.deepEqual([await deviceStatus(key), await deviceStatus(rotated.ingest_key)], [401, 400])
  assert.equal((await list(vessel))[0].ingest_key_prefix, rotated.ingest_key.slice(0, 9))
})

test('20 a disabled onboard device gets 403 until it is enabled; a change leaves what it does not name', async () => {
  const { id, key } = await connected()
  const change = async (body: object) =>
    (await client.ok(contract.changeConnection, ada.session, { params: { id }, body })).connection
  assert.equal((await change({ enabled: false, label: 'Helm' })).enabled, false)
  assert.equal(await deviceStatus(key), 403)
  const now = await change({ enabled: true })
  assert.deepEqual([now.label, now.config, await deviceStatus(key)], ['Helm', { note: 1 }, 400])
  assert.equal((await change({ label: null })).label, null)
  assert.deepEqual((await change({ config: { b: 1, a: 2 } })).config, { b: 1, a: 2 })
  assert.deepEqual((await change({})).config, { b: 1, a: 2 })
})

test('why an onboard device was refused is kept for its owner, and only of that onboard device', async () => {
  const { vessel, key } = await connected()
  const other = await connected()
  await noteDeviceError(db, hashKey(key), 'too_many_readings')
  assert.equal((await list(vessel))[0].last_error, 'too_many_readings')
  assert.equal((await list(other.vessel))[0].last_error, null)
})

test('the catalogue is listed in its order, and interest in another system is registered', async () => {
  const { providers } = await client.ok(contract.listProviders, ada.key)
  const slugs = providers.map((p: contract.Provider) => p.slug).filter((slug: string) => slug.startsWith('test_'))
  assert.deepEqual(slugs, ['test_push', 'test_pull', 'test_gone'])
  const vessel = await vesselOf(ada)
  const ask = (body: object) => client.call(contract.requestBrand, ada.key, { body })
  const full = { system_name: 'Yanmar VC20', boat_make: 'Najad', note: 'gateway fitted', vessel_id: vessel }
  const made = await ask(full)
  const { id: _id, created_at: _at, ...stored } = made.body.brand_request
  assert.deepEqual([made.status, stored], [201, full])
  assert.equal((await ask({ system_name: 'VC' })).body.brand_request.vessel_id, null)
  for (const system_name of ['V', '  ']) assert.deepEqual(error(await ask({ system_name })), [400, 'invalid_request'])
  assert.deepEqual(error(await ask({ ...full, vessel_id: await vesselOf(bob) })), [404, 'not_found'])
})

test('a vessel that is deleted while its connection is made: 404, and nothing is left', async () => {
  const vessel = await vesselOf(ada)
  let made: ReturnType<typeof connect> | undefined
  await db.transaction().execute(async (tx) => {
    await tx.deleteFrom('vessel').where('id', '=', vessel).execute()
    made = connect(vessel, { provider: 'test_push' })
    // It finds the vessel, which is there until this ends, and waits for it.
    await untilWaiting(service.database, 1)
  })
  assert.deepEqual(error(await made!), [404, 'not_found'])
})
