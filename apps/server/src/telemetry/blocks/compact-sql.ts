import { randomUUIDv7 } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Tables } from '../../db/schema/tables.ts'
import { keepVessel } from '../retention/retention-sql.ts'
import { DAY_MS, dayOf, HOUR_MS } from '../rollups/day/time-grid.ts'
import type { Block } from './block.ts'
import type { StoredRow } from './stored-row.ts'

/** A day of a vessel that one process compacts. */
export interface Claim {
  vesselId: string
  /** Days since 1970. */
  day: number
  /** Until when it is claimed: what is noted for the day meanwhile has another time. */
  until: Date
}

/** A process that died leaves its day to others after this. */
const CLAIM_MS = 10 * 60_000

/** Looked at together: other processes claim the first ones of them meanwhile. */
const CANDIDATES = 16

/** Claims the newest day that has batches for blocks; null if there is none. */
export async function claimDay(db: Db, now: Date): Promise<Claim | null> {
  const until = new Date(now.getTime() + CLAIM_MS)
  for (;;) {
    const { rows: candidates } = await sql<Omit<Claim, 'until'>>`
      select d.vessel_id as "vesselId", d.day - date '1970-01-01' as day from telemetry_day d where d.compact_at <= ${now}
      order by d.day desc, d.vessel_id limit ${CANDIDATES}`.execute(db)
    for (const candidate of candidates) {
      const { numAffectedRows } = await sql`
        update telemetry_day set compact_at = ${until} where ${ofDay(candidate)} and compact_at <= ${now}`.execute(db)
      if (numAffectedRows) return { ...candidate, until }
    }
    if (candidates.length < CANDIDATES) return null
  }
}

const ofDay = ({ vesselId, day }: Omit<Claim, 'until'>) =>
  sql`vessel_id = ${vesselId} and day = date '1970-01-01' + ${day}::integer`

const ofClaim = (claim: Claim) => sql`${ofDay(claim)} and compact_at = ${claim.until}`

/** The day is compacted, unless an hour of it was rolled up meanwhile. */
export async function completeClaim(db: Db, claim: Claim): Promise<void> {
  await sql`update telemetry_day set compact_at = null where ${ofClaim(claim)}`.execute(db)
}

export async function release(db: Db, claim: Claim): Promise<void> {
  await sql`update telemetry_day set compact_at = '-infinity' where ${ofClaim(claim)}`.execute(db)
}

/** The hours that were just rolled up have batches for blocks. */
export async function noteForBlocks(tx: Transaction<Tables>, vesselId: string, day: number): Promise<void> {
  await sql`
    update telemetry_day set compact_at = '-infinity'
    where vessel_id = ${vesselId} and day = date '1970-01-01' + ${day}::integer`.execute(tx)
}

/** What cannot be compacted is tried again a day later, so that it keeps nothing else waiting. */
export async function postpone(db: Db, claim: Claim, now: Date): Promise<void> {
  await sql`update telemetry_day set compact_at = ${new Date(now.getTime() + DAY_MS)} where ${ofClaim(claim)}`.execute(
    db,
  )
}

/** Days of all vessels that have batches for blocks. */
export async function daysToCompact(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from telemetry_day where compact_at is not null`.execute(db)
  return rows[0]!.n
}

/** A row of telemetry_batch that ends in an hour. */
export interface Row extends StoredRow {
  body_hash: string | null
  first_at: Date
  last_at: Date
  metrics: number
  accepted: number
  hours_applied: boolean
}

/** Readings of a block, so that neither who makes it nor who reads it keeps the thread for long: some 20 ms. */
export const MAX_READINGS = 7_500
/** A full batch of usual readings has a fifth of it. */
const MAX_BODY_BYTES = 64 * 1024

/** A block must be found as a batch of at most a day is, so none goes into it that is much wider than its hour. */
const inHour = (vesselId: string, hour: number) => sql`
  b.vessel_id = ${vesselId} and b.last_at >= ${new Date(hour * HOUR_MS)} and b.last_at < ${new Date((hour + 1) * HOUR_MS)}
  and b.last_at - b.first_at <= interval '12 hours'`

/**
 * A full block stays as it is, and what is unusually large stays single: whoever opens a block opens all of it. So does a batch
 * of which nothing was accepted: what was sent is not known.
 */
const isForBlocks = sql`case when b.block is null then b.accepted > 0 and octet_length(b.body) <= ${MAX_BODY_BYTES} else b.accepted < ${MAX_READINGS / 2} end`

/** An hour of an onboard device, of which one block is made, or a few. */
export interface DeviceHour {
  vesselId: string
  connectionId: string
  /** Since 1970. */
  hour: number
}

/** The finished hours of a day in which there are single batches of a device, oldest first. */
export async function hoursOf(db: Db, vesselId: string, day: number): Promise<DeviceHour[]> {
  const from = new Date(day * DAY_MS)
  const to = new Date((day + 1) * DAY_MS)
  const { rows } = await sql<DeviceHour>`
    select ${vesselId} as "vesselId", h.connection_id as "connectionId", h.hour from (
      select distinct b.connection_id, floor(date_part('epoch', b.last_at) / 3600)::integer as hour from telemetry_batch b
      where b.vessel_id = ${vesselId} and b.last_at >= ${from} and b.last_at < ${to} and b.block is null and ${isForBlocks}
    ) h where not exists (select from telemetry_pending_rollup u where u.vessel_id = ${vesselId} and u.hour = h.hour)
    order by h.hour, h.connection_id`.execute(db)
  return rows
}

/** What of a device ends in an hour, blocks first, then by arrival: at most so many rows. */
export async function rowsOf(db: Db, { vesselId, connectionId, hour }: DeviceHour, most: number): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select b.batch_key, b.body_hash, b.first_at, b.last_at, b.arrived_at, b.metrics, b.accepted, b.hours_applied, b.body, b.block
    from telemetry_batch b where ${inHour(vesselId, hour)} and b.connection_id = ${connectionId} and ${isForBlocks}
    order by b.block is null, b.arrived_at, b.batch_key limit ${most}`.execute(db)
  return rows
}

