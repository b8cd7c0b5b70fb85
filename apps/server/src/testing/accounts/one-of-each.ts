import type { Resource } from '@binnacle/contract'
import * as contract from '@binnacle/contract'
import { until } from '../../../../../scripts/until.ts'
import type { Client, Owner } from '../client.ts'
import { picture, postPicture } from '../picture.ts'
import { Authenticator } from './authenticator.ts'
import { type Boat, makeBoat } from './boat.ts'
import { Browser } from './browser.ts'

export type Ids = Record<Resource, string>

/** A session of its own, which added a passkey. `origin`: of BASE_URL. */
async function makeWaysToSignIn(client: Client, { email, password }: Owner, origin: string) {
  const browser = new Browser(client)
  await browser.call(contract.signIn, { email, password })
  const { body: options } = await browser.call(contract.passkeyToAdd)
  const response = new Authenticator(origin).register(options.challenge)
  await browser.call(contract.addPasskey, { name: 'matrix', response })
  const { passkeys } = (await browser.call(contract.getSignInMethods)).body
  const { sessions } = (await browser.call(contract.listSessions)).body
  return { passkey: passkeys.at(-1).id, session: sessions.find((session: { current: boolean }) => session.current).id }
}

/** The boat sends that there is water in its bilge, and the judge has seen it. */
async function makeAlarm(client: Client, owner: Owner, boat: Boat) {
  await client.ok(contract.postTelemetry, boat.device, { body: { readings: [{ metric: 'bilge_water', value: 1 }] } })
  const [alarm] = await until(async () => {
    const { alarms } = await client.ok(contract.listAlarms, owner.session, { params: { id: boat.id } })
    return alarms.length > 0 && alarms
  }, 'the alarm')
  return { alarm: alarm.id, alarm_rule: alarm.rule_id }
}

/** One of each resource that a path can name, all of the one owner; texts that people give it begin with `name`. */
export async function makeOneOfEach(
  client: Client,
  owner: Owner,
  origin: string,
  name = 'matrix',
): Promise<{ boat: Boat; ids: Ids }> {
  const boat = await makeBoat(client, owner)
  const of = { params: { id: boat.id } }
  const { task } = await client.ok(contract.createTask, owner.session, {
    ...of,
    body: { title: `${name} oil`, interval_days: 365 },
  })
  const { service_log } = await client.ok(contract.logService, owner.key, { ...of, body: { title: `${name} zinc` } })
  const fuel = { hours: 0, litres: 1 }
  const { engine_hour_log } = await client.ok(contract.logEngineHours, owner.key, { ...of, body: fuel })
  const { inspection, items } = await client.ok(contract.startInspection, owner.session, { ...of, body: {} })
  const { photo } = await client.ok(contract.addInspectionPhoto, owner.session, {
    params: { id: items[0].id },
    body: { image_base64: (await picture()).toString('base64') },
  })
  const { body } = await postPicture(client, boat.device, { label: `${name} cockpit` })
  await client.ok(contract.putShare, owner.session, { ...of, body: {} })
  const { access_key } = await client.ok(contract.createAccessKey, owner.session, { body: { name } })
  const { channel } = await client.ok(contract.createChannel, owner.session, {
    body: { kind: 'webhook', name, address: 'https://example.org/alarms' },
  })
  const alarm = await makeAlarm(client, owner, boat)
  const delivery = await until(async () => {
    const { deliveries } = await client.ok(contract.listDeliveries, owner.session, {
      query: { channel_id: channel.id },
    })
    return deliveries[0]
  }, 'the message about the alarm')
  const ids = {
    vessel: boat.id,
    connection: boat.connectionId,
    camera: body.camera_id,
    frame: body.frame_id,
    inspection: inspection.id,
    inspection_item: items[0].id,
    inspection_photo: photo.id,
    task: task.id,
    service_log: service_log.id,
    engine_hour_log: engine_hour_log.id,
    ...alarm,
    channel: channel.id,
    delivery: delivery.id,
    access_key: access_key.id,
    ...(await makeWaysToSignIn(client, owner, origin)),
  }
  return { boat, ids }
}
