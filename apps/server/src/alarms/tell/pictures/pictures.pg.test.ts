import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import * as contract from '@binnacle/contract'
import { until } from '../../../../../../scripts/until.ts'
import { deleteCamera, lockVesselCameraOrNotFound } from '../../../cameras/sql.ts'
import { inTransaction } from '../../../db/in-transaction.ts'
import { type Boat, makeBoat } from '../../../testing/accounts/boat.ts'
import { testServerUrl } from '../../../testing/database.ts'
import { postPicture } from '../../../testing/picture.ts'
import { startService } from '../../../testing/service.ts'
import { judgeTasks } from '../../judge/clock/tasks-sql.ts'
import { bigPicture, seenOf } from '../../testing/big-picture.ts'
import { endPauses } from '../../testing/end-pauses.ts'
import { startReceiver } from '../../testing/receiver.ts'
import { askForPictures, writePictures } from './pictures-sql.ts'

let knowsPictures = true
const receiver = await startReceiver((_path, body) =>
  !knowsPictures && body.includes('"vessel.alarm.frame"') ? 400 : 200,
)
const service = await startService(
  { TELEMETRY_GAP_MS: '0', FRAME_GAP_MS: '0', NOTIFY_ALLOW_PRIVATE: '127.0.0.1' },
  { sweepsOften: true },
)
const { client } = service

const HOUR_MS = 3_600_000
const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString()

let owners = 0
/** An owner of a boat, who is told by ntfy and by a webhook. */
async function anOwner() {
  const owner = await service.owner()
  const path = `/${owners++}/`
  for (const kind of ['ntfy', 'webhook'] as const) {
    const address = `${receiver.url}${path}${kind}`
    await client.ok(contract.createChannel, owner.session, { body: { kind, name: kind, address, severity: 'warning' } })
  }
  const boat = await makeBoat(client, owner)
  return { owner, boat, ntfy: () => receiver.bodies(path), hook: () => receiver.bodies(`${path}webhook`) }
}

type Told = Awaited<ReturnType<typeof anOwner>>

const bilge = (boat: Boat, value: number) =>
  client.ok(contract.postTelemetry, boat.device, { body: { readings: [{ metric: 'bilge_water', value }] } })

async function takenBy(boat: Boat, label: string, captured_at: string, fields: object = {}) {
  const { status, body } = await postPicture(client, boat.device, { label, captured_at, ...fields })
  assert.equal(status, 202)
  return body as { frame_id: string; camera_id: string }
}

const open = (link: string) => {
  assert.ok(link.startsWith(`${service.config.baseUrl}/frames/`))
  return fetch(service.baseUrl + link.slice(service.config.baseUrl.length))
}

test('with an alarm goes the newest picture of its boat, small and without metadata, under a link for a day', async () => {
  const { owner, boat, ntfy, hook } = await anOwner()
  await takenBy(boat, 'Cockpit', hoursAgo(2))
  const newest = await takenBy(boat, 'Mast', hoursAgo(1), { image_base64: await bigPicture() })
  const stranger = await anOwner()
  await takenBy(stranger.boat, 'Saloon', hoursAgo(0))
  await bilge(boat, 1)
  await until(() => ntfy().length === 1 && hook().length === 1, 'both messages')
  const [{ message, attach, filename }] = ntfy()
  assert.match(message, /^Water in the bilge\nPicture: Mast, \w{3},? \d\d:\d\d UTC$/)
  assert.equal(filename, 'picture.webp')
  const { url, captured_at, ...named } = hook()[0].data.frame
  assert.deepEqual(named, { id: newest.frame_id, camera_id: newest.camera_id, label: 'Mast' })
  assert.ok(Math.abs(Date.parse(captured_at) - Date.parse(hoursAgo(1))) < HOUR_MS / 2)
  for (const link of [attach, url]) {
    const opened = await open(link)
    assert.equal(opened.status, 200)
    assert.deepEqual(await seenOf(await buffer(opened.body!)), ['webp', 800, false])
    const seconds = Number(new URL(link).searchParams.get('exp')) - Date.now() / 1000
    assert.ok(seconds > 23.5 * 3600 && seconds < 24.5 * 3600)
  }
  await bilge(boat, 0)
  await until(() => ntfy().length === 2 && hook().length === 2, 'the end')
  assert.deepEqual([ntfy()[1].message, ntfy()[1].attach], ['Water in the bilge', undefined])
  assert.equal('frame' in hook()[1].data, false)
  await client.ok(contract.deleteFrame, owner.session, { params: { id: newest.frame_id } })
  assert.equal((await open(url)).status, 404, 'a link ends with its frame')
})

