import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../db/database.ts'
import type { Metrics } from '../../service/metrics.ts'
import { rollDay } from './roll.ts'
import { backlog } from './rolling-sql.ts'

/** When nothing waits: hours settle by the minute. */
const IDLE_MS = 30_000
/** A start is not held up, nor a process that is only asked whether it starts. */
const FIRST_MS = 2_000
/** After a failure, such as a database that is away. */
const FAILED_MS = 60_000

/** Rolls what waits, from when the service listens until it closes: a day of a vessel at a time, and half of the time at most. */
export function startRoller(app: FastifyInstance, database: Database, metrics: Metrics): void {
  const stopping = new AbortController()
  const { signal } = stopping
  const pause = (ms: number) => sleep(ms, undefined, { signal, ref: false })

  async function rollAll(): Promise<void> {
    metrics.unrolledHours.set(await backlog(database.db, new Date()))
    for (;;) {
      const began = performance.now()
      if (!(await rollDay(database, new Date(), signal))) return
      metrics.rolledDays.inc()
      await pause(performance.now() - began)
    }
  }

  async function run(): Promise<void> {
    await pause(FIRST_MS).catch(() => {})
    while (!signal.aborted)
      try {
        await rollAll()
        await pause(IDLE_MS)
      } catch (error) {
        if (signal.aborted) return
        app.log.error({ err: error }, 'rolling up readings failed and is tried again')
        await pause(FAILED_MS).catch(() => {})
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
