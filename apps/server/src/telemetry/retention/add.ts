import type { Transaction } from 'kysely'
import type { Database } from '../../db/database.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import type { Tables } from '../../db/schema/tables.ts'
import { batchesOf } from '../blocks/stored-row.ts'
import { lockIngest } from '../ingest/hold-ingest.ts'
import { coarseTime } from '../rollups/day/aggregate.ts'
import { columnsOf } from '../rollups/day/columns.ts'
import { addBatch, metricIndex, type Rollup, type SeriesRollup } from '../rollups/day/day-rollup.ts'
import { HOUR_MS } from '../rollups/day/time-grid.ts'
import {
  claimArchived,
  completeClaim,
  lockDay,
  release,
  storeDays,
  storedDays,
  storeNewest,
} from '../rollups/pending-rollups-sql.ts'
import { untilPassed } from '../rollups/roll-up.ts'
import { addedDay, daysOf } from './added-day.ts'
import { type LateBatch, lateBatches, lockArchived, lockRetention, noteAdded, wideBatches } from './retention-sql.ts'

/**
 * Adds to the rollups of archived hours what came for them later, and batches over more than a day that end in them. Each batch is
 * added once: what was added is noted in the same transaction.
 */
export async function addLate(database: Database, vesselId: string, now: Date, signal: AbortSignal): Promise<void> {
  const claim = await claimArchived(database, vesselId, now)
  if (claim) {
    try {
      await untilPassed(database, claim, signal)
      while ((await addSome(database, vesselId, lateBatches, false)) > 0) signal.throwIfAborted()
      // A mark that was set anew meanwhile stays.
      await inTransaction(database.db, (tx) => completeClaim(tx, claim))
    } catch (error) {
      await release(database, claim)
      throw error
    }
  }
  while ((await addSome(database, vesselId, wideBatches, true)) > 0) signal.throwIfAborted()
}

/** How many batches were added. Throws Busy. */
function addSome(database: Database, vesselId: string, find: typeof lateBatches, isWide: boolean): Promise<number> {
  return database.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      await lockRetention(tx)
      await lockIngest(database, tx, vesselId)
      const before = await lockArchived(tx, vesselId)
      if (before === null) return 0
      const batches = await find(tx, vesselId, before)
      if (batches.length === 0) return 0
      await addToDays(tx, vesselId, rollupOf(batches, before * HOUR_MS), isWide)
      await noteAdded(tx, vesselId, before, batches)
      return batches.length
    })
}

function rollupOf(batches: LateBatch[], before: number): Rollup {
  const rollup: Rollup = new Map()
  for (const row of batches)
    for (const { arrived, batch } of batchesOf(row))
      addBatch(rollup, { from: row.first_at.getTime(), to: before }, columnsOf(batch, arrived), arrived, coarseTime)
  return rollup
}

async function addToDays(tx: Transaction<Tables>, vesselId: string, rollup: Rollup, isWide: boolean): Promise<void> {
  const all = [...rollup.values()]
  const days = Map.groupBy(
    all.flatMap((series) => [...daysOf(series)].map((day) => ({ day, series }))),
    ({ day }) => day,
  )
  for (const [day, of] of [...days].sort(([a], [b]) => a - b)) {
    const series = of.map((one) => one.series)
    await addToDay(tx, vesselId, day, series, isWide)
  }
  const newest = all.flatMap(({ metric, instance, newest: reading }) =>
    reading ? [{ metric: metricIndex(metric), instance, ...reading }] : [],
  )
  await storeNewest(tx, vesselId, newest)
}

async function addToDay(
  tx: Transaction<Tables>,
  vesselId: string,
  day: number,
  series: SeriesRollup[],
  isWide: boolean,
): Promise<void> {
  await lockDay(tx, vesselId, day)
  const names = series.map(({ metric, instance }) => ({ metric: metricIndex(metric), instance }))
  const stored = await storedDays(tx, vesselId, day, names)
  const known = new Map(stored.map((row) => [`${row.metric} ${row.instance}`, row]))
  const added = series.map((one) => addedDay(one, known.get(`${metricIndex(one.metric)} ${one.instance}`), day, isWide))
  await storeDays(tx, vesselId, day, added)
}
