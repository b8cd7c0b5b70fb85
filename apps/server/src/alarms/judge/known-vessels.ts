import type { Arrival } from '../../telemetry/ingest/ingest-sql.ts'
import { contains } from '../../telemetry/rollups/day/time-grid.ts'
import { Boat } from './boat.ts'
import { afterJudgement, differences, isNone, openBefore } from './intervals.ts'
import type { Known } from './judge.ts'
import { judgeFollowing, judgeSpan } from './judge-span.ts'
import type { Finding, Waiting } from './judge-sql.ts'
import { byTime, SeenReader, wantedBy } from './readings.ts'
import type { Seen } from './rule.ts'

/** So many are remembered: each takes a few kilobytes. */
const MAX_KNOWN = 20_000
/** For how long what was judged from memory is not noted. A kill in this time has it judged again, from the database. */
export const NOTE_AFTER_MS = 60_000
/** Sooner when nothing more comes: boats that are connected send each few seconds. */
const IDLE_MS = 6_000

/** What was judged from memory of the batches of a connection, and is not noted yet. */
type Unnoted = Finding['marks'][number]

/** A batch that this process stored. */
export interface StoredBatch extends Arrival {
  /** ms since the connection's batch before, whichever process stored that; null: there was none. */
  sinceLastMs: number | null
}

/**
 * A batch that breaks no rule. As text: the readings of ten thousand boats, thirty objects each, would keep the garbage collector
 * busy.
 */
interface Heard extends ReadSpan {
  text: string
  /** ms */
  arrivedAt: number
  reader: SeenReader
  series: SeenReader['series']
}

/** The times of the first and the last reading, ms. */
interface ReadSpan {
  first: number
  last: number
}

interface Remembered extends Known {
  /** Not any more: it must be judged from the database. */
  isDoubtful: boolean
  /** That has taken all readings which were judged, but for those that are `ahead`; made when it is first needed. */
  boat: Boat | null
  /**
   * The newest batches that break no rule, two at most, which neither `boat` nor the memory has taken: each takes the place of
   * the one before.
   */
  ahead: Heard[]
  /** Of a vessel without rules: when the newest reading was measured, ms. The memory has it once it is noted. */
  newestAt: number
  /** Whether a batch came when what was judged was to be noted. */
  wasMissed: boolean
  /** By the key hashes of its connections that this process has stored for. */
  connections: Map<string, Sending>
}

interface Sending extends Unnoted {
  reader: SeenReader
  /** Its newest batch, ms. */
  storedAt: number
}

export const keyOf = (keyHash: Buffer): string => keyHash.toString('latin1')

/**
 * The vessels that this process has judged of late. What it stores of them next is judged from memory, without a statement: as
 * long as no alarm begins or ends there is nothing to write but that it was judged, and that is noted for many batches at a time.
 * The database stays what counts: where an alarm changes, a batch is late, or anything came from elsewhere, the vessel is judged
 * from there.
 */
export class KnownVessels {
  readonly #byVessel = new Map<string, Remembered>()
  readonly #byKey = new Map<string, Remembered>()
  /** Since when something of them is not noted, ms of performance.now(), the longest first. */
  readonly #unnoted = new Map<Remembered, number>()
  #lastAt = 0

