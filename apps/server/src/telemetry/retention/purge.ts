import { LIMITS } from '@binnacle/contract'
import type { Database } from '../../db/database.ts'
import { lockIngest } from '../ingest/hold-ingest.ts'
import { DAY_MS } from '../rollups/day/time-grid.ts'
import { addLate } from './add.ts'
import {
  archiveHours,
  BATCHES_A_STEP,
  deleteLate,
  firstPending,
  type Gone,
  lockArchived,
  lockRetention,
  type Rule,
  stepFrom,
} from './retention-sql.ts'

export const ruleOf = (keepDays: number | null, now: Date): Rule => ({
  keepDays,
  now,
  rememberedFrom: new Date(now.getTime() - LIMITS.telemetryKeepDays.min * DAY_MS),
})

/**
 * Deletes the vessel's batches whose readings are all from before the hour `due` and which need no longer be remembered, a step at a
 * time; each step's count is yielded. Rollups keep what charts show of them. Hours that are not rolled up yet stop it.
 */
export async function* purgeVessel(
  database: Database,
  vesselId: string,
  due: number | null,
  { now, rememberedFrom }: Rule,
  signal: AbortSignal,
): AsyncGenerator<Gone> {
  await addLate(database, vesselId, now, signal)
  if (due === null) return
  for (;;) {
    const step = await purgeStep(database, vesselId, due, rememberedFrom)
    if (!step) return
    yield step.gone
    // Those over more than a day that end in the hours just archived: the next step deletes them.
    await addLate(database, vesselId, now, signal)
    if (step.isLast) return
    signal.throwIfAborted()
  }
}

/** One step in one transaction; null when the vessel has gone, or something is to be added first. Throws Busy. */
function purgeStep(database: Database, vesselId: string, due: number, rememberedFrom: Date) {
  return database.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx): Promise<{ gone: Gone; isLast: boolean } | null> => {
      await lockRetention(tx)
      await lockIngest(database, tx, vesselId)
      const from = await lockArchived(tx, vesselId)
      if (from === null) return null
      const pending = await firstPending(tx, vesselId)
      // What came for archived hours is to be added first.
      if (pending !== null && pending < from) return null
      const late = await deleteLate(tx, vesselId, from, rememberedFrom)
      const end = Math.min(due, pending ?? due)
      const to = await stepFrom(tx, vesselId, from, end)
      const archived =
        to > from ? await archiveHours(tx, vesselId, from, to, rememberedFrom) : { batches: 0, readings: 0 }
      const gone = { batches: late.batches + archived.batches, readings: late.readings + archived.readings }
      return { gone, isLast: to === from && late.batches < BATCHES_A_STEP }
    })
}