test('no picture of more than a day ago goes with an alarm, nor one of a camera that is switched off', async () => {
  const { owner, boat, ntfy, hook } = await anOwner()
  await takenBy(boat, 'Cockpit', hoursAgo(25))
  const { camera_id } = await takenBy(boat, 'Saloon', hoursAgo(0))
  await client.ok(contract.changeCamera, owner.session, { params: { id: camera_id }, body: { enabled: false } })
  await bilge(boat, 1)
  await until(() => ntfy().length === 1 && hook().length === 1, 'both messages')
  assert.deepEqual([ntfy()[0].message, ntfy()[0].attach], ['Water in the bilge', undefined])
  assert.equal(hook()[0].data.frame, null)
})

test('an alarm without readings, such as an overdue task, has no picture', async () => {
  const { owner, boat, ntfy, hook } = await anOwner()
  await takenBy(boat, 'Cockpit', hoursAgo(0))
  await client.ok(contract.createTask, owner.session, {
    params: { id: boat.id },
    body: { title: 'Impeller', interval_days: 30, start_at: hoursAgo(60 * 24) },
  })
  await judgeTasks(service.database.db, new Date())
  await until(() => ntfy().length === 1 && hook().length === 1, 'both messages')
  assert.equal(hook()[0].type, 'task.due.began')
  assert.deepEqual([ntfy()[0].attach, 'frame' in hook()[0].data], [undefined, false])
})

const ruleOf = async ({ owner, boat }: Told, metric = 'bilge_water'): Promise<contract.AlarmRule> =>
  (await client.ok(contract.listAlarmRules, owner.key, { params: { id: boat.id } })).rules.find(
    (rule: contract.AlarmRule) => rule.metric === metric,
  )
const changeRule = ({ owner }: Told, id: string, body: object) =>
  client.call(contract.changeAlarmRule, owner.key, { params: { id }, body })
const pending = async ({ boat }: Told): Promise<{ id: string; camera_id: string }[]> =>
  (await client.ok(contract.listPendingCheckIns, boat.device)).requests
const types = ({ hook }: Told) => hook().map(({ type }) => type)

/** Whose rule for water in the bilge names a camera, which sent a picture long ago. */
async function withCamera() {
  const told = await anOwner()
  const { camera_id } = await takenBy(told.boat, 'Bilge', hoursAgo(30))
  const rule = await ruleOf(told)
  assert.equal((await changeRule(told, rule.id, { camera_id })).body.rule.camera_id, camera_id)
  return { ...told, rule, camera: camera_id }
}

test('a camera that the rule names is asked when the alarm begins; its picture follows, once, also when the alarm is over', async () => {
  const told = await withCamera()
  const { owner, boat, camera, ntfy, hook } = told
  await takenBy(boat, 'Mast', hoursAgo(0))
  await bilge(boat, 1)
  await until(() => types(told).length === 1, 'the beginning')
  assert.equal(hook()[0].data.frame, null, 'no other camera shows the bilge')
  await until(async () => (await pending(told)).length === 1, 'the check-in')
  assert.equal((await pending(told))[0]!.camera_id, camera)
  const { alarms } = await client.ok(contract.listAlarms, owner.key, { params: { id: boat.id } })
  assert.equal(alarms[0].camera_id, camera)
  await bilge(boat, 0)
  await until(() => types(told).length === 2, 'the end')
  const { frame_id } = await takenBy(boat, 'Bilge', hoursAgo(0))
  const { db } = service.database
  await askForPictures(db, new Date())
  assert.deepEqual(await pending(told), [], 'what has answered is not asked again, told or not')
  await Promise.all([1, 2, 3].map(() => writePictures(db, new Date())))
  await until(() => types(told).length === 3 && ntfy().length === 3, 'the picture')
  assert.deepEqual(types(told), ['vessel.alarm.began', 'vessel.alarm.ended', 'vessel.alarm.frame'])
  const { alarm, frame } = hook()[2].data
  assert.equal(hook()[2].timestamp, frame.captured_at)
  assert.deepEqual([alarm.id, frame.id, frame.label], [alarms[0].id, frame_id, 'Bilge'])
  assert.ok(alarm.ended_at)
  const { title, message, attach, tags } = ntfy()[2]
  assert.deepEqual([title, tags], ['Aurora: Ended', ['camera']])
  assert.match(message, /^Water in the bilge\nPicture: Bilge, /)
  assert.equal((await open(attach)).status, 200)
  const { deliveries } = await client.ok(contract.listDeliveries, owner.key)
  assert.equal(deliveries.filter(({ event }: contract.Delivery) => event === 'vessel.alarm.frame').length, 2)
})

