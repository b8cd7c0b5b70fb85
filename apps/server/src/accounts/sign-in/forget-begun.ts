import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

const EVERY_MS = 60_000

/**
 * Gives a function that deletes the sign-ins that were begun and not finished in time, at most once a minute. Strangers begin as many
 * as they like, and better-auth deletes them only when one is finished.
 */
export function forgetBegun(db: Db): () => Promise<void> {
  let next = 0
  return async () => {
    if (performance.now() < next) return
    next = performance.now() + EVERY_MS
    await sql`delete from verification where expires_at < now()`.execute(db)
  }
}
