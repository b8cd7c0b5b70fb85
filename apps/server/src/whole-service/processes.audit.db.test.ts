import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import * as contract from '@binnacle/contract'
import { sql } from 'kysely'
import { until } from '../../../../scripts/until.ts'
import type { Boat } from '../testing/accounts/boats.ts'
import { type Answer, Client } from '../testing/client.ts'
import { emptyDatabase, testServerUrl } from '../testing/database.ts'
import { postPicture } from '../testing/picture.ts'
import {
  launchService,
  type ServiceProcess,
  startProcess,
  startTestProcess,
  type TestProcess,
} from '../testing/process.ts'
import { connect, EXPECT, parseAnswer, postHead } from '../testing/socket.ts'

/** The embedded database serves one process; the runner fails in CI where there is no PostgreSQL. */
const skip = testServerUrl
  ? false
  : 'needs PostgreSQL: npm test starts one for its second half, or set TEST_DATABASE_URL'

const ROUNDS = 100

/** Of what decodes pictures. */
const PICTURE_ROUNDS = 20

let place: TestProcess
let second: ServiceProcess
let a: Client
let b: Client
if (testServerUrl) {
  // So long that two requests at once are never apart by more, on however busy a machine.
  const gaps = { TELEMETRY_GAP_MS: '60000', FRAME_GAP_MS: '60000' }
  place = await startTestProcess({ RATE_LIMIT_PER_MINUTE: '1000000', ...gaps }, 7 * ROUNDS)
  second = await startProcess(place.env)
  after(() => second.kill())
  a = new Client(place.service.url)
  b = new Client(second.url)
}

