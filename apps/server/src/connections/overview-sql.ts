import type { ConnectionOverview, WithDates } from '@binnacle/contract'
import { type ExpressionBuilder, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Tables } from '../db/schema/tables.ts'
import { shownConnection } from './sql.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** A connection with its provider, the readings of its last 24 hours and the cameras that it sends for. */
type ConnectionWithUse = WithDates<ConnectionOverview>

/** A vessel's connections in the order in which they were made; a provider that has left the catalogue is named by its slug. */
export async function listConnectionsWithUse(db: Db, vesselId: string, now: Date): Promise<ConnectionWithUse[]> {
  const rows = await db
    .selectFrom('connection')
    .leftJoin('provider', 'provider.slug', 'connection.provider')
    .select(shownConnection)
    .select(['provider.name', 'provider.covers'])
    .leftJoin(
      readingsSince(db, vesselId, new Date(Math.floor((now.getTime() - DAY_MS) / HOUR_MS) * HOUR_MS)).as('sent'),
      'sent.connection_id',
      'connection.id',
    )
    .select('sent.readings')
    .select((row) => camerasOf(row).as('cameras'))
    .where('connection.vessel_id', '=', vesselId)
    .orderBy('connection.created_at')
    .orderBy('connection.id')
    .execute()
  return rows.map(({ name, covers, readings, cameras, ...connection }) => ({
    ...connection,
    provider_name: name ?? connection.provider,
    covers: covers ?? [],
    readings_last_day: Number(readings ?? 0),
    cameras: cameras ?? [],
  }))
}

type Row = ExpressionBuilder<Tables, 'connection'>

/**
 * A batch counts by its last reading, which is how batches are found, and from a full hour on, as those of an hour may be in a
 * block.
 */
const readingsSince = (db: Db, vesselId: string, from: Date) =>
  db
    .selectFrom('telemetry_batch as b')
    .where('b.vessel_id', '=', vesselId)
    .where('b.last_at', '>=', from)
    .groupBy('b.connection_id')
    .select((batch) => ['b.connection_id', batch.fn.sum<string>('b.accepted').as('readings')])

const camerasOf = (row: Row) =>
  row
    .selectFrom('camera as c')
    .whereRef('c.vessel_id', '=', 'connection.vessel_id')
    .whereRef('c.connection_id', '=', 'connection.id')
    .select(
      sql<{ id: string; label: string }[] | null>`
        json_agg(json_build_object('id', c.id, 'label', c.label) order by c.created_at, c.id)`.as('cameras'),
    )