  /** @param waiting its connections that this process has just stored for */
  add(known: Known, waiting: readonly Waiting[]): void {
    const { wanted } = wantedBy(known.rules)
    const connections: Remembered['connections'] = new Map()
    const batches = new Map(known.unnoted.map((mark) => [mark.connection, mark.batches]))
    const note = (key: string, connection: string, storedAt: number) =>
      connections.set(key, {
        ...{ connection, storedAt, batches: batches.get(connection) ?? 0 },
        reader: new SeenReader(wanted),
      })
    for (const [key, of] of this.#byVessel.get(known.vesselId)?.connections ?? []) note(key, of.connection, of.storedAt)
    for (const { key_hash, id, telemetry_at } of waiting) note(keyOf(key_hash), id, telemetry_at.getTime())
    this.#remove(known.vesselId)
    const judged = { isDoubtful: false, boat: null, ahead: [], newestAt: known.memory.until, wasMissed: false }
    const remembered: Remembered = { ...known, ...judged, connections }
    this.#byVessel.set(known.vesselId, remembered)
    for (const key of connections.keys()) this.#byKey.set(key, remembered)
    if (known.unnoted.length > 0) this.#noteLater(remembered)
    if (this.#byVessel.size > MAX_KNOWN) this.#remove(this.#byVessel.keys().next().value!)
  }

  #remove(vesselId: string): void {
    this.doubt(vesselId)
    for (const key of this.#byVessel.get(vesselId)?.connections.keys() ?? []) this.#byKey.delete(key)
    this.#byVessel.delete(vesselId)
  }

  /** Whether the vessel of the connection was judged here, of its key as {@link keyOf} gives it. */
  has(key: string): boolean {
    return this.#byKey.has(key)
  }

  /** Something came from elsewhere: it is judged from the database next. */
  doubt(vesselId: string): void {
    this.#doubt(this.#byVessel.get(vesselId))
  }

  #doubt(known: Remembered | undefined): void {
    if (!known) return
    known.isDoubtful = true
    this.#unnoted.delete(known)
  }

  /**
   * Whether a batch that was stored is of a vessel without rules that is known: then it is counted, and nothing else is to be
   * judged.
   */
  isUnwatched(stored: StoredBatch): boolean {
    const { known, connection } = this.#followed(stored) ?? {}
    if (!known || known.rules.length > 0) return false
    known.newestAt = Math.max(known.newestAt, stored.batch.lastAt.getTime())
    this.#count(known, connection!, stored)
    return true
  }

  /**
   * Whether a batch that was stored changes no alarm. Otherwise, or where that is not known, the vessel must be judged from the
   * database.
   */
  async isQuiet(stored: StoredBatch): Promise<boolean> {
    const { known, connection } = this.#followed(stored) ?? {}
    const isQuiet = known !== undefined && (await judgeFromMemory(known, connection!.reader, stored.batch))
    if (isQuiet) this.#count(known, connection!, stored)
    else this.#doubt(this.#byKey.get(keyOf(stored.keyHash)))
    return isQuiet
  }

  /** What is known of the vessel and the connection of a batch, if all before it was judged here. */
  #followed({ keyHash, batch, sinceLastMs }: StoredBatch) {
    const key = keyOf(keyHash)
    const known = this.#byKey.get(key)
    if (!known || known.isDoubtful) return null
    const connection = known.connections.get(key)!
    // Else another process stored one between, and may have told of an alarm that is not known here.
    return batch.arrivedAt.getTime() - connection.storedAt === sinceLastMs ? { known, connection } : null
  }

