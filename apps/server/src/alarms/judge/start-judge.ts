import { setImmediate } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../db/database.ts'
import type { Metrics } from '../../service/metrics.ts'
import { whileListening } from '../../service/when-listening.ts'
import type { Arrival } from '../../telemetry/ingest/ingest-sql.ts'
import { judgeByClock } from './clock/clock-sql.ts'
import { judgeTasks } from './clock/tasks-sql.ts'
import { judgeVessels } from './judge.ts'
import { allWaiting, judgedElsewhere, MAX_WAITING, noteJudged, type Waiting, waitingOf } from './judge-sql.ts'
import { findingOf, KnownVessels, keyOf, NOTE_AFTER_MS, type StoredBatch } from './known-vessels.ts'

/**
 * How often rules without readings are judged, readings that another process left, and what others judged of vessels that are
 * known.
 */
const SWEEP_MS = 15_000
/** Much more than a process takes to note what it judged: nobody is about to. */
const LEFT_MS = 3 * NOTE_AFTER_MS
/** Judging waits until a start is over, which it would slow down. */
const FIRST_MS = 1_000
const FAILED_MS = 10_000
/** What is stored in this time is judged together. */
const COLLECT_MS = 50
/** Vessels in a statement. */
const TOGETHER = 64
/** Batches that wait to be judged from memory, some seconds of what a process stores; more are judged from the database. */
const MAX_STORED = 10_000
/**
 * Vessels that are not known here wait while the ingest is behind, or others are judged; some of them come after so many ms all
 * the same.
 */
const STAND_BACK_MS = 1_000
/** The ingest gets its turn after so many. */
const AT_A_TIME = 32

export interface Judge {
  /** A batch was stored, so many ms after the connection's batch before, whichever process stored that; null: there was none. */
  wake(arrival: Arrival, sinceLastMs: number | null): void
  /** Rules changed. */
  look(): void
  /** What waited at this time, ms of performance.now(), was judged, in whichever process. */
  doneAt(): number
}

