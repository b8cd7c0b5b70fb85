import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as contract from '@binnacle/contract'
import { until } from '../../../../scripts/until.ts'
import { makeBoat } from '../testing/accounts/boat.ts'
import { awaited, lookOn } from '../testing/live.ts'
import { postPicture } from '../testing/picture.ts'
import { startService } from '../testing/service.ts'

const service = await startService({ TELEMETRY_GAP_MS: '0', FRAME_GAP_MS: '0' })
const { client, baseUrl } = service
const post = (device: { key: string }, metric = 'depth', value = 3) =>
  client.ok(contract.postTelemetry, device, { body: { readings: [{ metric, value }] } })

test('the stream says hello, and keeps proxies from holding it back', async () => {
  const owner = await service.owner()
  const onlooker = await lookOn(baseUrl, owner.session)
  const { headers } = onlooker
  assert.match(headers['content-type'] ?? '', /^text\/event-stream/)
  assert.equal(headers['x-accel-buffering'], 'no')
  assert.match(headers['cache-control'] ?? '', /no-store/)
  assert.equal(onlooker.heard(), 'retry: 3000\n\nevent: hello\ndata: {}\n\n')
  onlooker.leave()
})

test('each kind of change is told, with the topics to read again', async () => {
  const owner = await service.owner()
  const boat = await makeBoat(client, owner)
  const of = { params: { id: boat.id } }
  const onlooker = await lookOn(baseUrl, owner.session)
  const told = async (topic: contract.LiveTopic, change: () => Promise<unknown>) => {
    const telling = onlooker.toldOf(boat.id, topic)
    await change()
    await awaited(telling, topic)
  }
  const session = (route: contract.Route, id: string, body?: object) =>
    client.ok(route, owner.session, { params: { id }, ...(body && { body }) })

  await told('telemetry', () => post(boat.device))
  await told('connections', () => post(boat.device))
  await told('connections', () =>
    session(contract.changeConnection, boat.connectionId, { enabled: true, label: 'Box' }),
  )
  await told('due', () => post(boat.device, 'engine_hours', 12))
  await told('vessel', () => session(contract.changeVessel, boat.id, { name: 'Borealis' }))
  const { task } = await client.ok(contract.createTask, owner.session, {
    ...of,
    body: { title: 'Oil', interval_days: 9 },
  })
  await told('due', () => session(contract.changeTask, task.id, { title: 'Oil and filter' }))
  await told('due', () => session(contract.deleteTask, task.id))
  await told('logbook', () => client.ok(contract.logService, owner.key, { ...of, body: { title: 'Oil' } }))
  await told('logbook', () => client.ok(contract.logEngineHours, owner.key, { ...of, body: { hours: 12, litres: 40 } }))
  await told('inspections', () => session(contract.startInspection, boat.id, {}))
  const { inspections } = await client.ok(contract.listInspections, owner.key, of)
  const { items } = await session(contract.getInspection, inspections[0].id)
  await told('inspections', () => session(contract.changeInspectionItem, items[0].id, { verdict: 'attention' }))
  await told('inspections', () => session(contract.completeInspection, inspections[0].id, {}))
  await told('alarms', () => post(boat.device, 'bilge_water', 1))
  const { alarms } = await session(contract.listAlarms, boat.id)
  await told('alarms', () => session(contract.acknowledgeAlarm, alarms[0].id))
  await told('alarms', () => session(contract.silenceAlarm, alarms[0].id, {}))
  await told('alarms', () => session(contract.changeAlarmRule, alarms[0].rule_id, { severity: 'warning' }))
  await told('share', () => session(contract.putShare, boat.id, {}))
  await told('share', () => session(contract.deleteShare, boat.id))
  await told('cameras', () => postPicture(client, boat.device, { label: 'Cockpit' }))
  await told('cameras', () => postPicture(client, boat.device, { label: 'Cockpit' }))
  const { cameras } = await client.ok(contract.listCameras, owner.key, of)
  await told('cameras', () => session(contract.requestCheckIn, cameras[0].id))
  await told('cameras', () => session(contract.changeCamera, cameras[0].id, { label: 'Helm' }))
  await told('cameras', () => session(contract.deleteCamera, cameras[0].id))
  onlooker.leave()
})

test('looking on changes nothing: nothing is told of who reads, cameras included', async () => {
  const owner = await service.owner()
  const boat = await makeBoat(client, owner)
  await postPicture(client, boat.device, { label: 'Cockpit' })
  const onlooker = await lookOn(baseUrl, owner.session)
  for (const route of [contract.listCameras, contract.getVessel, contract.getLogbook])
    await client.ok(route, owner.session, { params: { id: boat.id } })
  const telling = onlooker.toldOf(boat.id, 'telemetry')
  await post(boat.device)
  await awaited(telling, 'telemetry')
  assert.deepEqual(new Set(onlooker.changes().flatMap(({ topics }) => topics)), new Set(['telemetry', 'connections']))
  onlooker.leave()
})

