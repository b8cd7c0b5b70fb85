import type { Database } from '../../db/database.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { holdIngest } from '../../telemetry/ingest/hold-ingest.ts'
import { afterJudgement, type Differences, differences, openBefore } from './intervals.ts'
import { judgeSpan, type Memory } from './judge-span.ts'
import { type Case, type KnownAlarm, noteJudged, noteUnchanged, openCases, writeAlarms } from './judge-sql.ts'
import { type Arrived, readArrived, readingsFor, spanOf } from './readings.ts'

/** What judging some vessels came to. */
export interface Outcome {
  /** Their alarms are others now. */
  changed: string[]
  /** Another process or a change of the rules came between, so they must be judged again. */
  again: string[]
}

interface Found {
  waiting: Case
  memory: Memory
  differences: Differences<KnownAlarm>
}

/**
 * Judges the readings of vessels that arrived, or their newest readings after their rules changed: those of all in few statements, since most
 * find nothing. The ingest waits for it only at its commit, which locks the rows of the connections.
 */
export async function judgeVessels(database: Database, vesselIds: readonly string[]): Promise<Outcome> {
  const cases = await openCases(database, vesselIds.toSorted())
  await Promise.all(cases.map(({ vesselId }) => holdIngest(database, database.db, vesselId)))
  const arrived = await readArrived(database, cases)
  const outcome: Outcome = { changed: [], again: [] }
  const unchanged: Found[] = []
  // What needs more than what has just arrived, such as a backlog, holds up none of the others.
  for (const isQuick of [true, false]) {
    for (const waiting of cases) if (arrived.has(waiting.vesselId) === isQuick) await take(waiting)
    outcome.again.push(...(await noteUnchanged(database, unchanged.splice(0))))
  }
  return outcome

  async function take(waiting: Case): Promise<void> {
    const found = await judgeCase(database, waiting, arrived)
    const { changed, added, removed } = found.differences
    if (changed.length + added.length + removed.length === 0) unchanged.push(found)
    else outcome[(await isWritten(database, found)) ? 'changed' : 'again'].push(waiting.vesselId)
  }
}

async function judgeCase(database: Database, waiting: Case, arrived: Arrived): Promise<Found> {
  const { vesselId, rules, alarms, memory } = waiting
  const known = alarms.filter(({ rule }) => rules.some(({ id }) => id === rule))
  const judgement = await judgeSpan(
    rules,
    memory,
    spanOf(waiting),
    (at) => openBefore(known, at),
    readingsFor(database, vesselId, rules, arrived),
  )
  return { waiting, memory: judgement.memory, differences: differences(known, afterJudgement(known, judgement)) }
}

/** Whether nothing came between. */
const isWritten = ({ db }: Database, { waiting, memory, differences }: Found): Promise<boolean> =>
  inTransaction(db, async (tx) => {
    const isNoted = await noteJudged(tx, waiting, memory)
    if (isNoted) await writeAlarms(tx, waiting, differences)
    return isNoted
  })
