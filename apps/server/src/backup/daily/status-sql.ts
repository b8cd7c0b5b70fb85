import { sql } from 'kysely'
import { ADVISORY_LOCKS } from '../../db/advisory-locks.ts'
import type { Db } from '../../db/database.ts'
import type { BackupStatus } from './daily-rule.ts'

const NONE: BackupStatus = { made_at: null, bytes: null, failed_at: null, problem: null }

export async function readStatus(db: Db): Promise<BackupStatus> {
  const { rows } = await sql<BackupStatus>`
    select made_at, bytes::double precision as bytes, failed_at, problem from backup_status`.execute(db)
  return rows[0] ?? NONE
}

/** A good backup ends what was wrong before. */
export async function noteMade(db: Db, made_at: Date, bytes: number): Promise<void> {
  await sql`insert into backup_status (made_at, bytes) values (${made_at}, ${bytes})
    on conflict (singleton) do update
    set made_at = excluded.made_at, bytes = excluded.bytes, failed_at = null, problem = null`.execute(db)
}

export async function noteFailed(db: Db, failed_at: Date, problem: string): Promise<void> {
  await sql`insert into backup_status (failed_at, problem) values (${failed_at}, ${problem})
    on conflict (singleton) do update set failed_at = excluded.failed_at, problem = excluded.problem`.execute(db)
}

/** Does the work in one of the processes on a server, and in the others not at all: they get null. */
export function inOneProcess<T>(db: Db, work: () => Promise<T>): Promise<T | null> {
  return db.connection().execute(async (own) => {
    const lock = sql.lit(ADVISORY_LOCKS.backup)
    const { rows } = await sql<{ got: boolean }>`select pg_try_advisory_lock(${lock}) as got`.execute(own)
    if (!rows[0]!.got) return null
    try {
      return await work()
    } finally {
      // A connection that broke meanwhile has lost the lock with it.
      await sql`select pg_advisory_unlock(${lock})`.execute(own).catch(() => {})
    }
  })
}
