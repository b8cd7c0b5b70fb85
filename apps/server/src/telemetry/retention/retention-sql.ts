import { sql, type Transaction } from 'kysely'
import type { Database, Db } from '../../db/database.ts'
import type { Tables } from '../../db/schema/tables.ts'
import { FIRST_MS } from '../../http/values/instant.ts'
import type { StoredRow } from '../blocks/stored-row.ts'
import { HOUR_MS, hourOf } from '../rollups/day/time-grid.ts'
import { BATCH_KEY, firstRows } from './step-sql.ts'

/** What a vessel's readings are kept by. */
export interface Rule {
  /** The operator's limit, days; null: none. */
  keepDays: number | null
  now: Date
  /** Batches that arrived before this need no longer be remembered by their key. */
  rememberedFrom: Date
}

interface Looked {
  vesselId: string
  /** Readings before this hour are older than the limit; null: there is none. */
  due: number | null
  /** Whether anything of it may have to go, or to be added to archived hours. */
  waits: boolean
}

/** Vessels in the order of their ids, after this one: least() leaves out what is null. */
export async function lookAtVessels(database: Database, after: string, limit: number, rule: Rule): Promise<Looked[]> {
  const { db, spread } = database
  if (spread) return lookAtEach(db, after, limit, rule)
  const { rows } = await sql<Looked>`
    select v.id as "vesselId", v.due,
      exists (
        select from telemetry_batch b
        where b.vessel_id = v.id and b.last_at < to_timestamp(v.due * 3600.0) and b.arrived_at < ${rule.rememberedFrom}
      ) or exists (select from telemetry_pending_rollup u where u.vessel_id = v.id and u.hour < s.before_hour) as waits
    from (
      select v.id, ${due(rule)} as due
      from vessel v where v.id > ${after} order by v.id limit ${limit}
    ) v left join telemetry_archived s on s.vessel_id = v.id
    order by v.id`.execute(db)
  return rows
}

const due = ({ now, keepDays }: Rule) => sql<number | null>`
  ${hourOf(now.getTime())}::integer - 24 * least(case when v.telemetry_keep_from <= ${now} then v.telemetry_keep_days end, ${keepDays}::integer)`

/** On a cluster the vessels and their readings are not on the same server. */
async function lookAtEach(db: Db, after: string, limit: number, rule: Rule): Promise<Looked[]> {
  const { rows: vessels } = await sql<Omit<Looked, 'waits'>>`
    select v.id as "vesselId", ${due(rule)} as due from vessel v where v.id > ${after} order by v.id limit ${limit}`.execute(
    db,
  )
  const looked: Looked[] = []
  for (const { vesselId, due } of vessels) {
    const { rows } = await sql<{ waits: boolean }>`
      select exists (
        select from telemetry_batch b
        where b.vessel_id = ${vesselId} and b.last_at < to_timestamp(${due}::integer * 3600.0) and b.arrived_at < ${rule.rememberedFrom}
      ) or exists (
        select from telemetry_pending_rollup u join telemetry_archived s on s.vessel_id = u.vessel_id
        where u.vessel_id = ${vesselId} and u.hour < s.before_hour
      ) as waits`.execute(db)
    looked.push({ vesselId, due, waits: rows[0]!.waits })
  }
  return looked
}

/** Another process deletes what is old. */
export class Busy extends Error {}

