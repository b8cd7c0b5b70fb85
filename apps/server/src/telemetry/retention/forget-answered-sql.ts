import { sql } from 'kysely'
import type { Database, Db } from '../../db/database.ts'
import { dayOf } from '../rollups/day/time-grid.ts'

/** Rows of a statement, each of an hour of a connection: some tens of milliseconds. */
const ROWS = 1_000

/**
 * Forgets the batches in blocks that need no longer be known, of the vessels after one id and up to another: those of hours of
 * which the last arrived before a time, and all of a connection that has been removed, since nobody can send them again.
 * Connections are found one by one in the index, so what stays is not read.
 */
export async function forgetAnswered(
  { db, spread }: Database,
  after: string,
  upTo: string,
  rememberedFrom: Date,
  signal: AbortSignal,
): Promise<void> {
  // A day more, for a clock that is set.
  const before = dayOf(rememberedFrom.getTime()) - 1
  if (spread) return forgetOnEachServer(db, after, upTo, before)
  for (let isLast = false; !isLast; ) {
    signal.throwIfAborted()
    const { numAffectedRows } = await sql`
      with recursive sender as (
        (select vessel_id, connection_id from telemetry_answered where vessel_id > ${after} and vessel_id <= ${upTo} order by 1, 2 limit 1)
        union all
        select n.* from sender s cross join lateral (
          select a.vessel_id, a.connection_id from telemetry_answered a
          where (a.vessel_id, a.connection_id) > (s.vessel_id, s.connection_id) and a.vessel_id <= ${upTo} order by 1, 2 limit 1
        ) n
      ), due as (
        select s.*, case when c.id is null then 2147483647 else ${before}::integer end as before
        from sender s left join connection c on c.vessel_id = s.vessel_id and c.id = s.connection_id
      )
      delete from telemetry_answered where ctid = any(array(
        select old.ctid from due d cross join lateral (
          select a.ctid from telemetry_answered a
          where a.vessel_id = d.vessel_id and a.connection_id = d.connection_id and a.day < d.before limit ${ROWS}
        ) old limit ${ROWS}
      ))`.execute(db)
    isLast = (numAffectedRows ?? 0n) < ROWS
  }
}

/** One statement for each server of a cluster, which reads all that is remembered of these vessels. */
async function forgetOnEachServer(db: Db, after: string, upTo: string, before: number): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from connection where vessel_id > ${after} and vessel_id <= ${upTo}`.execute(db)
  await sql`
    delete from telemetry_answered a where a.vessel_id > ${after} and a.vessel_id <= ${upTo}
      and (a.day < ${before}::integer or a.connection_id <> all(${rows.map(({ id }) => id)}::uuid[]))`.execute(db)
}
