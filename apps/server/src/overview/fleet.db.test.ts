import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as contract from '@binnacle/contract'
import { type FleetVessel, OVERVIEW } from '@binnacle/contract'
import { untilJudged } from '../alarms/testing/until-judged.ts'
import type { Database } from '../db/database.ts'
import { makeBoat } from '../testing/accounts/boat.ts'
import { countPrepared } from '../testing/count-prepared.ts'
import { postPicture } from '../testing/picture.ts'
import { startService } from '../testing/service.ts'
import { listVessels } from '../vessels/sql.ts'
import { fleetOf } from './fleet.ts'

const service = await startService({ FRAME_GAP_MS: '0', TELEMETRY_GAP_MS: '0' })
const { client } = service
const owner = await service.owner('Ada')

const fleet = async (who = owner): Promise<FleetVessel[]> =>
  (await client.ok(contract.getFleet, who.session, {})).vessels
const overview = (id: string, who = owner): Promise<contract.VesselOverview> =>
  client.ok(contract.getVesselOverview, who.session, { params: { id } })
const send = (device: { key: string }, ...readings: object[]) =>
  client.ok(contract.postTelemetry, device, { body: { readings } })

test('the boats of the account and of nobody else, in the order in which they were added; none at first', async () => {
  const [one, other] = [await service.owner('Bo'), await service.owner('Cy')]
  assert.deepEqual(await fleet(one), [])
  const ids = [(await makeBoat(client, one)).id, (await makeBoat(client, one)).id]
  await makeBoat(client, other)
  assert.deepEqual(
    (await fleet(one)).map(({ vessel }) => vessel.id),
    ids,
  )
})

test('a boat of which nothing is known, and that it is the same vessel as everywhere', async () => {
  const { vessel } = await client.ok(contract.createVessel, owner.session, {
    body: { name: '</script><img onerror>', vessel_type: 'rib' },
  })
  const glance = {
    vessel,
    due: { overdue: 0, due_soon: 0, ok: 0, never_logged: 0, next: null },
    last_seen_at: null,
    box_count: 0,
    position: null,
    frame: null,
    alarms: [],
    alerts: [],
    health_reasons: [],
  }
  assert.deepEqual(
    (await fleet()).find((boat) => boat.vessel.id === vessel.id),
    glance,
  )
  assert.deepEqual(await overview(vessel.id), {
    ...glance,
    due_items: [],
    series: [],
    service_logs: [],
    engine_hour_logs: [],
    open_inspection: null,
    last_inspection: null,
  })
})

test('what a boat has sent: position, alarms, last seen, the newest picture by a link that opens', async () => {
  const boat = await makeBoat(client, owner)
  await makeBoat(client, owner)
  await send(
    boat.device,
    { metric: 'position_lat', value: 54.6612 },
    { metric: 'position_lon', value: 9.9331 },
    { metric: 'bilge_water', value: 1, instance: 'aft' },
    { metric: 'fault_code', text_value: 'SPN 110 FMI 0', instance: 'port' },
    { metric: 'battery_voltage', value: 12.7, instance: 'house' },
  )
  await postPicture(client, boat.device, { label: 'Cockpit', captured_at: '2026-05-14T08:00:00Z' })
  await postPicture(client, boat.device, { label: 'Saloon', captured_at: '2026-05-14T09:00:00Z' })
  await untilJudged(service.database.db)
  const seen = (await fleet()).find(({ vessel }) => vessel.id === boat.id)!
  assert.deepEqual([seen.position?.lat, seen.position?.lon, seen.box_count], [54.6612, 9.9331, 1])
  assert.ok(Math.abs(Date.parse(seen.last_seen_at!) - Date.now()) < 60_000)
  assert.deepEqual(
    seen.alarms.map(({ metric, instance, text, severity }) => [metric, instance, text, severity]),
    [
      ['bilge_water', 'aft', null, 'alarm'],
      ['fault_code', 'port', 'SPN 110 FMI 0', 'warning'],
    ],
  )
  assert.deepEqual([seen.frame?.camera_label, seen.frame?.captured_at], ['Saloon', '2026-05-14T09:00:00.000Z'])
  for (const link of [seen.frame!.url, seen.frame!.thumb_url, seen.frame!.screen_url]) {
    const { pathname, search } = new URL(link)
    assert.equal((await client.raw('GET', pathname + search)).status, 200)
  }
  const { series, ...page } = await overview(boat.id)
  assert.deepEqual([page.position, page.alarms], [seen.position, seen.alarms])
  assert.deepEqual(series.map(({ metric }) => metric).sort(), [
    'battery_voltage',
    'bilge_water',
    'fault_code',
    'position_lat',
    'position_lon',
  ])
})

