import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import * as contract from '@binnacle/contract'
import { sql } from 'kysely'
import { untilJudged } from '../../alarms/testing/until-judged.ts'
import { openFrameStore } from '../../cameras/stores/open-frame-store.ts'
import { encodeBuckets } from '../../telemetry/rollups/day/encoded-buckets.ts'
import type { Owner } from '../client.ts'
import { picture, postPicture } from '../picture.ts'
import type { TestService } from '../service.ts'
import { type Boat, makeBoat } from './boat.ts'

export interface FullAccount {
  owner: Owner
  id: string
  boat: Boat
  cameraId: string
  shareToken: string
  /** Of the photo of its inspection. */
  photo: Buffer
}

/**
 * An account with a boat that has something in every table that can hold something of an account's; made over HTTP where there is
 * a route for it. The service needs FRAME_GAP_MS and TELEMETRY_GAP_MS 0.
 */
export async function fillAccount(service: TestService, name: string): Promise<FullAccount> {
  const { client } = service
  const owner = await service.owner(name)
  const { account } = await client.ok(contract.getMe, owner.session)
  const boat = await makeBoat(client, owner)
  await fillLogs(service, owner, boat)
  const photo = await fillInspection(service, owner, boat)
  const cameraId = await fillDevice(service, owner, boat)
  const { share } = await client.ok(contract.putShare, owner.session, { params: { id: boat.id }, body: {} })
  const wish = { system_name: 'VC20', vessel_id: boat.id, boat_make: 'Hallberg-Rassy', note: '=1+1' }
  await client.ok(contract.requestBrand, owner.session, { body: wish, headers: { 'idempotency-key': randomUUID() } })
  const channel = { kind: 'webhook', name: 'Shore station', address: 'https://example.org/alarms' }
  await client.ok(contract.createChannel, owner.session, {
    body: channel,
    headers: { 'idempotency-key': randomUUID() },
  })
  await client.ok(contract.makeCalendar, owner.session)
  await client.ok(contract.makeVesselCalendar, owner.session, { params: { id: boat.id } })
  await insertWhatNoRouteMakes(service, account.id, boat.id)
  await untilJudged(service.database.db)
  return { owner, id: account.id, boat, cameraId, shareToken: share.token, photo }
}

async function fillLogs({ client }: TestService, owner: Owner, { id }: Boat): Promise<void> {
  const of = { params: { id } }
  await client.ok(contract.createTask, owner.session, { ...of, body: { title: 'Oil', interval_days: 365 } })
  const service = {
    title: '=cmd|calc',
    done_at: '2026-03-01T10:00:00Z',
    cost: 1234.5,
    currency: 'EUR',
    note: 'one,\n"two"',
  }
  await client.ok(contract.logService, owner.session, { ...of, body: service })
  const hours = { hours: 120, litres: 40.125, fuel_cost: 61.1, currency: 'EUR', logged_at: '2026-02-01T10:00:00Z' }
  await client.ok(contract.logEngineHours, owner.session, { ...of, body: hours })
}

async function fillInspection(service: TestService, owner: Owner, { id }: Boat): Promise<Buffer> {
  const { client, database } = service
  const { inspection, items } = await client.ok(contract.startInspection, owner.session, { params: { id }, body: {} })
  const [item] = items
  const body = { verdict: 'attention', note: 'weeps' }
  await client.ok(contract.changeInspectionItem, owner.session, { params: { id: item.id }, body })
  const key = { vesselId: id, cameraId: inspection.id, frameId: randomUUID(), mime: 'image/jpeg' } as const
  const store = await openFrameStore(service.config)
  const [image, thumbnail] = [store.temporaryPath(), store.temporaryPath()]
  const bytes = await picture(7)
  await Promise.all([writeFile(image, bytes), writeFile(thumbnail, bytes)])
  await store.put(image, thumbnail, key)
  await sql`insert into inspection_photo (vessel_id, id, inspection_id, item_id, mime, width, height, bytes, created_at)
    values (${id}, ${key.frameId}, ${inspection.id}, ${item.id}, ${key.mime}, 64, 48, ${bytes.length}, now())`.execute(
    database.db,
  )
  return bytes
}