/** Judges what arrives by the alarm rules, behind the ingest, from when the service listens until it closes. */
export function startJudge(
  app: FastifyInstance,
  database: Database,
  metrics: Metrics,
  around: {
    /** The alarms of a vessel have changed. */
    changed: (vesselId: string) => void
    /** Whether the ingest has more to do than it gets done. */
    ingestIsBehind: () => boolean
  },
  sweepMs = SWEEP_MS,
): Judge {
  const { db } = database
  const { signal, pause } = whileListening(app, run)
  const known = new KnownVessels()
  let stored: StoredBatch[] = []
  /**
   * Connection keys whose vessels are judged from the database: of those that are known, an alarm may begin or end, so they go
   * first.
   */
  const knownKeys = new Map<string, Buffer>()
  const otherKeys = new Map<string, Buffer>()
  let otherAt = 0
  let woken = Promise.withResolvers<void>()
  let sweepAt = 0
  let doneAt = performance.now()
  /**
   * Through all that waits, in pages, so that what arrives meanwhile does not make it endless. The first, and one after a
   * failure, leave nothing to anybody.
   */
  let round: { began: number; beyond: string | null; since: Date | null } | null = null
  let leavesNothing = true

  async function sweep(): Promise<void> {
    if (performance.now() < sweepAt) return
    sweepAt = performance.now() + sweepMs
    const now = new Date()
    round ??= {
      began: performance.now(),
      beyond: null,
      since: leavesNothing ? null : new Date(now.getTime() - LEFT_MS),
    }
    leavesNothing = false
    // What was judged of them from memory may be wrong.
    await judgeAll(await judgedElsewhere(db, known.unnoted()))
    await judgeByClock(db, now)
    await judgeTasks(db, now)
  }

  function leave(keyHash: Buffer): void {
    const key = keyOf(keyHash)
    const keys = known.has(key) ? knownKeys : otherKeys
    keys.set(key, keyHash)
  }

  /** What changes no alarm is judged from memory; the keys of the others are left for the database. */
  async function judgeFromMemory(): Promise<void> {
    const arrivals = stored
    stored = []
    for (const [i, arrival] of arrivals.entries()) {
      if (!(await known.isQuiet(arrival))) leave(arrival.keyHash)
      if (i % AT_A_TIME === AT_A_TIME - 1) await setImmediate()
    }
  }

  /** Whether there was any. */
  async function judgeStored(): Promise<boolean> {
    await judgeFromMemory()
    const some = await judgeOf(knownKeys)
    const now = performance.now()
    if ((some || around.ingestIsBehind()) && now - otherAt < STAND_BACK_MS) return some
    otherAt = now
    return (await judgeOf(otherKeys)) || some
  }

  async function judgeOf(keys: Map<string, Buffer>): Promise<boolean> {
    const some = keys.entries().take(TOGETHER).toArray()
    for (const [key] of some) keys.delete(key)
    if (some.length === 0) return false
    const hashes = some.map(([, hash]) => hash)
    const storedFor = Map.groupBy(await waitingOf(database, hashes), ({ vessel_id }) => vessel_id)
    await judgeAll(storedFor.keys(), storedFor)
    return true
  }

  /** Some of it: what is stored meanwhile does not wait for all. */
  async function note(): Promise<void> {
    const due = known.due(performance.now(), TOGETHER)
    const findings = due.map(findingOf)
    const noted = await noteJudged(db, findings, true)
    const others = due.filter(({ vesselId }) => !noted.has(vesselId))
    for (const [i, one] of due.entries()) if (noted.has(one.vesselId)) known.noted(one, findings[i]!)
    const elsewhere = new Set(await judgedElsewhere(db, others))
    await judgeAll(
      others.filter((one) => elsewhere.has(one.vesselId) || !known.miss(one)).map(({ vesselId }) => vesselId),
    )
  }

  async function judgePage(): Promise<void> {
    if (!round) return
    const page = await allWaiting(db, round)
    await judgeAll(page)
    if (page.length === MAX_WAITING) {
      round.beyond = page.at(-1)!
      woken.resolve()
      return
    }
    doneAt = round.began
    round = null
  }

  /** From the database. @param storedFor the connections of vessels that this process has just stored for */
  async function judgeAll(vesselIds: Iterable<string>, storedFor = new Map<string, Waiting[]>()): Promise<void> {
    const waiting = new Set(vesselIds)
    while (waiting.size > 0) {
      signal.throwIfAborted()
      const some = [...waiting.values().take(TOGETHER)]
      for (const id of some) {
        waiting.delete(id)
        known.doubt(id)
      }
      const began = performance.now()
      const outcome = await judgeVessels(database, some, signal, ({ vesselId, marks }) =>
        marks.every(({ connection }) => storedFor.get(vesselId)?.some(({ id }) => id === connection)),
      )
      for (const id of outcome.changed) around.changed(id)
      for (const id of outcome.again) waiting.add(id)
      // What arrived meanwhile may have been judged with it, so that goes to the database once more.
      await judgeFromMemory()
      for (const one of outcome.known) known.add(one, storedFor.get(one.vesselId) ?? [])
      metrics.judged.observe((performance.now() - began) / 1000)
    }
  }

  async function run(): Promise<void> {
    signal.addEventListener('abort', () => woken.resolve())
    await pause(FIRST_MS).catch(() => {})
    while (!signal.aborted)
      try {
        woken = Promise.withResolvers()
        await sweep()
        const some = await judgeStored()
        await judgePage()
        await note()
        const now = performance.now()
        const waiting = stored.length + knownKeys.size + otherKeys.size
        const idleMs = waiting > 0 ? 0 : Math.min(sweepAt - now, known.dueIn(now))
        if (idleMs > 0) await Promise.race([woken.promise, pause(idleMs)])
        if (!some || waiting === 0) await pause(COLLECT_MS)
      } catch (error) {
        if (signal.aborted) return
        app.log.error({ err: error }, 'judging readings by the alarm rules failed and will be retried')
        sweepAt = 0
        leavesNothing = true
        round = null
        await pause(FAILED_MS).catch(() => {})
      }
  }

  return {
    wake(arrival, sinceLastMs) {
      const batch = { ...arrival, sinceLastMs }
      if (known.isUnwatched(batch)) return
      if (stored.length < MAX_STORED) stored.push(batch)
      else leave(arrival.keyHash)
      woken.resolve()
    },
    look() {
      sweepAt = 0
      woken.resolve()
    },
    doneAt: () => doneAt,
  }
}
