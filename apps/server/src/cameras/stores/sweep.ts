import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/database.ts'
import { whenListening } from '../../service/when-listening.ts'
import { knownFrames } from '../frames/sql.ts'
import type { FrameStore } from './frame-store.ts'
import { claimSweep, releaseSweep } from './sweep-claim.ts'

const DAY_MS = 24 * 60 * 60_000

/**
 * Removes files without a row, at start and once a day. All processes share a bucket, which is slow to list, so one of them sweeps it
 * each day.
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
      await releaseSweep(db).catch(() => {})
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
      (removed) => void (removed > 0 && app.log.info({ removed }, 'removed files without a frame')),
      (error) => void (!stopping.signal.aborted && app.log.error({ err: error }, 'the sweep of frame files failed')),
    )
  }
  const timer = setInterval(sweep, DAY_MS).unref()
  whenListening(app, sweep)
  app.addHook('onClose', async () => {
    clearInterval(timer)
    stopping.abort()
    await running
  })
}