/** Readings of two years, two frames and a check-in. */
async function fillDevice({ client }: TestService, owner: Owner, { device }: Boat): Promise<string> {
  const readings = [
    '{"metric":"battery_voltage","value":12.340,"unit":"V","instance":"=house","recorded_at":"2025-12-31T22:00:00Z"}',
    '{"metric":"battery_voltage","value":12.3499999999999999999,"recorded_at":"2026-01-02T03:04:05.678+02:00"}',
    '{"metric":"fault_code","text_value":"-40: \\"oil\\"","recorded_at":"2026-01-02T03:04:06Z"}',
    '{"metric":"depth","value":-0.50}',
  ]
  for (const batch of [[readings[0]], readings.slice(1, 3), [readings[3]]])
    await client.ok(contract.postTelemetry, device, { body: `{"readings":[${batch}]}` })
  const { body } = await postPicture(client, device, {
    label: 'Cockpit / aft',
    captured_at: '2026-05-14T09:30:00.250Z',
  })
  await postPicture(client, device, { camera_id: body.camera_id, captured_at: '1904-01-01T00:00:00Z' })
  await client.ok(contract.requestCheckIn, owner.session, { params: { id: body.camera_id } })
  return body.camera_id
}

/** What comes by a browser's passkey, by an authenticator app, and by the work that goes on by itself. */
async function insertWhatNoRouteMakes({ database: { db } }: TestService, ownerId: string, vesselId: string) {
  await sql`insert into passkey (id, owner_id, name, public_key, credential_id, counter, device_type, backed_up)
    values (${randomUUID()}, ${ownerId}, 'Phone', 'secret-public-key', ${randomUUID()}, 0, 'singleDevice', false)`.execute(
    db,
  )
  await sql`insert into two_factor (id, owner_id, secret, backup_codes)
    values (${randomUUID()}, ${ownerId}, 'secret-of-two-factor', 'secret-backup-codes')`.execute(db)
  await sql`insert into attempt (owner_id, secret, tries, window_ends) values (${ownerId}, 'code', 1, now())`.execute(
    db,
  )
  await sql`insert into verification (id, identifier, value, expires_at)
    values (${randomUUID()}, 'challenge', ${JSON.stringify({ userId: ownerId })}, now() + interval '5 minutes')`.execute(
    db,
  )
  await sql`insert into telemetry_rollup (vessel_id, metric, instance, day, readings, buckets)
    values (${vesselId}, 0, 'test', 1, 0, ${encodeBuckets(new Map())}) on conflict do nothing`.execute(db)
  await sql`insert into telemetry_answered (vessel_id, connection_id, hour, day, batches, applied)
    select vessel_id, id, 480000, current_date - date '1970-01-01', '', '' from connection where vessel_id = ${vesselId} limit 1`.execute(
    db,
  )
  await sql`insert into telemetry_archived (vessel_id, before_hour, version) values (${vesselId}, 0, 1)`.execute(db)
  await sql`insert into telemetry_latest (vessel_id, metric, instance, measured_at, arrived_at)
    values (${vesselId}, 0, 'test', now(), now()) on conflict do nothing`.execute(db)
  for (const table of ['alarm_rule', 'alarm'])
    await sql`update ${sql.table(table)} set camera_id = (select id from camera where vessel_id = ${vesselId} limit 1)
      where vessel_id = ${vesselId}`.execute(db)
  const content = { event: 'began', vessel: { name: 'Aurora' }, alarm: { kind: 'fault', severity: 'alarm' } }
  await sql`insert into message (vessel_id, id, channel_id, alarm_id, content, created_at, next_try_at, done_at)
    select ${vesselId}, ${randomUUID()}, id, ${randomUUID()}, ${JSON.stringify(content)}, now(), now(), now()
    from channel where owner_id = ${ownerId} limit 1`.execute(db)
  // Two minutes from now the service would roll its hours up, and the marks would be gone.
  await sql`update telemetry_pending_rollup set marked_at = now() + interval '1 day' where vessel_id = ${vesselId}`.execute(
    db,
  )
}
