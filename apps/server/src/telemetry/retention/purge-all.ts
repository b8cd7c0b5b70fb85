import type { Database } from '../../db/database.ts'
import { isDeadlock } from '../../db/in-transaction.ts'
import { deletedVessels, deleteReadings } from './delete-readings-sql.ts'
import { forgetAnswered } from './forget-answered-sql.ts'
import { purgeVessel } from './purge.ts'
import { type Gone, lookAtVessels, type Rule } from './retention-sql.ts'

/** Vessels that are looked at together. */
const PAGE = 500
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'
const AFTER_ALL = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** A transaction of the same rows was first: it is tried again next time. */
const wasOvertaken = (error: unknown) => (error as { code?: string }).code === '40001' || isDeadlock(error)

/** Deletes what is left of deleted vessels. */
export async function purgeDeleted({ db }: Database, signal: AbortSignal): Promise<void> {
  for (const id of await deletedVessels(db)) await deleteReadings(db, id, signal)
}

/**
 * Deletes of every vessel the readings that are older than its limit, and forgets which batches were answered long ago. `after`
 * is called after each step and may wait. Throws Busy when another process is at it.
 */
export async function purgeAll(
  database: Database,
  rule: Rule,
  signal: AbortSignal,
  after: (gone: Gone) => Promise<void>,
): Promise<void> {
  for (let last = BEFORE_ALL; ; ) {
    const page = await lookAtVessels(database, last, PAGE, rule)
    for (const { vesselId, due, waits } of page)
      if (waits)
        try {
          for await (const gone of purgeVessel(database, vesselId, due, rule, signal)) await after(gone)
        } catch (error) {
          if (!wasOvertaken(error)) throw error
        }
    const to = page.length < PAGE ? AFTER_ALL : page.at(-1)!.vesselId
    await forgetAnswered(database, last, to, rule.rememberedFrom, signal)
    if (to === AFTER_ALL) return
    last = to
  }
}
