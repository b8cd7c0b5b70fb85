import type { OperatorFigures } from '@binnacle/contract'
import type { Db } from '../db/database.ts'
import { countThings, storageFigures } from './figures-sql.ts'
import { listTraffic, totalOf } from './traffic-sql.ts'

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS

type Figures = Omit<OperatorFigures, 'last_day' | 'last_month'> & {
  last_day: object
  last_month: object
}

/** freeBytes: room left on the disk of the images; null where nobody knows. */
export async function figuresOf(db: Db, now: Date, freeBytes: number | null): Promise<Figures> {
  const dayAgo = new Date(now.getTime() - DAY_MS)
  const [storage, counts, hours, days] = await Promise.all([
    storageFigures(db),
    countThings(db, dayAgo),
    listTraffic(db, 'hour', dayAgo),
    listTraffic(db, 'day', new Date(now.getTime() - 30 * DAY_MS)),
  ])
  return {
    storage: { ...storage, free_bytes: freeBytes },
    ...counts,
    last_day: { total: totalOf(hours), hours },
    last_month: { total: totalOf(days), days },
  }
}
