import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import * as contract from '@binnacle/contract'
import { ROUTES, type Route } from '@binnacle/contract'
import { makeBoat } from '../testing/accounts/boat.ts'
import { type Ids, makeOneOfEach } from '../testing/accounts/one-of-each.ts'
import type { Answer, Credential, Owner } from '../testing/client.ts'
import { picture, postPicture } from '../testing/picture.ts'
import { startService } from '../testing/service.ts'

/**
 * bad-input 12: another owner's id, an id that never was and one that is gone get byte-identical answers, on every route. The
 * matrix is made from the contract: a new route with an id needs a row in BODIES, or the first test fails.
 */
const service = await startService({ FRAME_GAP_MS: '0', TELEMETRY_GAP_MS: '0' })
const { client } = service
const [ada, bob] = [await service.owner('Ada'), await service.owner('Bob')]

const PHOTO = (await picture()).toString('base64')

/** A body that is right in itself for each route whose path has an id; null for those without a body. */
const BODIES: Record<string, unknown> = {
  getVessel: null,
  getVesselOverview: null,
  changeVessel: { name: 'Stolen' },
  deleteVessel: null,
  getDueFeed: null,
  getLogbook: null,
  listInspections: null,
  getInspection: null,
  logService: { title: 'Oil' },
  logEngineHours: { hours: 2_000_000 },
  listTasks: null,
  createTask: { title: 'Oil', interval_days: 365 },
  changeTask: { title: 'Oil' },
  deleteTask: null,
  getDueForecast: null,
  addHours: { hours: 2_000_000 },
  logServices: { services: [{ title: 'Oil' }] },
  addTasks: { tasks: [{ title: 'Zinc', interval_days: 365 }] },
  getLog: null,
  exportLog: null,
  getLogCosts: null,
  getHours: null,
  changeService: { title: 'Stolen' },
  deleteService: null,
  changeHours: { hours: 2_000_000 },
  deleteHours: null,
  startInspection: {},
  changeInspectionItem: { verdict: 'operational' },
  completeInspection: {},
  overviewInspections: null,
  walkInspection: null,
  deleteInspection: null,
  addInspectionPhoto: { image_base64: PHOTO },
  deleteInspectionPhoto: null,
  listAlarms: null,
  acknowledgeAlarm: null,
  silenceAlarm: {},
  endSilence: null,
  listAlarmRules: null,
  createAlarmRule: { kind: 'below', metric: 'depth', limit: 2 },
  changeAlarmRule: { limit: 2 },
  deleteAlarmRule: null,
  changeChannel: { name: 'Mine' },
  deleteChannel: null,
  testChannel: null,
  sendAgain: null,
  verifyChannel: { code: 'x' },
  readTelemetry: null,
  exportTelemetryCsv: null,
  exportTelemetryNdjson: null,
  readVesselLatest: null,
  listSeries: null,
  readVesselRange: null,
  readLatest: null,
  readRange: null,
  readEvents: null,
  readTrack: null,
  getRetention: null,
  changeRetention: { keep_days: 366 },
  overviewConnections: null,
  listConnections: null,
  createConnection: { provider: 'generic-http' },
  deleteConnection: null,
  changeConnection: { enabled: false },
  rotateConnectionKey: null,
  overviewCameras: null,
  pageFrames: null,
  deleteFrame: null,
  listCameras: null,
  listFrames: null,
  requestCheckIn: null,
  changeCamera: { label: 'Mine' },
  deleteCamera: null,
  getShare: null,
  putShare: { toggles: {} },
  deleteShare: null,
  getVesselCalendar: null,
  makeVesselCalendar: null,
  deleteVesselCalendar: null,
  deleteAccessKey: null,
  renamePasskey: { name: 'Mine' },
  deletePasskey: null,
  deleteSession: null,
}

const RANGE = { from: '2026-05-14T00:00:00Z', to: '2026-05-15T00:00:00Z' }

/** A query that is right in itself for each route that needs one. */
const QUERIES: Record<string, Record<string, string>> = {
  readRange: { metric: 'depth', ...RANGE },
  readVesselRange: { metric: 'depth', ...RANGE },
  readEvents: RANGE,
  readTrack: RANGE,
}