test('a request that is open already is taken; a camera that answers too late, or is switched off, sends no picture', async () => {
  const told = await withCamera()
  const { owner, boat, camera, hook } = told
  const { request } = await client.ok(contract.requestCheckIn, owner.key, { params: { id: camera } })
  await bilge(boat, 1)
  await until(() => types(told).length === 1, 'the beginning')
  const { db } = service.database
  await askForPictures(db, new Date())
  assert.deepEqual(
    (await pending(told)).map(({ id }) => id),
    [request.id],
  )
  // As if five minutes had gone by.
  const before = new Date(Date.now() - 1)
  await db.updateTable('alarm').set({ picture_until: before }).where('vessel_id', '=', boat.id).execute()
  await db.updateTable('check_in').set({ expires_at: before }).where('vessel_id', '=', boat.id).execute()
  await client.ok(contract.requestCheckIn, owner.key, { params: { id: camera } })
  await takenBy(boat, 'Bilge', hoursAgo(0))
  await writePictures(db, new Date())
  await client.ok(contract.changeCamera, owner.session, { params: { id: camera }, body: { enabled: false } })
  await bilge(boat, 0)
  await until(() => types(told).length === 2, 'the end')
  await bilge(boat, 1)
  await until(() => types(told).length === 3, 'the next beginning')
  assert.deepEqual(types(told), ['vessel.alarm.began', 'vessel.alarm.ended', 'vessel.alarm.began'])
  assert.equal(hook()[2].data.frame, null)
  await askForPictures(db, new Date())
  assert.deepEqual(await pending(told), [])
})

test('a webhook that refuses pictures is told of the end all the same; a refused picture that is deleted is not sent', async () => {
  const told = await withCamera()
  const { owner, boat } = told
  await bilge(boat, 1)
  await until(async () => types(told).length === 1 && (await pending(told)).length === 1, 'the check-in')
  knowsPictures = false
  const { frame_id } = await takenBy(boat, 'Bilge', hoursAgo(0))
  const { db } = service.database
  await writePictures(db, new Date())
  const refused = async () => {
    const { deliveries } = await client.ok(contract.listDeliveries, owner.key)
    const pictures = deliveries.filter(({ event }: contract.Delivery) => event === 'vessel.alarm.frame')
    return pictures.find(({ state }: contract.Delivery) => state !== 'accepted') as contract.Delivery | undefined
  }
  await until(async () => (await refused())?.error, 'the refused picture')
  await bilge(boat, 0)
  await until(() => types(told).includes('vessel.alarm.ended'), 'the end')
  await client.ok(contract.deleteFrame, owner.session, { params: { id: frame_id } })
  await until(async () => {
    await endPauses(db)
    return (await refused())!.state === 'given_up'
  }, 'the end of the picture')
  knowsPictures = true
  assert.match((await refused())!.error!, /^its picture is deleted/)
})

test('a camera that is locked, or just being deleted, holds up no message', {
  skip: !testServerUrl && 'needs PostgreSQL',
}, async () => {
  const told = await withCamera()
  const { boat } = told
  const camera = { vessel_id: boat.id, id: told.camera }
  const { db } = service.database
  await inTransaction(db, async (tx) => {
    await lockVesselCameraOrNotFound(tx, camera)
    await bilge(boat, 1)
    await until(() => types(told).length === 1, 'the beginning')
    await askForPictures(db, new Date())
    assert.deepEqual(await pending(told), [])
  })
  await askForPictures(db, new Date())
  // It skips a camera that the service itself has just locked to ask it.
  await until(async () => (await pending(told)).length === 1, 'the check-in')
  await bilge(boat, 0)
  await until(() => types(told).length === 2, 'the end')
  await inTransaction(db, async (tx) => {
    await deleteCamera(tx, camera)
    await bilge(boat, 1)
    await until(() => types(told).length === 3, 'the next beginning')
  })
})

