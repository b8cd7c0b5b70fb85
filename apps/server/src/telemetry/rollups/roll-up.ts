import { setTimeout as sleep } from 'node:timers/promises'
import { ALL_METRICS } from '@binnacle/contract'
import type { Database } from '../../db/database.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { noteForBlocks } from '../blocks/compact-sql.ts'
import { narrowBatches } from './batches-sql.ts'
import { addBatch, metricIndex, type Rollup } from './day/day-rollup.ts'
import { mergedDay } from './day/merged-day.ts'
import { DAY_MS, dayOf, HOUR_MS, spansOf } from './day/time-grid.ts'
import {
  type Claim,
  claimDay,
  completeClaim,
  isArchived,
  isPassed,
  lockDay,
  release,
  storeDays,
  storedDays,
  storeNewest,
} from './pending-rollups-sql.ts'

/** A batch came for an hour while it was rolled up, or it was archived: what was read is out of date. */
class Overtaken extends Error {}

/**
 * Rolls up the pending hours of one day of one vessel that are ready, the newest first; false if there are none. It locks nothing
 * that the ingest needs but, for the moment of its commit, the marks of these hours. Throws when the signal says so: the hours
 * then wait as before; and when it fails: they wait for a while longer.
 */
export async function rollUpDay(database: Database, now: Date, signal: AbortSignal): Promise<boolean> {
  const claim = await claimDay(database, now)
  if (!claim) return false
  try {
    await untilPassed(database, claim, signal)
    await store(database, claim, await read(database, claim, signal))
  } catch (error) {
    // What fails in another way may fail again: its claim is left to run out, so that the others have their turn.
    if (error instanceof Overtaken || signal.aborted) await release(database, claim)
    if (!(error instanceof Overtaken)) throw error
  }
  return true
}

const LOOK_EVERY_MS = 20
/** Longer than any statement may take. */
const PASSED_WITHIN_MS = 60_000

export async function untilPassed(database: Database, claim: Claim, signal: AbortSignal): Promise<void> {
  for (let waited = 0; !(await isPassed(database, claim)); waited += LOOK_EVERY_MS) {
    if (waited > PASSED_WITHIN_MS) throw new Error('a transaction has been open for more than a minute')
    await sleep(LOOK_EVERY_MS, undefined, { signal })
  }
}

async function read(database: Database, { vesselId, hours }: Claim, signal: AbortSignal): Promise<Rollup> {
  const rollup: Rollup = new Map()
  const wanted = spansOf(hours).map((span) => ({ vesselId, ...span }))
  for await (const [span, { columns, arrived }] of narrowBatches(database, wanted, ALL_METRICS)) {
    signal.throwIfAborted()
    addBatch(rollup, span, columns, arrived)
  }
  return rollup
}

function store({ db }: Database, claim: Claim, rollup: Rollup): Promise<void> {
  const { vesselId } = claim
  const day = dayOf(claim.hours[0]! * HOUR_MS)
  const series = [...rollup.values()]
  return inTransaction(db, async (tx) => {
    if (series.length > 0) {
      await lockDay(tx, vesselId, day)
      if (await isArchived(tx, claim)) throw new Overtaken('an hour was archived while it was being rolled up')
      const names = series.map(({ metric, instance }) => ({ metric: metricIndex(metric), instance }))
      const stored = await storedDays(tx, vesselId, day, names)
      const known = new Map(stored.map((row) => [`${row.metric} ${row.instance}`, row]))
      const days = series.map((one) =>
        mergedDay(one, known.get(`${metricIndex(one.metric)} ${one.instance}`), day * DAY_MS, new Set(claim.hours)),
      )
      await storeDays(tx, vesselId, day, days)
      const newest = series.flatMap(({ metric, instance, newest: reading }) =>
        reading ? [{ metric: metricIndex(metric), instance, ...reading }] : [],
      )
      await storeNewest(tx, vesselId, newest)
    }
    if (!(await completeClaim(tx, claim))) throw new Overtaken('a batch came for an hour that was being rolled up')
    await noteForBlocks(tx, vesselId, day)
  })
}
