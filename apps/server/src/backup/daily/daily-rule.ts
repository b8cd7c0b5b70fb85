const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS

/** How the daily backups go, of all processes; null: there was none yet. */
export interface BackupStatus {
  /** The moment that the newest good one shows. */
  made_at: Date | null
  bytes: number | null
  failed_at: Date | null
  problem: string | null
}

/** A day after the last good one; an hour after one that failed. A time that lies ahead was written by a clock that was wrong. */
export function isBackupDue({ made_at, failed_at }: Pick<BackupStatus, 'made_at' | 'failed_at'>, now: Date): boolean {
  const since = (then: Date | null) => {
    const ms = then === null ? Number.POSITIVE_INFINITY : now.getTime() - then.getTime()
    return ms < 0 ? Number.POSITIVE_INFINITY : ms
  }
  return since(made_at) >= DAY_MS && since(failed_at) >= HOUR_MS
}