test('a channel without pictures is told in words only, from the moment on', async () => {
  const told = await withCamera()
  const { owner, boat, ntfy, hook } = told
  const { channels } = await client.ok(contract.listChannels, owner.session)
  const setFrames = async (frames: boolean) => {
    for (const { id, kind } of channels)
      if (kind === 'ntfy') await client.ok(contract.changeChannel, owner.session, { params: { id }, body: { frames } })
  }
  assert.deepEqual(
    channels.map(({ frames }: contract.Channel) => frames),
    [true, true],
  )
  await takenBy(boat, 'Bilge', hoursAgo(1))
  await setFrames(false)
  await bilge(boat, 1)
  await until(() => hook().length === 1 && ntfy().length === 1, 'the beginning')
  assert.deepEqual(
    [ntfy()[0].attach, ntfy()[0].message, hook()[0].data.frame.label],
    [undefined, 'Water in the bilge', 'Bilge'],
  )
  await until(async () => (await pending(told)).length === 1, 'the check-in')
  await takenBy(boat, 'Bilge', hoursAgo(0))
  await until(() => hook().length === 2, 'the frame')
  await setFrames(true)
  await client.ok(contract.silenceAlarm, owner.key, { params: { id: hook()[0].data.alarm.id }, body: {} })
  await bilge(boat, 0)
  await until(async () => {
    const { alarms } = await client.ok(contract.listAlarms, owner.key, { params: { id: boat.id } })
    return alarms[0].ended_at !== null
  }, 'the end')
  await bilge(boat, 1)
  await until(() => hook().length === 3 && ntfy().length === 2, 'the next beginning')
  assert.ok(ntfy()[1].attach)
  await setFrames(false)
  const ntfyId = channels.find(({ kind }: contract.Channel) => kind === 'ntfy')!.id
  const last = await until(async () => {
    const { deliveries } = await client.ok(contract.listDeliveries, owner.key)
    const newest = deliveries.find(({ channel_id }: contract.Delivery) => channel_id === ntfyId)
    return newest.state === 'accepted' && newest
  }, 'that the service has noted it')
  await client.ok(contract.sendAgain, owner.key, { params: { id: last.id } })
  await until(() => ntfy().length === 3, 'the message again')
  assert.deepEqual([ntfy()[2].attach, ntfy()[2].message], [undefined, 'Water in the bilge'], 'written with a picture')
})

test('a rule names a camera of its own boat, if it looks at readings; it loses one that is deleted', async () => {
  const told = await withCamera()
  const { owner, boat, rule, camera } = told
  const stranger = await withCamera()
  const refused = await changeRule(told, rule.id, { camera_id: stranger.camera })
  assert.deepEqual([refused.status, refused.body.error], [404, 'not_found'])
  const { rules } = await client.ok(contract.listAlarmRules, owner.key, { params: { id: boat.id } })
  const silent = rules.find(({ kind }: contract.AlarmRule) => kind === 'silent')
  const wrong = await changeRule(told, silent.id, { camera_id: camera })
  assert.deepEqual([wrong.status, wrong.body.error], [400, 'invalid_request: /camera_id must be absent'])
  assert.equal((await changeRule(told, rule.id, { camera_id: null, hold_s: 1 })).body.rule.camera_id, camera)
  assert.equal((await changeRule(told, rule.id, { camera_id: '' })).body.rule.camera_id, null)
  const add = (camera_id: string) =>
    client.call(contract.createAlarmRule, owner.key, {
      params: { id: boat.id },
      body: { kind: 'below', metric: 'depth', limit: 2, camera_id },
    })
  assert.equal((await add(stranger.camera)).status, 404)
  assert.equal((await add(camera)).body.rule.camera_id, camera)
  await client.ok(contract.deleteCamera, owner.session, { params: { id: camera } })
  assert.equal((await ruleOf(told, 'depth')).camera_id, null)
})