test('a camera that is switched off shows and says nothing', async () => {
  const boat = await makeBoat(client, owner)
  const { body } = await postPicture(client, boat.device, { label: 'Cockpit' })
  await client.ok(contract.changeCamera, owner.session, { params: { id: body.camera_id }, body: { enabled: false } })
  assert.equal((await overview(boat.id)).frame, null)
})

test('a boat fell silent; the onboard device goes by its own name, or by the name of its kind', async () => {
  const boat = await makeBoat(client, owner)
  const { db } = service.database
  const last_seen_at = new Date(Date.now() - 3 * 3_600_000)
  await db.updateTable('connection').set({ last_seen_at }).where('id', '=', boat.connectionId).execute()
  const silent = async () => (await overview(boat.id)).alerts.map(({ code, subject, at }) => [code, subject, at])
  assert.deepEqual(await silent(), [['box_silent', 'Signal K', last_seen_at.toISOString()]])
  await client.ok(contract.changeConnection, owner.session, {
    params: { id: boat.connectionId },
    body: { label: 'Chart table' },
  })
  assert.deepEqual(await silent(), [['box_silent', 'Chart table', last_seen_at.toISOString()]])
})

test('due tasks in numbers and the most urgent by name; of the logs the last entries', async () => {
  const boat = await makeBoat(client, owner)
  const of = { params: { id: boat.id } }
  const old = { start_at: '2020-01-01T00:00:00Z' }
  for (const [i, interval_days] of [10, 20, ...Array(8).fill(30_000)].entries())
    await client.ok(contract.createTask, owner.session, { ...of, body: { title: `Task ${i}`, interval_days, ...old } })
  for (const hours of [1, 2, 3, 4, 5, 6])
    await client.ok(contract.logEngineHours, owner.key, { ...of, body: { hours } })
  for (let i = 0; i < OVERVIEW.serviceLogs + 2; i++)
    await client.ok(contract.logService, owner.key, { ...of, body: { title: `Service ${i}` } })
  const page = await overview(boat.id)
  const { overdue, due_soon, ok, never_logged } = page.due
  assert.deepEqual([overdue, due_soon, ok, never_logged], [2, 0, 8, 8])
  assert.deepEqual(page.health_reasons, [
    { code: 'overdue', count: 2 },
    { code: 'never_logged', count: 8 },
  ])
  assert.equal(page.due_items.length, OVERVIEW.dueItems)
  assert.equal(page.due.next?.task_id, page.due_items[0]!.task_id)
  assert.deepEqual(
    (await client.ok(contract.getDueForecast, owner.session, of)).items.slice(0, OVERVIEW.dueItems),
    page.due_items,
  )
  assert.equal(page.service_logs[0]!.title, `Service ${OVERVIEW.serviceLogs + 1}`)
  assert.equal(page.service_logs.length, OVERVIEW.serviceLogs)
  assert.deepEqual(
    page.engine_hour_logs.map(({ hours }) => hours),
    [6, 5, 4, 3],
  )
  assert.equal(page.vessel.health_score, null)
})

