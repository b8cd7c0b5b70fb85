import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../db/database.ts'
import type { Metrics } from '../../service/metrics.ts'
import { storeWatch } from './keep-days-sql.ts'
import { Busy, type Gone } from './retention-sql.ts'
import { ruleOf } from './retire.ts'
import { retireAll, retireDeleted } from './retire-all.ts'
import { isSteady, operatorLimit, type Watch } from './watch.ts'

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
    const now = new Date()
    await retireDeleted(database, signal)
    const watch = await storeWatch(database.db, keepDays, now)
    sayWhatWaits(app.log, watch, now.getTime())
    if (!isSteady(watch, now.getTime())) return
    await retireAll(
      database,
      ruleOf(operatorLimit(watch, now.getTime()), now),
      signal,
      async ({ batches, readings }) => {
        metrics.retiredReadings.inc(readings)
        total.batches += batches
        total.readings += readings
        await pause(PAUSE_TIMES * (performance.now() - began))
        began = performance.now()
        if (began - said < SAY_EVERY_MS) return
        said = began
        app.log.info(total, 'deleting readings that are older than their limit')
      },
    )
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

/** So that a setting that was not meant, and a clock that is wrong, are seen before anything has gone by them. */
function sayWhatWaits(
  log: FastifyInstance['log'],
  { operatorDays, operatorFrom, steadyFrom }: Watch,
  now: number,
): void {
  const from = (ms: number) => ({ from: new Date(ms).toISOString() })
  if (operatorDays !== null && now < operatorFrom)
    log.warn(
      from(operatorFrom),
      `TELEMETRY_KEEP_DAYS=${operatorDays}: from then on readings that are older are deleted for good; set it higher, or take it away, if that is not meant`,
    )
  if (now < steadyFrom)
    log.warn(
      from(steadyFrom),
      'the service was away for days or its clock was set: until then no readings are deleted for their age',
    )
}
