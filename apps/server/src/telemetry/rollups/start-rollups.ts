import type { FastifyInstance } from 'fastify'
import type { Database } from '../../db/database.ts'
import type { Metrics } from '../../service/metrics.ts'
import { standBack } from '../../service/stand-back.ts'
import { whileListening } from '../../service/when-listening.ts'
import { compactDay } from '../blocks/compact.ts'
import { daysToCompact } from '../blocks/compact-sql.ts'
import { backlog } from './pending-rollups-sql.ts'
import { rollUpDay } from './roll-up.ts'

/** Pause when no hour is ready. */
const IDLE_MS = 30_000
/** A start is not held up, nor a process that is only asked whether it starts. */
const FIRST_MS = 2_000
/** Pause after a failure, such as an unavailable database. */
const FAILED_MS = 60_000

/**
 * Rolls up what waits, and makes blocks of it, from when the service listens until it closes: a day of a vessel at a time, and
 * half of the time that requests leave.
 */
export function startRollups(app: FastifyInstance, database: Database, metrics: Metrics): void {
  const { signal, pause } = whileListening(app, run)

  async function rollUpAll(): Promise<void> {
    metrics.pendingHours.set(await backlog(database.db, new Date()))
    for (;;) {
      const began = performance.now()
      if (!(await rollUpDay(database, new Date(), signal))) return
      metrics.rolledUpDays.inc()
      await standBack(performance.now() - began, pause)
    }
  }

  metrics.show('binnacle_compaction_backlog_days', 'Days of vessels whose batches wait to be stored in blocks', () =>
    daysToCompact(database.db),
  )

  /** A day at a time, since rollups go first. */
  async function compactSome(): Promise<boolean> {
    let began = performance.now()
    return compactDay(database, new Date(), signal, async () => {
      await standBack(performance.now() - began, pause)
      began = performance.now()
    })
  }

  async function run(): Promise<void> {
    await pause(FIRST_MS).catch(() => {})
    while (!signal.aborted)
      try {
        await rollUpAll()
        if (!(await compactSome())) await pause(IDLE_MS)
      } catch (error) {
        if (signal.aborted) return
        app.log.error({ err: error }, 'rolling up or compacting readings failed and will be retried')
        await pause(FAILED_MS).catch(() => {})
      }
  }
}