/** What the batches of a device that ended in an hour and are in blocks are known by: how many bytes each, and all together. */
export interface Known {
  markBytes: number
  bytes: number
}

/** Of each batch from now on (migration 0037): 6 of its key, 3 of the digest of what was sent with it. */
const MARK_BYTES = 9

export async function knownOf(db: Db, { vesselId, connectionId, hour }: DeviceHour): Promise<Known> {
  const { rows } = await sql<Known>`
    select mark_bytes as "markBytes", octet_length(batches) as bytes from telemetry_answered
    where vessel_id = ${vesselId} and connection_id = ${connectionId} and hour = ${hour}`.execute(db)
  return rows[0] ?? { markBytes: MARK_BYTES, bytes: 0 }
}

/** Batches changed while a block was made of them. */
export class Overtaken extends Error {}

export interface NewBlock extends Block {
  first_at: Date
  last_at: Date
  arrived_at: Date
  metrics: number
  accepted: number
}

/**
 * Puts blocks in the place of rows; those of `repeatable` are remembered, so that a repeat is known. Throws Overtaken when a row has
 * changed.
 */
export async function replaceByBlocks(
  tx: Transaction<Tables>,
  { vesselId, connectionId, hour }: DeviceHour,
  rows: readonly Row[],
  repeatable: readonly Row[],
  { markBytes }: Known,
  blocks: readonly NewBlock[],
): Promise<void> {
  if (!(await keepVessel(tx, vesselId))) throw new Overtaken('the vessel has gone')
  const { rows: gone } = await sql<{ batch_key: string; first_at: Date }>`
    delete from telemetry_batch b
    where ${inHour(vesselId, hour)} and b.connection_id = ${connectionId} and b.batch_key = any(${rows.map((row) => row.batch_key)}::uuid[])
    returning b.batch_key, b.first_at`.execute(tx)
  const firstOf = new Map(gone.map(({ batch_key, first_at }) => [batch_key, first_at.getTime()]))
  const isSame = rows.every(({ batch_key, first_at }) => firstOf.get(batch_key) === first_at.getTime())
  if (!isSame) throw new Overtaken('a batch was deleted or archived')
  await sql`
    insert into telemetry_answered as t (vessel_id, connection_id, hour, day, mark_bytes, batches, applied)
    select ${vesselId}::uuid, ${connectionId}::uuid, ${hour}::integer, max(r.day), ${markBytes}::smallint,
      string_agg(batch_mark(r.batch_key, r.body_hash, ${markBytes}::smallint), ''),
      coalesce(string_agg(key_mark(r.batch_key, ${markBytes}::smallint), '') filter (where r.hours_applied), '')
    from unnest(
      ${repeatable.map(({ arrived_at }) => dayOf(arrived_at.getTime()))}::integer[], ${repeatable.map((row) => row.batch_key)}::uuid[],
      ${repeatable.map((row) => row.body_hash)}::uuid[], ${repeatable.map((row) => row.hours_applied)}::boolean[]
    ) r(day, batch_key, body_hash, hours_applied) having count(*) > 0
    on conflict (vessel_id, connection_id, hour) do update
    set day = greatest(t.day, excluded.day), batches = t.batches || excluded.batches, applied = t.applied || excluded.applied`.execute(
    tx,
  )
  await tx
    .insertInto('telemetry_batch')
    .values(
      blocks.map((block) => ({
        ...block,
        vessel_id: vesselId,
        connection_id: connectionId,
        // In the order of time: the keys of single batches, which are random, keep to few pages of the index.
        batch_key: randomUUIDv7(),
        body_hash: null,
        hours_applied: false,
        rejected: null,
      })),
    )
    .execute()
}