describe('two service processes on one database', { skip }, () => {
  /** A boat that no other round has used. */
  const nextBoat = () => place.boats.pop()!
  const db = () => place.test.database.db

  const post = (client: Client, boat: Boat, value: number, headers: Record<string, string> = {}) =>
    client.call(
      contract.postTelemetry,
      { key: boat.deviceKey },
      { body: { readings: [{ metric: 'depth', value }] }, headers },
    )

  const frame = (client: Client, boat: Boat, label: string) => postPicture(client, { key: boat.deviceKey }, { label })

  /** The status of each answer, and the errors, in the alphabet's order. */
  const outcomes = (answers: Answer[]) =>
    answers.map(({ status, body }) => `${status} ${body.error ?? ''}`.trim()).sort()

  async function stored(boat: Boat): Promise<number[]> {
    const { rows } = await sql<{ value: string }>`select value from reading where vessel_id = ${boat.vesselId}`.execute(
      db(),
    )
    return rows.map(({ value }) => Number(value))
  }

  test('the same batch to both at once is stored once, and both get the same answer (bad-input 27)', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const boat = nextBoat()
      const headers = { 'idempotency-key': `batch-${round}` }
      const answers = await Promise.all([a, b, a, b].map((client) => post(client, boat, round, headers)))
      assert.deepEqual(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size, 1, answers[0]!.text)
      assert.equal(answers[0]!.status, 202)
      assert.deepEqual(await stored(boat), [round])
    }
  })

  test('two batches of one onboard device at once: one 202, one 429 with Retry-After (bad-input 21)', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const boat = nextBoat()
      const answers = await Promise.all([post(a, boat, 1), post(b, boat, 2)])
      const refused = answers.find(({ status }) => status !== 202)
      assert.deepEqual(answers.map(({ status }) => status).sort(), [202, 429])
      assert.equal(refused!.body.error, 'too_frequent')
      const seconds = Number(refused!.headers.get('retry-after'))
      // Never one more, also where the refused one arrived a moment before the other.
      assert.ok(seconds >= 1 && seconds <= 60, `Retry-After: ${seconds}`)
      assert.deepEqual(await stored(boat), [answers[0]!.status === 202 ? 1 : 2])
    }
  })

  test('two posts of hours at once: the meter ends at the higher one (bad-input 14)', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { vesselId: id, ownerKey: key } = nextBoat()
      const hours = (client: Client, value: number) =>
        client.call(contract.logEngineHours, { key }, { params: { id }, body: { hours: value } })
      const [low, high] = await Promise.all(round % 2 ? [hours(a, 41), hours(b, 42)] : [hours(b, 41), hours(a, 42)])
      assert.equal(high.status, 201)
      assert.ok(low.status === 201 || low.body.error === 'hours_below_current', low.text)
      const { vessel } = await a.ok(contract.getVessel, { key }, { params: { id } })
      assert.equal(vessel.engine_hours, 42)
      const { engine_hour_logs: logs } = await b.ok(contract.getLogbook, { key }, { params: { id } })
      assert.deepEqual(logs.map((log: { hours: number }) => log.hours).sort(), low.status === 201 ? [41, 42] : [42])
    }
  })

  test('a key that is revoked, rotated or removed on one is refused at once on the other (bad-input 3)', async () => {
    const owner = await a.signUp()
    for (let round = 0; round < 25; round++) {
      const made = await a.ok(contract.createAccessKey, owner.session, { body: { name: 'x' } })
      const who = { key: made.key as string }
      assert.equal((await b.call(contract.listVessels, who)).status, 200)
      await a.ok(contract.deleteAccessKey, owner.session, { params: { id: made.access_key.id } })
      assert.equal((await b.call(contract.listVessels, who)).status, 401)

      const { vessel } = await a.ok(contract.createVessel, owner.session, { body: { name: 'V', vessel_type: 'rib' } })
      const { connection, ingest_key } = await a.ok(contract.createConnection, owner.key, {
        params: { id: vessel.id },
        body: { provider: 'generic-http' },
      })
      const boat = { deviceKey: ingest_key } as Boat
      assert.equal((await post(b, boat, 1)).status, 202)
      const params = { id: connection.id }
      const rotated = await a.ok(contract.rotateConnectionKey, owner.session, { params })
      assert.equal((await post(b, boat, 2)).status, 401)
      assert.equal((await post(b, { deviceKey: rotated.ingest_key } as Boat, 3)).status, 429)
      await a.ok(contract.deleteConnection, owner.key, { params })
      assert.equal((await post(b, { deviceKey: rotated.ingest_key } as Boat, 4)).status, 401)
    }
  })

  test('a connection that is removed while its request is under way: 202 and stored, or 401 and nothing (bad-input 28)', async () => {
    const seen: number[] = []
    // Who was quicker begins so much later the next time, so that the two meet, whichever the machine makes the slower one.
    let removalLaterMs = 0
    for (let round = 0; round < 2 * ROUNDS; round++) {
      const boat = nextBoat()
      const [removed, answer] = await Promise.all([
        wait(Math.max(0, removalLaterMs) + Math.random() * 4).then(() =>
          a.call(contract.deleteConnection, { key: boat.ownerKey }, { params: { id: boat.connectionId } }),
        ),
        wait(Math.max(0, -removalLaterMs) + Math.random() * 4).then(() => post(b, boat, 7)),
      ])
      removalLaterMs += answer.status === 202 ? -1 : 1
      assert.equal(removed.status, 200)
      assert.deepEqual(await stored(boat), answer.status === 202 ? [7] : [], answer.text)
      assert.ok(answer.status === 202 || answer.body.error === 'invalid_connection_key', answer.text)
      seen.push(answer.status)
    }
    assert.deepEqual(new Set(seen), new Set([202, 401]), 'only one of the two outcomes was met')
  })

  test('a connection that is removed while its body is arriving: 401 and nothing', async () => {
    const boat = nextBoat()
    const body = '{"readings":[{"metric":"depth","value":7}]}'
    const { socket, heard } = await connect(second.url)
    socket.write(postHead('/v1/telemetry', boat.deviceKey, body.length, EXPECT))
    await until(() => heard().includes('100 Continue'), 'that its body is wanted')
    socket.write(body.slice(0, 20))
    await a.ok(contract.deleteConnection, { key: boat.ownerKey }, { params: { id: boat.connectionId } })
    socket.write(body.slice(20))
    await until(() => heard().includes('}'), 'the answer')
    assert.equal(parseAnswer(heard()).status, 401)
    assert.deepEqual(await stored(boat), [])
    socket.destroy()
  })

  test('new cameras at once where there is room for one: one 202, the others 422 (bad-input 36)', async () => {
    for (let round = 0; round < PICTURE_ROUNDS; round++) {
      const boat = nextBoat()
      for (const label of ['bow', 'stern', 'helm']) assert.equal((await frame(a, boat, label)).status, 202)
      const labels = ['saloon', 'engine', 'mast', 'galley', 'deck', 'berth']
      const answers = await Promise.all(labels.map((label, i) => frame(i % 2 ? a : b, boat, label)))
      const refused = answers.filter(({ status }) => status !== 202)
      assert.deepEqual(
        refused.map(({ body }) => body.error),
        Array(labels.length - 1).fill('camera_limit'),
      )
      const { cameras } = await a.ok(contract.listCameras, { key: boat.ownerKey }, { params: { id: boat.vesselId } })
      assert.equal(cameras.length, 4)
    }
  })

  test('two frames of one camera at once: one 202, one 429 with Retry-After, and one is kept (bad-input 21)', async () => {
    for (let round = 0; round < PICTURE_ROUNDS; round++) {
      const boat = nextBoat()
      const answers = await Promise.all([a, b].map((client) => frame(client, boat, 'bow')))
      assert.deepEqual(outcomes(answers), ['202', '429 too_frequent'])
      const seconds = Number(answers.find(({ status }) => status === 429)!.headers.get('retry-after'))
      assert.ok(seconds >= 1 && seconds <= 60, `Retry-After: ${seconds}`)
      const { cameras } = await b.ok(contract.listCameras, { key: boat.ownerKey }, { params: { id: boat.vesselId } })
      const params = { id: cameras[0].id }
      assert.equal((await a.ok(contract.listFrames, { key: boat.ownerKey }, { params })).frames.length, 1)
    }
  })

  test('check-ins at once are one, and of two frames at once one answers it (bad-input 38)', async () => {
    for (let round = 0; round < PICTURE_ROUNDS; round++) {
      const boat = nextBoat()
      const [owner, device] = [{ key: boat.ownerKey }, { key: boat.deviceKey }]
      const { camera_id: id } = (await frame(a, boat, 'bow')).body
      const ask = (client: Client) => client.ok(contract.requestCheckIn, owner, { params: { id } })
      const asked = await Promise.all([a, b, a, b].map(ask))
      const ids = new Set(asked.map(({ request }) => request.id))
      assert.equal(ids.size, 1)
      for (const client of [a, b]) {
        const { requests } = await client.ok(contract.listPendingCheckIns, device)
        assert.deepEqual(new Set(requests.map((request: { id: string }) => request.id)), ids)
      }
      const answers = await Promise.all([a, b].map((client) => frame(client, boat, 'bow')))
      assert.deepEqual(outcomes(answers), ['202', '429 too_frequent'])
      assert.equal(answers.find(({ status }) => status === 202)!.body.answered_check_in, true)
      for (const client of [a, b])
        assert.deepEqual((await client.ok(contract.listPendingCheckIns, device)).requests, [])
    }
  })

  test('connections to one provider at once: one 201, the others 409', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { vesselId: id, ownerKey: key } = nextBoat()
      const make = (client: Client) =>
        client.call(contract.createConnection, { key }, { params: { id }, body: { provider: 'signalk' } })
      const answers = await Promise.all([a, b, a, b].map(make))
      assert.deepEqual(outcomes(answers), ['201', ...Array(3).fill('409 already_connected')])
      const { connections } = await b.ok(contract.listConnections, { key }, { params: { id } })
      assert.equal(connections.filter(({ provider }: { provider: string }) => provider === 'signalk').length, 1)
    }
  })

  test('a session that was opened on one is known to the other', async () => {
    const owner = await a.signUp()
    assert.equal((await b.ok(contract.getMe, owner.session)).account.email, owner.email)
  })
})

test('processes that start at once on an empty database all become ready, with one secret', { skip }, async () => {
  for (let round = 0; round < 3; round++) {
    const { url, drop } = await emptyDatabase()
    const dataDir = await mkdtemp(join(tmpdir(), 'binnacle-together-'))
    const env = { DATA_DIR: dataDir, DATABASE_URL: url }
    const started = [launchService(env), launchService(env), launchService(env)]
    try {
      const clients = (await Promise.all(started.map(({ ready }) => ready))).map((address) => new Client(address))
      const owner = await clients[0]!.signUp()
      for (const client of clients) await client.ok(contract.getMe, owner.session)
    } finally {
      await Promise.all(started.map((service) => service.kill()))
      await drop()
      await rm(dataDir, { recursive: true })
    }
  }
})
