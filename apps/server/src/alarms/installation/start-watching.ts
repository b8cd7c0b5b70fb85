import { randomUUIDv7 } from 'node:crypto'
import { hostname, uptime } from 'node:os'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../db/database.ts'
import { whileListening } from '../../service/when-listening.ts'
import type { Config } from '../../settings/config.ts'
import { foldersOf, watchDisks } from './disks.ts'
import { judgeInstallation, removeOldInstallationAlarms } from './judge-sql.ts'
import { noteEnd, noteProcess } from './process-sql.ts'

/** How often a process says that it runs, and judges the operator's rules. */
const EVERY_MS = 15_000
/** A start has enough to do. */
const FIRST_MS = 2_000
/** After a longer gap, such as one without a database, the others may not have come back yet. */
const BREAK_MS = 3 * EVERY_MS
/** So long without a gap, and a process knows which others run. */
const KNOWS_AFTER_MS = 60_000
/** For how long a disk is waited for: much less than after which others miss this process. */
const DISK_MS = 5_000
const CLEAN_UP_MS = 3_600_000

/** Work that goes on in each process. */
export interface Progress {
  /** When it last had done all that waited, ms of performance.now(). */
  doneAt(): number
}

/**
 * Watches over the installation while the service listens: says that this process runs and how full its disks are, and judges the
 * operator's rules.
 */
export function startWatching(
  app: FastifyInstance,
  database: Database,
  config: Config,
  progress: { judge: Progress; tell: Progress },
): void {
  const { db } = database
  const id = randomUUIDv7()
  const startedAt = performance.now()
  const { signal, pause } = whileListening(app, run)
  const disksOf = watchDisks()
  let steadySince = Number.POSITIVE_INFINITY
  let lastAt = Number.NEGATIVE_INFINITY
  let cleanUpAt = 0

  async function step(): Promise<void> {
    const lag = ({ doneAt }: Progress) => performance.now() - doneAt()
    const disks = await disksOf(await foldersOf(database, config), pause(DISK_MS))
    if (signal.aborted) return
    await noteProcess(db, {
      id,
      place: placeOf(app),
      upMs: uptime() * 1000,
      ageMs: performance.now() - startedAt,
      judgeLagMs: lag(progress.judge),
      tellLagMs: lag(progress.tell),
      makesBackups: config.backupDir !== null,
      disks,
    })
    const now = performance.now()
    if (now - lastAt > BREAK_MS) steadySince = now
    lastAt = now
    await judgeInstallation(db, now - steadySince >= KNOWS_AFTER_MS)
    if (now < cleanUpAt) return
    cleanUpAt = now + CLEAN_UP_MS
    await removeOldInstallationAlarms(db)
  }

  async function run(): Promise<void> {
    await pause(FIRST_MS).catch(() => {})
    while (!signal.aborted) {
      await step().catch((error) => {
        if (!signal.aborted)
          app.log.error({ err: error }, "the operator's rules could not be judged, which will be retried")
      })
      await pause(EVERY_MS).catch(() => {})
    }
    // Without a database nobody learns it, and the next start takes it for a crash.
    if (lastAt > 0) await noteEnd(db, id).catch(() => {})
  }
}

/** The machine and the port: what starts there next has taken the place of this process. */
function placeOf({ server }: FastifyInstance): string {
  const address = server.address()
  return `${hostname()}:${typeof address === 'object' ? address?.port : address}`
}
