import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../db/database.ts'
import type { Metrics } from '../../service/metrics.ts'
import type { Config } from '../../settings/config.ts'
import { encryptionOf } from '../archive/encryption.ts'
import type { LiveCopies } from '../make/live-copies.ts'
import { isBackupDue } from './daily-rule.ts'
import type { DailyAnswer, DailyOrder } from './daily-thread.ts'
import { nextArchive, removeExpired } from './own-folder.ts'
import { inOneProcess, noteFailed, noteMade, readStatus } from './status-sql.ts'

/**
 * How often it is asked whether one is due. The first time is any moment within it: not all installations, nor all processes, at
 * once.
 */
const CHECK_EVERY_MS = 10 * 60_000

/** Makes a backup into BACKUP_DIR each day, in one of the processes, until the service closes. */
export function startDailyBackups(
  app: FastifyInstance,
  database: Database,
  config: Config,
  copies: LiveCopies,
  metrics: Metrics,
): { backUpIfDue(now: Date): Promise<void> } {
  const folder = config.backupDir
  if (!folder) return { backUpIfDue: async () => {} }
  const { db } = database
  metrics.show(
    'binnacle_backup_last_success_timestamp_seconds',
    'The moment of the newest backup of the day that was made and checked; 0: none yet',
    async () => ((await readStatus(db)).made_at?.getTime() ?? 0) / 1000,
  )
  // A backup that cannot be encrypted must show at the start, not in the night.
  app.addHook('onReady', async () => void (await encryptionOf(config)))
  let worker: Worker | undefined
  let stopping = false
  let running = Promise.resolve()

  async function runThread(order: DailyOrder): Promise<DailyAnswer> {
    if (stopping) return { problem: 'the service is stopping' }
    worker = new Worker(new URL('./daily-thread.ts', import.meta.url), { workerData: order })
    const ended = once(worker, 'exit').then((): DailyAnswer => ({ problem: 'it was ended' }))
    const [answer] = await Promise.race([once(worker, 'message') as Promise<[DailyAnswer]>, ended.then((end) => [end])])
    await worker.terminate()
    return answer!
  }

  async function make(now: Date): Promise<void> {
    const began = Date.now()
    const file = await nextArchive(folder!, 'daily', config, now)
    const order = { config, file, now }
    const made = await (database.copyTo
      ? copies.with((copy) => runThread({ ...order, copy }))
      : runThread({ ...order, copy: null }))
    if ('problem' in made) throw new Error(made.problem)
    await noteMade(db, now, made.bytes)
    if (made.foreign.length > 0 || made.loose.length > 0)
      app.log.warn(
        { foreign: made.foreign, loose: made.loose },
        "the database differs from Binnacle's: what is foreign is not in the backup; where rules are loose, see with --check whether it can be restored",
      )
    const expired = await removeExpired(file, 'daily', config, now)
    app.log.info(
      { file, ...made, ms: Date.now() - began, removed: expired.map(({ name }) => name) },
      'a backup is made and checked',
    )
  }

  async function makeIfDue(now: Date): Promise<void> {
    if (!isBackupDue(await readStatus(db), now)) return
    try {
      await make(now)
    } catch (error) {
      if (stopping) return
      app.log.error({ err: error }, 'the backup of the day could not be made, and will be retried in an hour')
      await noteFailed(db, now, (error as Error).message)
    }
  }

  async function backUpIfDue(now: Date): Promise<void> {
    // The embedded database has one connection, and one process.
    await (database.kind === 'embedded' ? makeIfDue(now) : inOneProcess(db, () => makeIfDue(now)))
  }

  const check = () => {
    running = running
      .then(() => (stopping ? undefined : backUpIfDue(new Date())))
      .catch((error: Error) => app.log.warn({ reason: error.message }, 'whether a backup is due is asked again later'))
  }
  let every: NodeJS.Timeout | undefined
  const first = setTimeout(() => {
    check()
    every = setInterval(check, CHECK_EVERY_MS).unref()
  }, Math.random() * CHECK_EVERY_MS).unref()
  app.addHook('onClose', async () => {
    stopping = true
    clearTimeout(first)
    clearInterval(every)
    copies.end()
    await worker?.terminate()
    await running
  })
  return { backUpIfDue }
}
