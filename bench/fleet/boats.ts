import { createHmac, randomBytes, randomUUIDv7 } from 'node:crypto'
import { type Insertable, sql } from 'kysely'
import type { Database } from '../../apps/server/src/db/database.ts'
import type { Tables } from '../../apps/server/src/db/schema/tables.ts'
import { makeKey } from '../../apps/server/src/http/values/key.ts'
import { authKey } from '../../apps/server/src/settings/secret.ts'
import { readBatch } from '../../apps/server/src/telemetry/ingest/batch.ts'
import { isoTime, readingsOf, StampedText, telemetryParts } from '../shared/bodies.ts'
import { makeHistory } from '../shared/made-history.ts'
import { seedMaintenance } from '../shared/seed.ts'
import type { FleetClient } from './job.ts'

/** Of a hundred boats, so many drain a backlog, have a camera, an owner whose program reads, and an owner with the app open. */
const SHARES = { draining: 10, camera: 10, byKey: 1, inTheApp: 2 }

const TASKS = 8
const LOG_ENTRIES = 5
/** A statement may have 65,535 parameters. */
const AT_ONCE = 2_000

const hasShare = (boat: number, percent: number, offset: number) => (boat + offset) % 100 < percent

/** A boat of an owner of its own, and what goes into the tables for it. */
function makeBoat(number: number, secret: string) {
  const [owner_id, vessel_id, id] = [randomUUIDv7(), randomUUIDv7(), randomUUIDv7()]
  const device = makeKey('ct_')
  const access = makeKey('bnk_')
  const token = randomBytes(16).toString('hex')
  const isDraining = hasShare(number, SHARES.draining, 0)
  const hasCamera = hasShare(number, SHARES.camera, 50)
  const ownerKey = hasShare(number, SHARES.byKey, 30) ? access.key : null
  const cookie = hasShare(number, SHARES.inTheApp, 70) ? sessionCookie(token, secret) : null
  const client: FleetClient = { vesselId: vessel_id, key: device.key, isDraining, hasCamera, ownerKey, cookie }
  return {
    client,
    connectionId: id,
    owner: { id: owner_id, name: 'Bench', email: `${number}@example.org`, plan: 'pro' as const },
    vessel: { id: vessel_id, owner_id, name: `Boat ${number}`, vessel_type: 'sailboat' as const },
    connection: { vessel_id, id, provider: 'signalk', config: '{}', key_hash: device.hash, key_prefix: device.prefix },
    accessKey: {
      id: randomUUIDv7(),
      owner_id,
      name: 'bench',
      prefix: access.prefix,
      key_hash: access.hash,
      scopes: ['read:vessel' as const],
      expires_at: null,
    },
    session: { id: randomUUIDv7(), owner_id, token, expires_at: new Date(Date.now() + 31 * 86_400_000) },
  }
}

export type FleetBoat = ReturnType<typeof makeBoat>

/** A session's cookie as better-auth signs it. */
function sessionCookie(token: string, secret: string): string {
  const signature = createHmac('sha256', authKey(secret)).update(token).digest('base64')
  return `binnacle.session_token=${encodeURIComponent(`${token}.${signature}`)}`
}

/** Puts so many boats into a database, each of its own owner, with tasks and a logbook. `secret` is the service's SECRET_KEY. */
export async function storeFleet(database: Database, count: number, secret: string): Promise<FleetBoat[]> {
  const boats = Array.from({ length: count }, (_, number) => makeBoat(number, secret))
  const put = async <T extends keyof Tables>(table: T, rows: Insertable<Tables[T]>[]) => {
    for (let from = 0; from < rows.length; from += AT_ONCE)
      await database.db
        .insertInto(table)
        .values(rows.slice(from, from + AT_ONCE))
        .execute()
  }
  await put('owner', boats.map(({ owner }) => owner)) // biome-ignore format: a table a line
  await put('vessel', boats.map(({ vessel }) => vessel)) // biome-ignore format: a table a line
  await put('connection', boats.map(({ connection }) => connection)) // biome-ignore format: a table a line
  await put('access_key', boats.map(({ accessKey }) => accessKey)) // biome-ignore format: a table a line
  await put('session', boats.map(({ session }) => session)) // biome-ignore format: a table a line
  await seedMaintenance(database, TASKS, LOG_ENTRIES)
  return boats
}

const BATCHES_AN_HOUR = 720
/** After the history, and before what a boat drains: marks of both would be in one row, and those of the run could not be counted. */
const HOURS_AGO = 40

/**
 * Gives these boats an hour of batches, as they would have been sent live, that is over and waits to be rolled up: what the roller has
 * to do in steady state for each boat each hour.
 */
export async function storePendingHours(database: Database, boats: FleetBoat[]): Promise<void> {
  const hour = Math.floor(Date.now() / 3_600_000) - HOURS_AGO
  const start = new Date(hour * 3_600_000)
  const text = new StampedText(telemetryParts(readingsOf(0, 20, 5_000)), isoTime)
  text.stamp(start.getTime())
  const { metrics, accepted, body } = readBatch(text.bytes, 'bench', start)
  for (const { vessel, connectionId } of boats)
    await sql`
      insert into telemetry_batch (vessel_id, connection_id, batch_key, last_at, first_at, arrived_at, metrics, accepted, hours_applied, body)
      select ${vessel.id}::uuid, ${connectionId}::uuid, gen_random_uuid(), t.at, t.at, t.at, ${metrics}, ${accepted}, false,
        replace(${body.toString()}::text, ${isoTime(start.getTime())}::text, to_char(t.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
      from (select ${start}::timestamptz + n * interval '5 seconds' as at from generate_series(0, ${BATCHES_AN_HOUR - 1}::integer) n) t`.execute(
      database.db,
    )
  await sql`insert into telemetry_pending_rollup (vessel_id, hour, marked_at)
    select v, ${hour}, now() - interval '1 hour' from unnest(${boats.map(({ vessel }) => vessel.id)}::uuid[]) v`.execute(
    database.db,
  )
}

const HOUR_MS = 3_600_000

/** Days of readings of each boat, made from one hour; they end two days ago, before the hours of storePendingHours. */
export function storeHistory(database: Database, boats: FleetBoat[], days: number): Promise<void> {
  const start = Math.floor(Date.now() / HOUR_MS - 2 * 24) * HOUR_MS
  const senders = boats.map(({ vessel, connectionId, connection }) => ({
    ...{ vesselId: vessel.id, connectionId, key: { hash: connection.key_hash } },
  }))
  return makeHistory(database, senders, start, days)
}

/** As owners have set it long ago; and the service has seen this clock for long, so that the first pass deletes. */
export async function limitReadings({ db }: Database, days: number): Promise<void> {
  await sql`update vessel set telemetry_keep_days = ${days}, telemetry_keep_from = now() - interval '8 days'`.execute(
    db,
  )
}
