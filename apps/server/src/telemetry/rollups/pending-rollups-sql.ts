import { randomUUID } from 'node:crypto'
import { LIMITS } from '@binnacle/contract'
import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { Database, Db } from '../../db/database.ts'
import type { Tables } from '../../db/schema/tables.ts'
import type { Newest } from './day/day-rollup.ts'
import { HOUR_MS, hourOf } from './day/time-grid.ts'

/** Pending hours of one day of a vessel that one process rolls up. */
export interface Claim {
  vesselId: string
  hours: number[]
  /** Identifies the claim. A time is not enough: released hours may be claimed again in the same millisecond. */
  id: string
  /** Number of a transaction: when all before it have ended, every batch that did not see the claim can be seen. */
  horizon: string
}

/** An hour is rolled up when it is over and this long after its first pending batch, so that later batches are included. */
const READY_AFTER_MS = 2 * 60_000
/** Claims of a process that died expire after this. */
const CLAIM_MS = 10 * 60_000

const claimable = (now: Date): RawBuilder<boolean> =>
  sql<boolean>`(u.claimed_at is null or u.claimed_at <= ${new Date(now.getTime() - CLAIM_MS)})`

/** Archived hours are not rolled up again: late readings are added to their rollups (retention/add.ts). */
const ready = (now: Date): RawBuilder<boolean> => sql<boolean>`(
  u.hour < ${hourOf(now.getTime() - READY_AFTER_MS)} and u.marked_at <= ${new Date(now.getTime() - READY_AFTER_MS)}
  and ${claimable(now)}
  and not exists (select from telemetry_archived s where s.vessel_id = u.vessel_id and u.hour < s.before_hour))`

/** Looked at together: other processes claim the first ones of them meanwhile. */
const CANDIDATES = 16

/** Claims the newest hour that is ready, and the ready hours of the same day of the vessel; null if there are none. */
export async function claimDay(database: Database, now: Date): Promise<Claim | null> {
  for (;;) {
    const { rows: candidates } = await sql<{ vessel_id: string; midnight: number }>`
      select u.vessel_id, floor(u.hour / 24.0)::integer * 24 as midnight from telemetry_pending_rollup u
      where ${ready(now)} order by u.hour desc limit ${CANDIDATES}`.execute(database.db)
    for (const { vessel_id, midnight } of candidates) {
      const id = randomUUID()
      const { rows } = await sql<{ vessel_id: string; hour: number }>`
        update telemetry_pending_rollup u set claimed_at = ${now}, claim = ${id}
        where u.vessel_id = ${vessel_id} and u.hour between ${midnight} and ${midnight + 23} and ${ready(now)}
        returning u.vessel_id, u.hour`.execute(database.db)
      if (rows.length > 0) return claimOf(database, id, rows)
    }
    if (candidates.length < CANDIDATES) return null
  }
}

/** Claims the archived hours of a vessel for which late readings arrived; null if there are none. */
export async function claimArchived(database: Database, vesselId: string, now: Date): Promise<Claim | null> {
  const id = randomUUID()
  const { rows } = await sql<{ vessel_id: string; hour: number }>`
    update telemetry_pending_rollup u set claimed_at = ${now}, claim = ${id}
    from telemetry_archived s where u.vessel_id = ${vesselId} and s.vessel_id = u.vessel_id and u.hour < s.before_hour and ${claimable(now)}
    returning u.vessel_id, u.hour`.execute(database.db)
  return claimOf(database, id, rows)
}

async function claimOf({ db }: Database, id: string, rows: { vessel_id: string; hour: number }[]) {
  const [first] = rows
  if (!first) return null
  // Read after the claim is committed: every transaction that starts from here on sees the claim.
  const { rows: after } = await sql<{
    horizon: string
  }>`select pg_snapshot_xmax(pg_current_snapshot())::text as horizon`.execute(db)
  return { vesselId: first.vessel_id, hours: rows.map(({ hour }) => hour), id, horizon: after[0]!.horizon }
}

/**
 * Whether every transaction of this database that may not have seen the claim has ended. A snapshot has those of the whole
 * server, where the database of another program may have one open for hours.
 */
export async function isPassed({ db }: Database, { horizon }: Claim): Promise<boolean> {
  const { rows } = await sql<{ passed: boolean }>`
    select not exists (
      select from pg_snapshot_xip(pg_current_snapshot()) running
      where running < ${horizon}::text::xid8 and not exists (
        select from pg_stat_activity other where other.backend_xid = running::xid and other.datname <> current_database()
      )) as passed`.execute(db)
  return rows[0]!.passed
}

const ofClaim = ({ vesselId, hours, id }: Claim) =>
  sql`vessel_id = ${vesselId} and hour = any(${hours}::integer[]) and claim = ${id} and claimed_at is not null`

/** Releases the hours, so that they are rolled up later. */
export async function release({ db }: Database, claim: Claim): Promise<void> {
  await sql`update telemetry_pending_rollup set claimed_at = null where ${ofClaim(claim)}`.execute(db)
}

/**
 * Marks the hours of the claim as rolled up. False if a batch arrived for one of them, or another process took the claim over:
 * then the caller must roll back.
 */
