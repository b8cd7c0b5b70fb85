import type { FastifyInstance } from 'fastify'
import type { Db } from '../db/database.ts'
import type { FrameStore } from './frame-store.ts'
import { knownFrames } from './sql.ts'
import { claimSweep, giveSweepBack } from './sweep-claim.ts'

const DAY_MS = 24 * 60 * 60_000

/**
 * Removes files that no frame's row names, from when the service listens and once a day, until it closes. A bucket, which is one for
 * all processes and long to list, is swept by one of them each day.
 */
export function sweepFrames(app: FastifyInstance, db: Db, store: FrameStore): void {
  const stopping = new AbortController()
  const isKnown = (ids: string[]) => {
    stopping.signal.throwIfAborted()
    return knownFrames(db, ids)
  }
  async function sweepBucket(now: Date): Promise<number> {
    if (!(await claimSweep(db, now))) return 0
    return store.sweep(isKnown, now).catch(async (error) => {
      await giveSweepBack(db).catch(() => {})
      throw error
    })
  }
  async function sweepAll(now: Date): Promise<number> {
    const temporary = await store.sweepTemporary(now)
    return temporary + (await (store.linkOrigin === null ? store.sweep(isKnown, now) : sweepBucket(now)))
  }
  let running = Promise.resolve()
  const sweep = () => {
    running = sweepAll(new Date()).then(
      (removed) => void (removed > 0 && app.log.info({ removed }, 'removed files of frames that are not there')),
      (error) => void (!stopping.signal.aborted && app.log.error({ err: error }, 'the sweep of frames failed')),
    )
  }
  const timer = setInterval(sweep, DAY_MS).unref()
  app.addHook('onListen', async () => sweep())
  app.addHook('onClose', async () => {
    clearInterval(timer)
    stopping.abort()
    await running
  })
}
