import type { Database } from '../../db/database.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { holdIngest } from '../../telemetry/ingest/hold-ingest.ts'
import { afterJudgement, differences, openBefore } from './intervals.ts'
import { judgeSpan } from './judge-span.ts'
import { noteJudged, Overtaken, openCase, writeAlarms } from './judge-sql.ts'
import { readingsFor } from './readings.ts'

/** Of the vessel's alarms. `again`: another process or a change of the rules came between, so it must be judged again. */
type Outcome = 'same' | 'changed' | 'again'

/**
 * Judges the readings of a vessel that arrived, or its newest readings after its rules changed. The ingest waits for it only at its commit,
 * which locks the rows of the connections.
 */
export async function judgeVessel(database: Database, vesselId: string): Promise<Outcome> {
  const waiting = await openCase(database, vesselId)
  if (!waiting) return 'same'
  await holdIngest(database, database.db, vesselId)
  const { rules, alarms, memory, marks } = waiting
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
      await noteJudged(database.db, waiting, judgement.memory)
      return 'same'
    }
    await inTransaction(database.db, async (tx) => {
      await noteJudged(tx, waiting, judgement.memory)
      await writeAlarms(tx, waiting, found)
    })
    return 'changed'
  } catch (error) {
    if (error instanceof Overtaken) return 'again'
    throw error
  }
}
