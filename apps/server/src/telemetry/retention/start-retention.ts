import type { FastifyInstance } from 'fastify'
import { deleteOldEvents } from '../../audit/sql.ts'
import { stopConnectionsOfExpiredKeys } from '../../connections/stop-expired.ts'
import type { Database } from '../../db/database.ts'
import type { Metrics } from '../../service/metrics.ts'
import { whileListening } from '../../service/when-listening.ts'
import { storeWatch } from './keep-days-sql.ts'
import { ruleOf } from './purge.ts'
import { purgeAll, purgeDeleted } from './purge-all.ts'
import { Busy, type Gone } from './retention-sql.ts'
import { isSteady, operatorLimit, type Watch } from './watch.ts'

/** Delay after the start, so that waiting onboard devices and people are served first. */
const FIRST_MS = 60_000
const EVERY_MS = 3_600_000
/** Each step is followed by a pause of twice its time, so that ingestion has the disk for at least two thirds. */
const PAUSE_TIMES = 2
const SAY_EVERY_MS = 60_000

/** Deletes old readings and events, and stops what expired keys connected, every hour while the service runs. */
export function startRetention(
  app: FastifyInstance,
  database: Database,
  metrics: Metrics,
  keepDays: number | null,
  firstMs = FIRST_MS,
): void {
  const { signal, pause } = whileListening(app, run)

  async function pass(): Promise<void> {
    const total: Gone = { batches: 0, readings: 0 }
    let [began, said] = [performance.now(), performance.now()]
    const now = new Date()
    await purgeDeleted(database, signal)
    const watch = await storeWatch(database.db, keepDays, now)
    warnOfDeletion(app.log, watch, now.getTime())
    if (!isSteady(watch, now.getTime())) return
    await deleteOldEvents(database.db, now)
    await stopConnectionsOfExpiredKeys(database.db, now)
    await purgeAll(
      database,
      ruleOf(operatorLimit(watch, now.getTime()), now),
      signal,
      async ({ batches, readings }) => {
        metrics.deletedReadings.inc(readings)
        total.batches += batches
        total.readings += readings
        await pause(PAUSE_TIMES * (performance.now() - began))
        began = performance.now()
        if (began - said < SAY_EVERY_MS) return
        said = began
        app.log.info(total, 'deleting readings that are older than their limit')
      },
    )
    if (total.batches > 0) app.log.info(total, 'deleted readings that were older than their limit')
  }

  async function run(): Promise<void> {
    await pause(firstMs).catch(() => {})
    while (!signal.aborted) {
      await pass().catch((error) => {
        if (!signal.aborted && !(error instanceof Busy))
          app.log.error({ err: error }, 'deleting old readings failed and will be retried')
      })
      await pause(EVERY_MS).catch(() => {})
    }
  }
}

/** Warns before anything is deleted, so that a mistaken setting or a wrong clock is noticed in time. */
function warnOfDeletion(
  log: FastifyInstance['log'],
  { operatorDays, operatorFrom, steadyFrom }: Watch,
  now: number,
): void {
  const from = (ms: number) => ({ from: new Date(ms).toISOString() })
  if (operatorDays !== null && now < operatorFrom)
    log.warn(
      from(operatorFrom),
      `TELEMETRY_KEEP_DAYS=${operatorDays}: from this time on, older readings are deleted for good. To keep them, set a higher number or remove the setting`,
    )
  if (now < steadyFrom)
    log.warn(
      from(steadyFrom),
      'the service did not run for days, or its clock was changed: no old readings are deleted before this time',
    )
}
