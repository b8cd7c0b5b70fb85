import type { Database } from '../../db/database.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { lockIngest } from '../../telemetry/ingest/hold-ingest.ts'
import { afterJudgement, type Differences, differences, type Interval, isNone, openBefore } from './intervals.ts'
import { judgeSpan, type Memory } from './judge-span.ts'
import { type Case, type KnownAlarm, noteJudged, openCases, writeAlarms } from './judge-sql.ts'
import { type Arrived, readArrived, readingsFor, spanOf } from './readings.ts'
import type { Judged, Seen } from './rule.ts'

/** Vessels whose alarms change in one transaction. Their connections can store nothing until it ends. */
const WRITTEN_TOGETHER = 16

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
  /** Of which it is not yet noted that they were judged. */
  unnoted: Case['marks']
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
 * Judges the readings of vessels that arrived, or their newest readings after their rules changed: those of all in few
 * statements, since most find nothing. The ingest waits for it only at its commit, which locks the rows of the connections.
 * @param signal throws its reason once it is aborted
 * @param noteLater whether the process that asks notes of a vessel that these readings were judged, if they change no alarm
 */
export async function judgeVessels(
  database: Database,
  vesselIds: readonly string[],
  signal: AbortSignal,
  noteLater: (one: Case) => boolean = () => false,
): Promise<Outcome> {
  const cases = await openCases(database, vesselIds.toSorted())
  await Promise.all(cases.map(({ vesselId }) => lockIngest(database, database.db, vesselId)))
  const arrived = await readArrived(database, cases)
  const outcome: Outcome = { changed: [], again: [], known: [] }
  // What needs more than what has just arrived, such as a backlog, holds up none of the others: each of these is judged and
  // written by itself.
  const { quick = [], slow = [] } = Object.groupBy(cases, ({ vesselId }) => (arrived.has(vesselId) ? 'quick' : 'slow'))
  for (const some of [quick, ...slow.map((one) => [one])]) {
    const found: Found[] = []
    for (const waiting of some) found.push(await judgeCase(database, waiting, arrived, signal))
    const unchanged = found.filter(isUnchanged)
    const { later = [], now = [] } = Object.groupBy(unchanged, (one) => (one.known && noteLater(one) ? 'later' : 'now'))
    outcome.known.push(
      ...later.flatMap(({ known, version, marks }) => (known ? [{ ...known, version, unnoted: marks }] : [])),
    )
    add(now, await noteJudged(database.db, now))
    const changed = found.filter((one) => !isUnchanged(one))
    for (let from = 0; from < changed.length; from += WRITTEN_TOGETHER) {
      const together = changed.slice(from, from + WRITTEN_TOGETHER)
      const written = await write(database, together)
      add(together, written)
      outcome.changed.push(...written)
    }
  }
  return outcome

  function add(found: readonly Found[], noted: ReadonlySet<string>): void {
    for (const { vesselId, known } of found)
      if (!noted.has(vesselId)) outcome.again.push(vesselId)
      else if (known) outcome.known.push(known)
  }
}

const isUnchanged = (found: Found): boolean => isNone(found.differences)

async function judgeCase(database: Database, waiting: Case, arrived: Arrived, signal: AbortSignal): Promise<Found> {
  const { vesselId, version, rules } = waiting
  const before = waiting.alarms.filter(({ rule }) => rules.some(({ id }) => id === rule))
  const judgement = await judgeSpan(
    rules,
    waiting.memory,
    spanOf(waiting),
    (at) => openBefore(before, at),
    readingsFor(database, vesselId, rules, arrived, signal),
  )
  const { memory } = judgement
  const alarms = afterJudgement(before, judgement)
  const recent = arrived.get(vesselId)?.readings.filter(({ at }) => at > memory.state!.at)
  const known = recent ? { vesselId, version: version + 1, rules, memory, alarms, recent, unnoted: [] } : null
  return { ...waiting, memory, known, differences: differences(before, alarms) }
}

/** Gives the vessels of which it did: those where nothing came between. */
const write = ({ db }: Database, found: readonly Found[]): Promise<Set<string>> =>
  inTransaction(db, async (tx) => {
    const noted = await noteJudged(tx, found)
    for (const one of found) if (noted.has(one.vesselId)) await writeAlarms(tx, one, one.differences)
    return noted
  })
