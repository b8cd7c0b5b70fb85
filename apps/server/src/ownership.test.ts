import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import * as contract from '@binnacle/contract'
import { type Resource, ROUTES, type Route } from '@binnacle/contract'
import { makeBoat } from './testing/boat.ts'
import type { Answer, Credential, Owner } from './testing/client.ts'
import { postPicture } from './testing/picture.ts'
import { startService } from './testing/service.ts'

/**
 * bad-input 12: another owner's id, an id that never was and one that is gone get byte-identical answers, on every route. The
 * matrix is made from the contract: a new route with an id needs a row in BODIES, or the first test fails.
 */
const service = await startService({ FRAME_GAP_MS: '0', TELEMETRY_GAP_MS: '0' })
const { client } = service
const [ada, bob] = [await service.owner('Ada'), await service.owner('Bob')]

/** A body that is right in itself for each route whose path has an id; null for those without a body. */
const BODIES: Record<string, unknown> = {
  getVessel: null,
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
  startInspection: {},
  changeInspectionItem: { verdict: 'operational' },
  completeInspection: {},
  readTelemetry: null,
  listConnections: null,
  createConnection: { provider: 'generic-http' },
  deleteConnection: null,
  changeConnection: { enabled: false },
  rotateConnectionKey: null,
  listCameras: null,
  listFrames: null,
  requestCheckIn: null,
  changeCamera: { label: 'Mine' },
  deleteCamera: null,
  getShare: null,
  putShare: { toggles: {} },
  deleteShare: null,
  deleteAccessKey: null,
}

type Ids = Record<Resource, string>

/** One of each resource, all of the one owner. */
async function makeOneOfEach(owner: Owner): Promise<Ids> {
  const boat = await makeBoat(client, owner)
  const of = { params: { id: boat.id } }
  const { task } = await client.ok(contract.createTask, owner.session, {
    ...of,
    body: { title: 'Oil', interval_days: 365 },
  })
  const { inspection, items } = await client.ok(contract.startInspection, owner.session, { ...of, body: {} })
  const { body } = await postPicture(client, boat.box, { label: 'Cockpit' })
  await client.ok(contract.putShare, owner.session, { ...of, body: {} })
  const { access_key } = await client.ok(contract.createAccessKey, owner.session, { body: { name: 'matrix' } })
  return {
    vessel: boat.id,
    connection: boat.connectionId,
    camera: body.camera_id,
    inspection: inspection.id,
    inspection_item: items[0].id,
    task: task.id,
    access_key: access_key.id,
  }
}

/** The same, and then gone with their vessel or by themselves. */
async function makeAndRemove(owner: Owner): Promise<Ids> {
  const ids = await makeOneOfEach(owner)
  await client.ok(contract.deleteAccessKey, owner.session, { params: { id: ids.access_key } })
  await client.ok(contract.deleteVessel, owner.session, { params: { id: ids.vessel } })
  return ids
}

const foreign = await makeOneOfEach(bob)
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
  return client.call(route, who, { params: { id }, ...(body !== null && { body }) })
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
  assert.deepEqual(
    [vessel.name, vessel.engine_hours],
    ['Aurora', null],
    'and nothing of the stranger’s requests was done',
  )
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
    pictures.push(bytes(await postPicture(client, own.box, { camera_id })))
  assert.equal(pictures[0]!.status, 404)
  assert.deepEqual(pictures[0], pictures[1])
})
