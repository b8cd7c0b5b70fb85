import type { FastifyInstance } from 'fastify'
import type { Db } from '../db/database.ts'
import type { FrameStore } from './frame-store.ts'
import { knownFrames } from './sql.ts'

const DAY_MS = 24 * 60 * 60_000

/** Removes files that no frame's row names, from when the service listens and once a day, until it closes. */
export function sweepFrames(app: FastifyInstance, db: Db, store: FrameStore): void {
  const stopping = new AbortController()
  const isKnown = (ids: string[]) => {
    stopping.signal.throwIfAborted()
    return knownFrames(db, ids)
  }
  let running = Promise.resolve()
  const sweep = () => {
    running = store.sweep(isKnown, new Date()).then(
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