test('health is not green while an alarm stands or a safety item is open, in the app, in the API and for strangers', async () => {
  const boat = await makeBoat(client, owner)
  const of = { params: { id: boat.id } }
  const { task } = await client.ok(contract.createTask, owner.session, {
    ...of,
    body: { title: 'Life raft', interval_days: 900, safety: true },
  })
  const health = async () => {
    const { vessel, health_reasons } = await overview(boat.id)
    assert.equal((await client.ok(contract.getVessel, owner.key, of)).vessel.health_score, vessel.health_score)
    return [vessel.health_score, ...health_reasons.map(({ code }) => code)]
  }
  assert.deepEqual(await health(), [null, 'safety_task', 'never_logged'])
  await client.ok(contract.logService, owner.key, { ...of, body: { title: 'Life raft', task_id: task.id } })
  assert.deepEqual(await health(), [100])

  await send(boat.device, { metric: 'bilge_water', value: 1 })
  await untilJudged(service.database.db)
  assert.deepEqual(await health(), [79, 'alarm'])
  const { share } = await client.ok(contract.putShare, owner.session, { ...of, body: {} })
  const badge = await client.raw('GET', `/api/badge/${share.token}`)
  assert.match(badge.text, /79 \/ 100/)
  await send(boat.device, { metric: 'bilge_water', value: 0 })
  await untilJudged(service.database.db)

  const { inspection, items } = await client.ok(contract.startInspection, owner.session, {
    ...of,
    body: { templates: ['safety'] },
  })
  for (const [i, { id }] of items.entries()) {
    const verdict = i === 0 ? 'non_operational' : 'operational'
    await client.ok(contract.changeInspectionItem, owner.session, { params: { id }, body: { verdict } })
  }
  const finding = { title: 'Life jackets: leak', interval_days: 7, once: true, finding_id: items[0]!.id }
  const early = await client.call(contract.createTask, owner.session, { ...of, body: finding })
  assert.deepEqual([early.status, early.body], [409, { error: 'conflict' }])
  await client.ok(contract.completeInspection, owner.session, { params: { id: inspection.id }, body: {} })
  assert.deepEqual(await health(), [79, 'safety_finding', 'inspection'])

  const make = () => client.ok(contract.createTask, owner.session, { ...of, body: finding })
  const [made, again] = await Promise.all([make(), make()])
  assert.equal(made.task.id, again.task.id)
  const walk = await client.ok(contract.walkInspection, owner.session, { params: { id: inspection.id } })
  assert.equal(walk.points[0]!.task_id, made.task.id)
  const feed = async () =>
    (await client.ok(contract.getDueFeed, owner.key, of)).items.map(({ title }: contract.DueItem) => title)
  assert.deepEqual((await feed()).sort(), ['Life jackets: leak', 'Life raft'])
  await client.ok(contract.logService, owner.key, { ...of, body: { title: 'Patched', task_id: made.task.id } })
  assert.deepEqual(await feed(), ['Life raft'])
  assert.deepEqual(await health(), [97, 'inspection'])
})

test('the inspection that is open and the last that is finished', async () => {
  const boat = await makeBoat(client, owner)
  const of = { params: { id: boat.id } }
  const start = async () => (await client.ok(contract.startInspection, owner.session, { ...of, body: {} })).inspection
  const finished = await start()
  await client.ok(contract.completeInspection, owner.session, { params: { id: finished.id }, body: {} })
  const open = await start()
  const page = await overview(boat.id)
  assert.deepEqual([page.open_inspection?.id, page.last_inspection?.id], [open.id, finished.id])
})

/** The database, and how many statements were run through it. */
function counted(database: Database) {
  const count = countPrepared(database)
  const db = database.db.withPlugin({
    transformQuery({ node }) {
      count.statements++
      return node
    },
    transformResult: async ({ result }) => result,
  })
  return { count, database: { ...count.database, db } }
}

test('twenty boats cost hardly more statements than two: the newest batches are read so many boats at a time', {
  skip: service.database.spread && 'on a cluster each boat is asked of its own server',
}, async () => {
  const statements = async (boats: number) => {
    const one = await service.owner('Flo')
    for (let i = 0; i < boats; i++) {
      const { device } = await makeBoat(client, one)
      await send(device, { metric: 'position_lat', value: 54 }, { metric: 'position_lon', value: 9 })
    }
    const { account } = await client.ok(contract.getMe, one.session)
    const { count, database } = counted(service.database)
    const linksTo = async () => ({ url: '', thumb_url: '', screen_url: '' })
    const vessels = await fleetOf(database, await listVessels(database.db, account.id), linksTo, new Date())
    assert.equal(vessels.filter(({ position }) => position?.lat === 54).length, boats)
    return count.statements
  }
  const [few, many] = [await statements(2), await statements(20)]
  assert.ok(few < 12, `${few} statements`)
  assert.ok(many < few + 9, `${few} statements, then ${many}; one more for each boat would be 18 more`)
})