test('a vessel that is added or deleted while the stream stands is told, and so is what happens on it', async () => {
  const owner = await service.owner()
  const onlooker = await lookOn(baseUrl, owner.session)
  const body = { name: 'Vega', vessel_type: 'rib' }
  const { vessel } = await client.ok(contract.createVessel, owner.session, { body })
  const params = { id: vessel.id }
  await awaited(onlooker.toldOf(vessel.id, 'vessel'), 'the vessel')
  const logged = onlooker.toldOf(vessel.id, 'logbook')
  await client.ok(contract.logEngineHours, owner.key, { params, body: { hours: 7 } })
  await awaited(logged, 'hours')
  const gone = onlooker.toldOf(vessel.id, 'vessel')
  await client.ok(contract.deleteVessel, owner.session, { params })
  await awaited(gone, 'deletion')
  onlooker.leave()
})

test("a stranger's vessel is never told", async () => {
  const [ada, bob] = [await service.owner('Ada'), await service.owner('Bob')]
  const [hers, his] = [await makeBoat(client, ada), await makeBoat(client, bob)]
  const [she, he] = [await lookOn(baseUrl, ada.session), await lookOn(baseUrl, bob.session)]
  for (let i = 0; i < 2; i++) {
    const telling = he.toldOf(his.id, 'telemetry')
    await post(hers.device)
    await post(his.device)
    await awaited(telling, 'his own')
  }
  for (const [onlooker, own] of [
    [she, hers],
    [he, his],
  ] as const) {
    await until(() => onlooker.changes().length >= 2, 'both of them')
    assert.deepEqual(new Set(onlooker.changes().map(({ vessel_id }) => vessel_id)), new Set([own.id]))
    onlooker.leave()
  }
})

test('the stream ends when its session does, and only that one', async () => {
  const owner = await service.owner()
  const signIn = async () => {
    const { email, password } = owner
    const answer = await client.raw('POST', '/api/auth/sign-in/email', {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    })
    return {
      cookie: answer.headers
        .getSetCookie()
        .map((c) => c.split(';')[0])
        .join('; '),
    }
  }
  const other = await signIn()
  const [staying, going] = [await lookOn(baseUrl, owner.session), await lookOn(baseUrl, other)]
  const headers = { cookie: other.cookie, 'content-type': 'application/json', origin: service.config.baseUrl }
  assert.equal((await client.raw('POST', '/api/auth/sign-out', { headers, body: '{}' })).status, 200)
  await awaited(going.ended, 'the end of the stream')
  assert.equal((await lookOn(baseUrl, other)).status, 401)
  const boat = await makeBoat(client, owner)
  const telling = staying.toldOf(boat.id, 'logbook')
  await client.ok(contract.logEngineHours, owner.key, { params: { id: boat.id }, body: { hours: 7 } })
  await awaited(telling, 'the other session')
  staying.leave()
})

test('an account may hold 20 streams; those that were left do not count, nor a HEAD', async () => {
  const owner = await service.owner()
  const onlookers = await Promise.all(Array.from({ length: 20 }, () => lookOn(baseUrl, owner.session)))
  const refused = await lookOn(baseUrl, owner.session)
  assert.deepEqual([refused.status, refused.headers['retry-after']], [429, '60'])
  assert.equal(refused.heard(), '{"error":"rate_limited"}')
  onlookers.pop()!.leave()
  for (let i = 0; i < 3; i++)
    assert.equal((await fetch(`${baseUrl}/app/live`, { method: 'HEAD', headers: owner.session })).status, 200)
  let again = refused
  await until(async () => {
    again = await lookOn(baseUrl, owner.session)
    return again.status === 200
  }, 'the place of the one that left')
  assert.equal((await lookOn(baseUrl, (await service.owner()).session)).status, 200, 'another account')
  for (const onlooker of [...onlookers, again]) onlooker.leave()
})

test('changes of one vessel from all sides at once: no deadlock over who notes them', async () => {
  const owner = await service.owner()
  const boat = await makeBoat(client, owner)
  const of = { params: { id: boat.id } }
  const changes = (i: number) => [
    client.call(contract.logService, owner.key, { ...of, body: { title: 'Oil', engine_hours: 100 + i } }),
    client.call(contract.changeVessel, owner.session, { ...of, body: { engine_hours: 100 + i } }),
    client.call(contract.logEngineHours, owner.key, { ...of, body: { hours: 200 + i } }),
  ]
  const statuses: number[] = []
  // No more at once than there are connections to the database, for which a busy machine would let some wait too long.
  for (let i = 0; i < 60; i += 3) {
    const answers = await Promise.all([i, i + 1, i + 2].flatMap(changes))
    statuses.push(...answers.map(({ status }) => status))
  }
  assert.deepEqual(
    statuses.filter((status) => status >= 500),
    [],
  )
})