  #count(known: Remembered, connection: Sending, { batch }: StoredBatch): void {
    connection.storedAt = batch.arrivedAt.getTime()
    connection.batches++
    this.#noteLater(known)
  }

  #noteLater(known: Remembered): void {
    this.#lastAt = performance.now()
    if (!this.#unnoted.has(known)) this.#unnoted.set(known, this.#lastAt)
  }

  /** What is to be noted at a time, ms of performance.now(), so many at most. */
  due(now: number, most: number): Remembered[] {
    const before = now - this.#lastAt >= IDLE_MS ? now : now - NOTE_AFTER_MS
    const due: Remembered[] = []
    for (const [known, since] of this.#unnoted) {
      if (since > before || due.length === most) break
      takeAhead(known)
      due.push(known)
    }
    return due
  }

  /** In how many ms of a time something is to be noted at the earliest. */
  dueIn(now: number): number {
    const [since] = this.#unnoted.values()
    return since === undefined ? Infinity : Math.max(0, Math.min(since + NOTE_AFTER_MS, this.#lastAt + IDLE_MS) - now)
  }

  /**
   * A batch came when it was to be noted: it is noted later. False the second time in a row: what came may be of a process that
   * ended, so that it is for the database.
   */
  miss(known: Remembered): boolean {
    if (known.wasMissed) return false
    known.wasMissed = true
    this.#unnoted.delete(known)
    this.#unnoted.set(known, performance.now())
    return true
  }

  /** @param finding what was noted: of a vessel without rules more may have come since */
  noted(known: Remembered, { marks }: Finding): void {
    known.version++
    known.wasMissed = false
    this.#unnoted.delete(known)
    for (const connection of known.connections.values()) {
      connection.batches -= marks.find((mark) => mark.connection === connection.connection)?.batches ?? 0
      if (connection.batches > 0) this.#unnoted.set(known, performance.now())
    }
  }

  /** Of which something was judged from memory that is not noted. */
  unnoted(): Known[] {
    return [...this.#unnoted.keys()]
  }
}

export const findingOf = ({ vesselId, version, memory, connections }: Remembered): Finding => ({
  vesselId,
  version,
  memory,
  marks: [...connections.values()]
    .filter(({ batches }) => batches > 0)
    .map(({ connection, batches }) => ({ connection, batches })),
})

async function judgeFromMemory(known: Remembered, reader: SeenReader, batch: Arrival['batch']): Promise<boolean> {
  const span = { first: batch.firstAt.getTime(), last: batch.lastAt.getTime() }
  const until = known.ahead.at(-1)?.last ?? known.memory.until
  if (span.first <= until) takeAhead(known)
  if (span.first <= known.memory.state!.at) return false
  const text = batch.body.toString()
  const arrivedAt = batch.arrivedAt.getTime()
  const readings = reader.read(text, arrivedAt)
  if (span.first <= until) return await judgeOverlap(known, span, readings)
  if (boatOf(known).staysCalm(readings)) {
    goAhead(known, { ...span, text, arrivedAt, reader, series: reader.series })
    return true
  }
  takeAhead(known)
  return take(known, span, readings)
}

/** It takes the place of the one before the last, if that was of the same series. */
function goAhead(known: Remembered, heard: Heard): void {
  const before = known.ahead.at(-1)
  if (before && before.series !== heard.series) takeAhead(known)
  known.ahead.push(heard)
  if (known.ahead.length > 2) known.ahead.shift()
}

/** What took the place of others is taken when it is needed. */
function takeAhead(known: Remembered): void {
  for (const { text, arrivedAt, reader, ...span } of known.ahead) take(known, span, reader.read(text, arrivedAt))
  known.ahead = []
  if (known.newestAt <= known.memory.until) return
  take(known, { first: 0, last: known.newestAt }, [])
  // Until the next is noted nothing asks for it: of ten thousand boats it would keep the garbage collector busy.
  known.boat = null
}

/** Whether no alarm begins or ends. */
function take(known: Remembered, span: ReadSpan, readings: readonly Seen[]): boolean {
  const { transitions, memory } = judgeFollowing(known.rules, boatOf(known), span, readings)
  if (transitions.length > 0) return false
  known.memory = memory
  known.recent = [...known.recent, ...readings].filter(({ at }) => at > memory.state!.at)
  return true
}

function boatOf(known: Remembered): Boat {
  if (known.boat) return known.boat
  const { rules, memory, alarms, recent } = known
  const { at, ...state } = structuredClone(memory.state!)
  const boat = new Boat(rules, state)
  boat.setOpen(openBefore(alarms, at + 1))
  boat.takeAll(recent)
  known.boat = boat
  return boat
}

async function judgeOverlap(known: Remembered, span: ReadSpan, readings: readonly Seen[]): Promise<boolean> {
  const { rules, memory } = known
  known.boat = null
  const recent = [...known.recent, ...readings].sort(byTime)
  const judgement = await judgeSpan(
    rules,
    memory,
    span,
    (at) => openBefore(known.alarms, at),
    async function* (from, to) {
      yield recent.filter(({ at }) => contains({ from, to }, at))
    },
  )
  // Also where there is no transition, if there was one at a time that the batch shares with what was judged before.
  if (!isNone(differences(known.alarms, afterJudgement(known.alarms, judgement)))) return false
  known.memory = judgement.memory
  known.recent = recent.filter(({ at }) => at > judgement.memory.state!.at)
  return true
}
