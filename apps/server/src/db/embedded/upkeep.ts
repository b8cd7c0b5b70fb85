import { setTimeout } from 'node:timers/promises'
import type { PGlite } from '@electric-sql/pglite'

const CHECK_EVERY_MS = 1_000
const ROUNDS_PER_VACUUM = 60

/** Runs the work when no transaction is open, and nothing else until it is done; not at all when one is. */
export type WhenIdle = (work: () => Promise<unknown>) => Promise<unknown>

/** Looks after a database until the returned function has been awaited. */
export function startUpkeep(pglite: PGlite, whenIdle: WhenIdle): () => Promise<void> {
  const stop = new AbortController()
  const stopped = keepUp(pglite, whenIdle, stop.signal)
  return () => {
    stop.abort()
    return stopped
  }
}

async function keepUp(pglite: PGlite, whenIdle: WhenIdle, signal: AbortSignal): Promise<void> {
  for (let round = 1; ; round++) {
    await setTimeout(CHECK_EVERY_MS, undefined, { signal, ref: false }).catch(() => {})
    if (signal.aborted || pglite.closed) return
    try {
      await whenIdle(() => checkpointIfDue(pglite))
      if (round % ROUNDS_PER_VACUUM === 0) await whenIdle(() => vacuumIfDue(pglite))
    } catch (error) {
      process.emitWarning(`The database's upkeep failed and will be retried: ${String(error)}`)
    }
  }
}

/**
 * WAL written since the last checkpoint, in bytes, at which the next is due. PostgreSQL's checkpointer does not run in
 * PGlite and max_wal_size starts none, so without this the WAL grows without limit (measured: 330 MB after 300 MB of inserts).
 * Everything waits for a checkpoint: 21 ms on average at 16 MB, 28 ms at 32 MB, 73 ms at 64 MB, more on an SD card.
 */
const CHECKPOINT_AFTER_BYTES = 16 * 1024 * 1024

/** Makes a checkpoint when enough WAL has been written; says whether it did. */
export async function checkpointIfDue(pglite: PGlite): Promise<boolean> {
  const { rows } = await pglite.query<{ due: boolean }>(
    'SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn) >= $1 AS due FROM pg_control_checkpoint()',
    [CHECKPOINT_AFTER_BYTES],
  )
  if (!rows[0]!.due) return false
  await pglite.exec('CHECKPOINT')
  return true
}

/** Transactions after which a table is frozen. PostgreSQL refuses to write at 2,000 million, and freezes at 200 million. */
const FREEZE_AFTER_TRANSACTIONS = 100_000_000

/**
 * Vacuums and analyses the table that is most overdue, as autovacuum would if it ran in PGlite; returns its name or null.
 * One table a call, since everything else waits (100 MB of new rows: 80 ms; 300 MB: 1 s). The thresholds for dead and changed
 * rows are PostgreSQL's; that for inserted rows is fixed, so that a growing table is done in small steps. A table and
 * its TOAST table count as two; ANALYZE passes over TOAST tables and pg_statistic. PGlite forgets the counts at each
 * start: a table that changes little waits for longer.
 */
export async function vacuumIfDue(pglite: PGlite, freezeAfter = FREEZE_AFTER_TRANSACTIONS): Promise<string | null> {
  const { rows } = await pglite.query<{ name: string }>(
    `SELECT format('%I.%I', counts.schemaname, counts.relname) AS name
     FROM pg_stat_all_tables AS counts JOIN pg_class ON pg_class.oid = counts.relid,
       LATERAL (SELECT greatest(
         n_dead_tup / (50 + 0.2 * greatest(reltuples, 0)),
         n_ins_since_vacuum / 5000.0,
         CASE WHEN relkind = 'r' AND relid <> 'pg_statistic'::regclass
           THEN n_mod_since_analyze / (50 + 0.1 * greatest(reltuples, 0)) END,
         age(relfrozenxid)::float8 / $1)) AS overdue(factor)
     WHERE relkind IN ('r', 'm', 't') AND factor > 1 ORDER BY factor DESC LIMIT 1`,
    [freezeAfter],
  )
  const table = rows[0]?.name ?? null
  if (table) await pglite.exec(`VACUUM (ANALYZE, FREEZE, PROCESS_TOAST false) ${table}`)
  return table
}
