import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../db/database.ts'
import { whenListening } from '../../service/when-listening.ts'
import type { Means } from './kinds/receiver.ts'
import {
  type ClaimedMessage,
  claimMessages,
  noteAccepted,
  noteDropped,
  noteRefused,
  removeOldMessages,
  writeMessages,
} from './messages-sql.ts'
import { PictureGone } from './pictures.ts'
import { askForPictures, requirePicture, writePictures } from './pictures-sql.ts'
import { NotAccepted } from './post.ts'
import { heldUntil } from './quiet/held-until.ts'
import { parcelOf } from './quiet/parcel.ts'
import { holdMessage } from './quiet/quiet-sql.ts'
import { send } from './send.ts'

/** How often to look for waiting messages. What the judge of this process changed is told at once. */
const SWEEP_MS = 10_000
const CLEAN_UP_MS = 3_600_000
const FAILED_MS = 10_000
/** Messages on their way at once: a receiver that hangs holds up nobody. */
const AT_ONCE = 20

const NOT_NEEDED = 'acknowledged, silenced or removed while it was held, or a picture beside another alarm'

export interface Telling {
  /** Alarms of these vessels began or ended. */
  wake(vesselIds: readonly string[]): void
}

/** Tells the owners of alarms, from when the service listens until it closes. */
export function startTelling(app: FastifyInstance, { db }: Database, means: Means): Telling {
  const stopping = new AbortController()
  const { signal } = stopping
  const pause = (ms: number) => sleep(ms, undefined, { signal, ref: false })
  const onTheirWay = new Set<Promise<void>>()
  let changed = new Set<string>()
  let woken = Promise.withResolvers<void>()
  let sweepAt = 0
  let cleanUpAt = 0

  async function deliver(message: ClaimedMessage): Promise<void> {
    const now = new Date()
    const until = heldUntil(message, now)
    if (until) return holdMessage(db, message, until)
    const parcel = await parcelOf(db, message, now)
    const { content, told, dropped } = parcel
    try {
      if (content) {
        const { id, tries } = message
        await requirePicture(db, content)
        await send(message, { id, content, tries }, means, now)
        await noteAccepted(db, message, parcel, new Date())
      }
      await noteDropped(db, message, dropped, NOT_NEEDED, new Date())
    } catch (error) {
      if (error instanceof PictureGone)
        return noteDropped(db, message, [...told, ...dropped], error.message, new Date())
      if (!(error instanceof NotAccepted)) throw error
      await noteRefused(db, message, parcel, error, new Date())
    }
  }

  /** Claims and sends as many messages as may be under way at once. */
  async function sendClaimed(): Promise<void> {
    for (const message of await claimMessages(db, AT_ONCE - onTheirWay.size, new Date())) {
      const sending: Promise<void> = deliver(message)
        .catch((error) =>
          app.log.error({ err: error }, 'a message about an alarm could not be sent and is tried again'),
        )
        .finally(() => {
          onTheirWay.delete(sending)
          woken.resolve()
        })
      onTheirWay.add(sending)
    }
  }

  /** Pictures follow alarms, and hold none up. */
  async function followWithPictures(now: Date): Promise<void> {
    try {
      await writePictures(db, now)
      woken.resolve()
      await askForPictures(db, now)
    } catch (error) {
      app.log.error({ err: error }, 'pictures of alarms could not be asked for or told, which is tried again')
    }
  }

  async function step(): Promise<void> {
    const now = new Date()
    if (performance.now() >= cleanUpAt) {
      cleanUpAt = performance.now() + CLEAN_UP_MS
      await removeOldMessages(db, now)
    }
    const isSweep = performance.now() >= sweepAt
    const vesselIds = [...changed]
    changed = new Set()
    if (isSweep) sweepAt = performance.now() + SWEEP_MS
    const isDue = isSweep || vesselIds.length > 0
    if (isDue) await writeMessages(db, isSweep ? null : vesselIds, now)
    if (onTheirWay.size < AT_ONCE) await sendClaimed()
    if (isDue) await followWithPictures(now)
  }

  async function run(): Promise<void> {
    while (!signal.aborted)
      try {
        woken = Promise.withResolvers()
        await step()
        await Promise.race([woken.promise, pause(Math.max(0, sweepAt - performance.now()))])
      } catch (error) {
        if (signal.aborted) return
        app.log.error({ err: error }, 'telling of alarms failed and is tried again')
        await pause(FAILED_MS).catch(() => {})
      }
  }

  let running = Promise.resolve()
  whenListening(app, () => {
    running = run()
  })
  app.addHook('onClose', async () => {
    stopping.abort()
    woken.resolve()
    await running
    await Promise.all(onTheirWay)
  })
  return {
    wake(vesselIds) {
      for (const id of vesselIds) changed.add(id)
      woken.resolve()
    },
  }
}
