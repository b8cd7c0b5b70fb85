import type { Database } from '../../db/database.ts'
import { rollUpDay } from '../rollups/roll-up.ts'

const LATER_MS = 365 * 24 * 3_600_000

/** Rolls up every hour that waits, as the service would have done a year from now. */
export async function rollUpAll(database: Database): Promise<void> {
  const { signal } = new AbortController()
  while (await rollUpDay(database, new Date(Date.now() + LATER_MS), signal));
}