/** One process at a time, until the transaction ends. Throws Busy when another is at it. */
export async function lockRetention(tx: Transaction<Tables>): Promise<void> {
  const { rows } = await sql<{ got: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('retention', 0)) as got`.execute(tx)
  if (!rows[0]!.got) throw new Busy('another process deletes what is old')
}

/** Keeps a vessel from being deleted until the transaction ends, which no ingest waits for; false when it has gone. */
export async function keepVessel(tx: Transaction<Tables>, vesselId: string): Promise<boolean> {
  const { rows } = await sql`select from vessel where id = ${vesselId} for key share`.execute(tx)
  return rows.length > 0
}

/**
 * Holds what is archived of a vessel until the transaction ends, as a new version, and gives the hour before which it is
 * archived; null when the vessel has gone.
 */
export async function lockArchived(tx: Transaction<Tables>, vesselId: string): Promise<number | null> {
  if (!(await keepVessel(tx, vesselId))) return null
  const { rows } = await sql<{ before_hour: number }>`
    insert into telemetry_archived as s (vessel_id, before_hour, version) values (${vesselId}, ${hourOf(FIRST_MS)}, 1)
    on conflict (vessel_id) do update set version = s.version + 1
    returning before_hour`.execute(tx)
  return rows[0]!.before_hour
}

/** The first hour that waits to be rolled up, or added to. */
export async function firstPending(tx: Transaction<Tables>, vesselId: string): Promise<number | null> {
  const { rows } = await sql<{ hour: number | null }>`
    select min(hour) as hour from telemetry_pending_rollup where vessel_id = ${vesselId}`.execute(tx)
  return rows[0]!.hour
}

const instant = (hour: number) => new Date(hour * HOUR_MS)

const NARROW = sql`b.last_at - b.first_at <= interval '24 hours'`

/** So many batches are archived in a transaction, and what else ends in the hour of the last. */
export const BATCHES_A_STEP = 10_000

/** How far a step goes, at most to `to`. */
export async function stepFrom(tx: Transaction<Tables>, vesselId: string, from: number, to: number): Promise<number> {
  if (from >= to) return from
  const { rows } = await sql<{ last_at: Date }>`
    select b.last_at from telemetry_batch b
    where b.vessel_id = ${vesselId} and b.last_at >= ${instant(from)} and b.last_at < ${instant(to)}
    order by b.last_at offset ${BATCHES_A_STEP} limit 1`.execute(tx)
  const [next] = rows
  return next ? Math.min(to, hourOf(next.last_at.getTime()) + 1) : to
}

export interface Gone {
  batches: number
  readings: number
}

/**
 * Archives the finished hours of the vessel from one to before another. Batches that end in them go; of those that stay, since
 * they also reach into later hours or are still remembered, the part in them no longer counts. Those over more than a day are
 * added first.
 */
export async function archiveHours(
  tx: Transaction<Tables>,
  vesselId: string,
  from: number,
  to: number,
  rememberedFrom: Date,
): Promise<Gone> {
  await sql`update telemetry_archived set before_hour = ${to} where vessel_id = ${vesselId}`.execute(tx)
  await sql`
    update telemetry_batch b set first_at = ${instant(to)}
    where b.vessel_id = ${vesselId} and b.last_at >= ${instant(from)} and b.last_at < ${instant(to + 24)}
      and b.first_at < ${instant(to)} and ${NARROW} and (b.last_at >= ${instant(to)} or b.arrived_at >= ${rememberedFrom})`.execute(
    tx,
  )
  const { rows } = await sql<Gone>`
    with gone as (
      delete from telemetry_batch b
      where b.vessel_id = ${vesselId} and b.last_at >= ${instant(from)} and b.last_at < ${instant(to)}
        and b.arrived_at < ${rememberedFrom} and ${NARROW}
      returning b.accepted
    ) select count(*)::integer as batches, coalesce(sum(accepted), 0)::integer as readings from gone`.execute(tx)
  return rows[0]!
}

/** Deletes batches that came late, for hours that were archived by then, and need not be remembered any longer. */
export async function deleteLate(
  tx: Transaction<Tables>,
  vesselId: string,
  before: number,
  rememberedFrom: Date,
): Promise<Gone> {
  const old = sql`
    b.vessel_id = ${vesselId} and b.last_at < ${instant(before)} and b.arrived_at < ${rememberedFrom} and ${NARROW}`
  const { which } = await firstRows(tx, 'telemetry_batch', BATCH_KEY, old, BATCHES_A_STEP)
  const { rows } = await sql<Gone>`
    with gone as (
      delete from telemetry_batch b where ${which} returning b.accepted
    ) select count(*)::integer as batches, coalesce(sum(accepted), 0)::integer as readings from gone`.execute(tx)
  return rows[0]!
}

/** A batch of which readings are in archived hours and not in their rollups. */
export interface LateBatch extends StoredRow {
  connection_id: string
  first_at: Date
}

const MAX_ADDED = 500

/** Batches of at most a day that came when their hours were archived already, some of them. */
export async function lateBatches(tx: Transaction<Tables>, vesselId: string, before: number): Promise<LateBatch[]> {
  const { rows } = await sql<LateBatch>`
    select b.connection_id, b.batch_key, b.first_at, b.arrived_at, b.body, b.block from telemetry_batch b
    where b.vessel_id = ${vesselId} and b.last_at < ${instant(before + 24)} and b.first_at < ${instant(before)}
      and b.last_at >= b.first_at and ${NARROW} and b.accepted > 0
    order by b.last_at limit ${MAX_ADDED}`.execute(tx)
  return rows
}

/** Batches over more than a day that end in archived hours, some of them. They are in no rollup. */
export async function wideBatches(tx: Transaction<Tables>, vesselId: string, before: number): Promise<LateBatch[]> {
  const { rows } = await sql<LateBatch>`
    select b.connection_id, b.batch_key, b.first_at, b.arrived_at, b.body, b.block from telemetry_batch b
    where b.vessel_id = ${vesselId} and b.last_at < ${instant(before)} and b.last_at - b.first_at > interval '24 hours'
    order by b.last_at limit ${MAX_ADDED}`.execute(tx)
  return rows
}

/** From here on the rollups have what these batches hold of archived hours. */
export async function noteAdded(
  tx: Transaction<Tables>,
  vesselId: string,
  before: number,
  batches: LateBatch[],
): Promise<void> {
  await sql`
    update telemetry_batch b set first_at = ${instant(before)}
    from unnest(${batches.map((b) => b.connection_id)}::uuid[], ${batches.map((b) => b.batch_key)}::uuid[]) k(connection_id, batch_key)
    where b.vessel_id = ${vesselId} and b.connection_id = k.connection_id and b.batch_key = k.batch_key`.execute(tx)
}
