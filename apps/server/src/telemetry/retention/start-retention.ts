import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../db/database.ts'
import type { Metrics } from '../../service/metrics.ts'
import { Busy, type Gone } from './retention-sql.ts'
import { ruleOf } from './retire.ts'
import { retireAll } from './retire-all.ts'

/** After the start, when boxes and people who waited for it have had their turn. */
const FIRST_MS = 60_000
const EVERY_MS = 3_600_000
/** Of the time at most a third, so that the ingest has the disk. */
const PAUSE_TIMES = 2
const SAY_EVERY_MS = 60_000

/** Deletes readings for their age, hour after hour, from when the service listens until it closes. */
export function startRetention(
  app: FastifyInstance,
  database: Database,
  metrics: Metrics,
  keepDays: number | null,
): void {
  const stopping = new AbortController()
  const { signal } = stopping
  const pause = (ms: number) => sleep(ms, undefined, { signal, ref: false })

  async function pass(): Promise<void> {
    const total: Gone = { batches: 0, readings: 0 }
    let [began, said] = [performance.now(), performance.now()]
    await retireAll(database, ruleOf(keepDays, new Date()), signal, async ({ batches, readings }) => {
      metrics.retiredReadings.inc(readings)
      total.batches += batches
      total.readings += readings
      await pause(PAUSE_TIMES * (performance.now() - began))
      began = performance.now()
      if (began - said < SAY_EVERY_MS) return
      said = began
      app.log.info(total, 'deleting readings that are older than their limit')
    })
    if (total.batches > 0) app.log.info(total, 'readings that were older than their limit are deleted')
  }

  async function run(): Promise<void> {
    await pause(FIRST_MS).catch(() => {})
    while (!signal.aborted) {
      await pass().catch((error) => {
        if (!signal.aborted && !(error instanceof Busy))
          app.log.error({ err: error }, 'deleting old readings failed and is tried again')
      })
      await pause(EVERY_MS).catch(() => {})
    }
  }

  let running = Promise.resolve()
  app.addHook('onListen', async () => {
    running = run()
  })
  app.addHook('onClose', async () => {
    stopping.abort()
    await running
  })
}