/** One of each, and then gone with their vessel or by themselves. */
async function makeAndRemove(owner: Owner): Promise<Ids> {
  const { ids } = await makeOneOfEach(client, owner, service.config.baseUrl)
  await client.ok(contract.deleteAccessKey, owner.session, { params: { id: ids.access_key } })
  await client.ok(contract.deletePasskey, owner.session, { params: { id: ids.passkey } })
  await client.ok(contract.deleteChannel, owner.session, { params: { id: ids.channel } })
  await client.ok(contract.deleteSession, owner.session, { params: { id: ids.session } })
  await client.ok(contract.deleteVessel, owner.session, { params: { id: ids.vessel } })
  return ids
}

const { ids: foreign } = await makeOneOfEach(client, bob, service.config.baseUrl)
const revoked = await makeAndRemove(ada)

const withId = ROUTES.filter((route) => route.resource !== null)

test('every route with an id has a row in the matrix, and no row is left over', () => {
  assert.deepEqual(Object.keys(BODIES).sort(), withId.map((route) => route.id).sort())
})

/** What may differ between two requests whatever they ask for. */
const PASSING = new Set(['date', 'ratelimit'])

const bytes = (answer: Answer) => ({
  status: answer.status,
  text: answer.text,
  headers: [...answer.headers].filter(([name]) => !PASSING.has(name)),
})

const send = (route: Route, who: Credential, id: string) => {
  const body = BODIES[route.id]
  const query = QUERIES[route.id]
  return client.call(route, who, { params: { id }, ...(query && { query }), ...(body !== null && { body }) })
}

for (const route of withId) {
  const callers: [string, Credential][] =
    route.auth === 'owner'
      ? [
          ['key', ada.key],
          ['session', ada.session],
        ]
      : [['session', ada.session]]
  for (const [kind, who] of callers)
    test(`${route.method} ${route.path} by ${kind}: foreign, missing and revoked are one 404`, async () => {
      const missing = bytes(await send(route, who, randomUUID()))
      assert.deepEqual([missing.status, missing.text], [404, '{"error":"not_found"}'])
      for (const id of [foreign[route.resource!], revoked[route.resource!], foreign[route.resource!].toUpperCase()])
        assert.deepEqual(bytes(await send(route, who, id)), missing)
    })
}

test('what a route refused to a stranger it does for the owner: the matrix can fail', async () => {
  for (const route of withId.filter((r) => r.method === 'GET')) {
    const answer = await send(route, bob.session, foreign[route.resource!])
    assert.equal(answer.status, 200, route.id)
  }
  const { vessel } = await client.ok(contract.getVessel, bob.key, { params: { id: foreign.vessel } })
  assert.deepEqual([vessel.name, vessel.engine_hours], ['Aurora', 0], 'and nothing of the stranger’s requests was done')
})

test('ids inside bodies: a foreign and a missing one are one 404, and nothing is written', async () => {
  const own = await makeBoat(client, ada)
  const rows: [Route, Record<string, string>, (id: string) => unknown, string][] = [
    [contract.logService, { id: own.id }, (task_id) => ({ title: 'Oil', task_id }), foreign.task],
    [contract.requestBrand, {}, (vessel_id) => ({ system_name: 'VC20', vessel_id }), foreign.vessel],
  ]
  for (const [route, params, body, id] of rows) {
    const answers = []
    for (const asked of [randomUUID(), id])
      answers.push(bytes(await client.call(route, ada.key, { params, body: body(asked) })))
    assert.equal(answers[0]!.status, 404, route.id)
    assert.deepEqual(answers[0], answers[1])
  }
  const { service_logs } = await client.ok(contract.getLogbook, ada.key, { params: { id: own.id } })
  assert.deepEqual(service_logs, [])
  const pictures = []
  for (const camera_id of [randomUUID(), foreign.camera])
    pictures.push(bytes(await postPicture(client, own.device, { camera_id })))
  assert.equal(pictures[0]!.status, 404)
  assert.deepEqual(pictures[0], pictures[1])
})
