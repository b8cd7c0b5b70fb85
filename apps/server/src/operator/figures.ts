import type { OperatorFigures, WithDates } from '@binnacle/contract'
import { readStatus } from '../backup/daily/status-sql.ts'
import type { Database } from '../db/database.ts'
import { countThings, storageFigures } from './figures-sql.ts'
import { listTraffic, totalOf } from './traffic-sql.ts'

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS

/**
 * freeBytes: room left on the disk of the images; null where nobody knows. backups: how they are made each day; null: they are
 * not.
 */
export async function figuresOf(
  database: Database,
  now: Date,
  freeBytes: number | null,
  backups: { encrypted: boolean } | null,
): Promise<WithDates<OperatorFigures>> {
  const { db } = database
  const dayAgo = new Date(now.getTime() - DAY_MS)
  const [storage, backup, counts, hours, days] = await Promise.all([
    storageFigures(database),
    backups && readStatus(db),
    countThings(db, dayAgo),
    listTraffic(db, 'hour', dayAgo),
    listTraffic(db, 'day', new Date(now.getTime() - 30 * DAY_MS)),
  ])
  return {
    storage: { ...storage, free_bytes: freeBytes },
    backup: backups && { ...backup!, ...backups },
    ...counts,
    last_day: { total: totalOf(hours), hours },
    last_month: { total: totalOf(days), days },
  }
}
