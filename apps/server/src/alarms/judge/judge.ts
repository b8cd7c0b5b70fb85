import type { Database } from '../../db/database.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { holdIngest } from '../../telemetry/ingest/hold-ingest.ts'
import { afterJudgement, type Differences, differences, type Interval, isNone, openBefore } from './intervals.ts'
import { judgeSpan, type Memory } from './judge-span.ts'
import { type Case, type KnownAlarm, noteJudged, openCases, writeAlarms } from './judge-sql.ts'
import { type Arrived, readArrived, readingsFor, spanOf } from './readings.ts'
import type { Judged, Seen } from './rule.ts'

/** All that the next readings of a vessel are judged by, if they follow on those that were judged. */
export interface Known {
  vesselId: string
  /** Of alarm_judged. */
  version: number
  rules: readonly Judged[]
  memory: Memory
  /** Those that may be open. */
  alarms: readonly Interval[]
  /** The readings after the remembered state, in the order of their times. */
  recent: readonly Seen[]
}

/** What judging some vessels came to. */
export interface Outcome {
  /** Their alarms are others now. */
  changed: string[]
  /** Another process or a change of the rules came between, so they must be judged again. */
  again: string[]
  /** Those of which no more than the newest readings had to be read. */
  known: Known[]
}

interface Found extends Case {
  /** After the judgement. */
  memory: Memory
  known: Known | null
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
  const outcome: Outcome = { changed: [], again: [], known: [] }
  // What needs more than what has just arrived, such as a backlog, holds up none of the others.
  for (const isQuick of [true, false]) {
    const unchanged: Found[] = []
    for (const waiting of cases) {
      if (arrived.has(waiting.vesselId) !== isQuick) continue
      const found = await judgeCase(database, waiting, arrived)
      if (isNone(found.differences)) unchanged.push(found)
      else add(found, await isWritten(database, found), true)
    }
    const noted = await noteJudged(database.db, unchanged)
    for (const found of unchanged) add(found, noted.has(found.vesselId), false)
  }
  return outcome

  function add({ vesselId, known }: Found, isNoted: boolean, isChanged: boolean): void {
    if (!isNoted) outcome.again.push(vesselId)
    else if (known) outcome.known.push(known)
    if (isNoted && isChanged) outcome.changed.push(vesselId)
  }
}

async function judgeCase(database: Database, waiting: Case, arrived: Arrived): Promise<Found> {
  const { vesselId, version, rules } = waiting
  const before = waiting.alarms.filter(({ rule }) => rules.some(({ id }) => id === rule))
  const judgement = await judgeSpan(
    rules,
    waiting.memory,
    spanOf(waiting),
    (at) => openBefore(before, at),
    readingsFor(database, vesselId, rules, arrived),
  )
  const { memory } = judgement
  const alarms = afterJudgement(before, judgement)
  const recent = arrived.get(vesselId)?.readings.filter(({ at }) => at > memory.state!.at)
  const known = recent ? { vesselId, version: version + 1, rules, memory, alarms, recent } : null
  return { ...waiting, memory, known, differences: differences(before, alarms) }
}

/** Whether nothing came between. */
const isWritten = ({ db }: Database, found: Found): Promise<boolean> =>
  inTransaction(db, async (tx) => {
    const isNoted = (await noteJudged(tx, [found])).has(found.vesselId)
    if (isNoted) await writeAlarms(tx, found, found.differences)
    return isNoted
  })