export async function completeClaim(tx: Transaction<Tables>, claim: Claim): Promise<boolean> {
  const { numAffectedRows } = await sql`delete from telemetry_pending_rollup where ${ofClaim(claim)}`.execute(tx)
  return numAffectedRows === BigInt(claim.hours.length)
}

/** Whether an hour of the claim was archived meanwhile: then what was read of it no longer takes the place of what is kept. */
export async function isArchived(tx: Transaction<Tables>, { vesselId, hours }: Claim): Promise<boolean> {
  const { rows } = await sql`
    select from telemetry_archived where vessel_id = ${vesselId} and before_hour > ${Math.min(...hours)}`.execute(tx)
  return rows.length > 0
}

/** The number of pending hours of all vessels that are over. */
export async function backlog(db: Db, now: Date): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from telemetry_pending_rollup u where u.hour < ${hourOf(now.getTime() - HOUR_MS)}`.execute(
    db,
  )
  return rows[0]!.n
}

/** One writer at a time for a day of a vessel, until the transaction ends. */
export async function lockDay(tx: Transaction<Tables>, vesselId: string, day: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`rollup ${vesselId} ${day}`}, 0))`.execute(tx)
}

/** What a finished day of a series keeps, encoded. */
export interface StoredParts {
  metric: number
  instance: string
  buckets: string
  track: string | null
  changes: string | null
}

/** A row of telemetry_rollup but for its vessel and day. */
export interface StoredDay extends StoredParts {
  readings: number
  least: number | null
  greatest: number | null
  mean: number | null
  last: number | null
  last_slot: number | null
}

/** The finished days of these series, as far as there are any. */
export async function storedDays(
  tx: Transaction<Tables>,
  vesselId: string,
  day: number,
  series: { metric: number; instance: string }[],
): Promise<StoredParts[]> {
  const { rows } = await sql<StoredParts>`
    select r.metric, r.instance, r.buckets, r.track, r.changes
    from unnest(${series.map(({ metric }) => metric)}::smallint[], ${series.map(({ instance }) => instance)}::text[]) s(metric, instance)
    join telemetry_rollup r on r.vessel_id = ${vesselId} and r.metric = s.metric and r.instance = s.instance and r.day = ${day}`.execute(
    tx,
  )
  return rows
}

/** Writes the finished day of each series in the place of what was there. */
export async function storeDays(
  tx: Transaction<Tables>,
  vesselId: string,
  day: number,
  days: StoredDay[],
): Promise<void> {
  const column = <T extends keyof StoredDay>(name: T) => days.map((row) => row[name])
  await sql`
    insert into telemetry_rollup (vessel_id, day, metric, instance, readings, least, greatest, mean, last, last_slot, buckets, track, changes)
    select ${vesselId}, ${day}, d.* from unnest(
      ${column('metric')}::smallint[], ${column('instance')}::text[], ${column('readings')}::integer[],
      ${column('least')}::double precision[], ${column('greatest')}::double precision[], ${column('mean')}::double precision[],
      ${column('last')}::double precision[], ${column('last_slot')}::smallint[],
      ${column('buckets')}::text[], ${column('track')}::text[], ${column('changes')}::text[]) d
    on conflict (vessel_id, metric, instance, day) do update set
      readings = excluded.readings, least = excluded.least, greatest = excluded.greatest, mean = excluded.mean,
      last = excluded.last, last_slot = excluded.last_slot,
      buckets = excluded.buckets, track = excluded.track, changes = excluded.changes`.execute(tx)
}

interface NewestOfSeries extends Newest {
  metric: number
  instance: string
}

/** Keeps the newest reading of each series, unless a newer one is known. */
export async function storeNewest(tx: Transaction<Tables>, vesselId: string, newest: NewestOfSeries[]): Promise<void> {
  const column = <T extends keyof NewestOfSeries>(name: T) => newest.map((row) => row[name])
  await sql`
    insert into telemetry_latest as l (vessel_id, metric, instance, measured_at, arrived_at, unit, value, text_value)
    select ${vesselId}, n.* from unnest(
      ${column('metric')}::smallint[], ${column('instance')}::text[],
      ${newest.map(({ at }) => new Date(at))}::timestamptz[], ${newest.map(({ arrived }) => new Date(arrived))}::timestamptz[],
      ${column('unit')}::text[], ${column('value')}::double precision[], ${column('text')}::text[]) n(metric, instance, at, arrived, unit, value, text_value)
    on conflict (vessel_id, metric, instance) do update set
      measured_at = excluded.measured_at, arrived_at = excluded.arrived_at,
      unit = excluded.unit, value = excluded.value, text_value = excluded.text_value
    where (excluded.measured_at, excluded.arrived_at, coalesce(excluded.value, '-infinity'), coalesce(excluded.text_value, '') collate "C")
      > (l.measured_at, l.arrived_at, coalesce(l.value, '-infinity'), coalesce(l.text_value, '') collate "C")`.execute(
    tx,
  )
  await sql`
    delete from telemetry_latest where vessel_id = ${vesselId} and (measured_at, metric, instance) <= (
      select l.measured_at, l.metric, l.instance from telemetry_latest l where l.vessel_id = ${vesselId}
      order by l.measured_at desc, l.metric desc, l.instance desc offset ${LIMITS.seriesPerVessel} limit 1)`.execute(tx)
}
