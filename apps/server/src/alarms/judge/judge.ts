import type { Database } from '../../db/database.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { holdIngest } from '../../telemetry/ingest/hold-ingest.ts'
import { afterJudgement, differences, openBefore } from './intervals.ts'
import { judgeSpan } from './judge-span.ts'
import { noteJudged, Overtaken, openCase, writeAlarms } from './judge-sql.ts'
import { readingsFor } from './readings.ts'

/** `again`: it must be judged again, since another process or a change of the rules came between. */
export type Judged = 'same' | 'changed' | 'again'

/**
 * Judges the readings of a vessel that arrived, or by rules that changed, and says whether its alarms are otherwise now. It locks nothing that the ingest needs but, for the moment of its commit, the rows of the connections.
 */
export async function judgeVessel(database: Database, vesselId: string): Promise<Judged> {
  const open = await openCase(database, vesselId)
  if (!open) return 'same'
  await holdIngest(database, database.db, vesselId)
  const { rules, alarms, memory, marks } = open
  const span =
    marks.length > 0
      ? { first: Math.min(...marks.map(({ first }) => first)), last: Math.max(...marks.map(({ last }) => last)) }
      : null
  const known = alarms.filter(({ rule }) => rules.some(({ id }) => id === rule))
  const judgement = await judgeSpan(
    rules,
    memory,
    span,
    (at) => openBefore(known, at),
    readingsFor(database, vesselId, rules),
  )
  const found = differences(known, afterJudgement(known, judgement))
  try {
    if (found.changed.length + found.added.length + found.removed.length === 0) {
      await noteJudged(database.db, open, judgement.memory)
      return 'same'
    }
    await inTransaction(database.db, async (tx) => {
      await noteJudged(tx, open, judgement.memory)
      await writeAlarms(tx, open, found)
    })
    return 'changed'
  } catch (error) {
    if (error instanceof Overtaken) return 'again'
    throw error
  }
}
