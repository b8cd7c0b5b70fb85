import type { Database } from '../../../db/database.ts'
import { rollDay } from '../roll.ts'

const LATER_MS = 365 * 24 * 3_600_000

/** Rolls every hour that waits, as the service would have done a year from now. */
export async function rollAll(database: Database): Promise<void> {
  const { signal } = new AbortController()
  while (await rollDay(database, new Date(Date.now() + LATER_MS), signal));
}
