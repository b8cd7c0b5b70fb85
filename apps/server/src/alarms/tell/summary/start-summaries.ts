import type { FastifyInstance } from 'fastify'
import type { Database } from '../../../db/database.ts'
import { whileListening } from '../../../service/when-listening.ts'
import { dueSummaries, writeSummary } from './write-summaries.ts'

/** Delay after the start, so that waiting onboard devices and people are served first. */
const FIRST_MS = 10_000
const EVERY_MS = 60_000
/** On a Monday morning many are due: each is followed by a pause of twice its time. */
const PAUSE_TIMES = 2

/** Writes the summaries that are due while the service runs; what sends messages sends them. */
export function startSummaries(app: FastifyInstance, database: Database, everyMs = EVERY_MS): void {
  const { signal, pause } = whileListening(app, run)
  const report = (error: unknown) => {
    if (!signal.aborted) app.log.error({ err: error }, 'a summary could not be written and will be retried')
  }

  async function pass(): Promise<void> {
    for (const due of await dueSummaries(database.db, new Date())) {
      const began = performance.now()
      // One that fails keeps no other from being written.
      await writeSummary(database, due, new Date()).catch(report)
      await pause(PAUSE_TIMES * (performance.now() - began))
    }
  }

  async function run(): Promise<void> {
    await pause(Math.min(FIRST_MS, everyMs)).catch(() => {})
    while (!signal.aborted) {
      await pass().catch(report)
      await pause(everyMs).catch(() => {})
    }
  }
}
