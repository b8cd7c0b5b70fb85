import type { FastifyInstance } from 'fastify'
import type { Database } from '../../db/database.ts'
import type { Metrics } from '../../service/metrics.ts'
import { whileListening } from '../../service/when-listening.ts'
import { judgeByClock } from './clock/clock-sql.ts'
import { judgeTasks } from './clock/tasks-sql.ts'
import { judgeVessels } from './judge.ts'
import { allWaiting, MAX_WAITING, waitingOf } from './judge-sql.ts'

/** How often rules without readings are judged, and readings that another process left. */
const SWEEP_MS = 15_000
/** Judging waits until a start is over, which it would slow down. */
const FIRST_MS = 1_000
const FAILED_MS = 10_000
/** Vessels in a statement, of a cluster one. */
const TOGETHER = 64
/** Statements at once: more would take the processor from the ingest. */
const AT_ONCE = { together: 1, spread: 4 }

export interface Judge {
  /** A batch of this connection key was stored. */
  wake(keyHash: Buffer): void
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
  /** The alarms of a vessel have changed. */
  changed: (vesselId: string) => void,
): Judge {
  const { signal, pause } = whileListening(app, run)
  let keys = new Map<string, Buffer>()
  let woken = Promise.withResolvers<void>()
  let sweepAt = 0
  let doneAt = performance.now()
  /** Through all that waits, in pages, so that what arrives meanwhile does not make it endless. */
  let round: { began: number; beyond: string | null } | null = null

  async function next(): Promise<string[]> {
    if (performance.now() >= sweepAt) {
      sweepAt = performance.now() + SWEEP_MS
      round ??= { began: performance.now(), beyond: null }
      const now = new Date()
      await judgeByClock(database.db, now)
      await judgeTasks(database.db, now)
    }
    const hashes = [...keys.values()]
    keys = new Map()
    return hashes.length > 0 ? waitingOf(database, hashes) : []
  }

  async function judgePage(): Promise<void> {
    if (!round) return
    const page = await allWaiting(database.db, round.beyond)
    await judge(page)
    if (page.length === MAX_WAITING) {
      round.beyond = page.at(-1)!
      woken.resolve()
      return
    }
    doneAt = round.began
    round = null
  }

  async function judge(vesselIds: string[]): Promise<void> {
    const waiting = new Set(vesselIds)
    const work = async () => {
      while (waiting.size > 0) {
        signal.throwIfAborted()
        const some = [...waiting.values().take(database.spread ? 1 : TOGETHER)]
        for (const id of some) waiting.delete(id)
        const began = performance.now()
        const { changed: others, again } = await judgeVessels(database, some)
        for (const id of others) changed(id)
        for (const id of again) waiting.add(id)
        metrics.judged.observe((performance.now() - began) / 1000)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE[database.spread ? 'spread' : 'together'] }, work))
  }

  async function run(): Promise<void> {
    signal.addEventListener('abort', () => woken.resolve())
    await pause(FIRST_MS).catch(() => {})
    while (!signal.aborted)
      try {
        woken = Promise.withResolvers()
        const vesselIds = await next()
        await judge(vesselIds)
        await judgePage()
        if (vesselIds.length === 0) await Promise.race([woken.promise, pause(Math.max(0, sweepAt - performance.now()))])
      } catch (error) {
        if (signal.aborted) return
        app.log.error({ err: error }, 'judging readings by the alarm rules failed and is tried again')
        sweepAt = 0
        round = null
        await pause(FAILED_MS).catch(() => {})
      }
  }

  return {
    wake(keyHash) {
      keys.set(keyHash.toString('latin1'), keyHash)
      woken.resolve()
    },
    look() {
      sweepAt = 0
      woken.resolve()
    },
    doneAt: () => doneAt,
  }
}
