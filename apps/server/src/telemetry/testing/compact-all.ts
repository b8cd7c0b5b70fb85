import type { Database } from '../../db/database.ts'
import { compactDay } from '../blocks/compact.ts'

/** Makes blocks of all that waits, as the service does in the background. */
export async function compactAll(database: Database, now = new Date()): Promise<void> {
  const { signal } = new AbortController()
  while (await compactDay(database, now, signal));
}
