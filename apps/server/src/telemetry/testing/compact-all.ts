import { sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import { compactDay } from '../blocks/compact.ts'

/** Makes blocks of all that waits, as the service does in the background; how many there are then. */
export async function compactAll(database: Database, now = new Date()): Promise<number> {
  const { signal } = new AbortController()
  while (await compactDay(database, now, signal));
  const { rows } = await sql<{ n: number }>`select count(block)::integer as n from telemetry_batch`.execute(database.db)
  return rows[0]!.n
}
