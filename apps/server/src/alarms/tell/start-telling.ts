import type { FastifyInstance } from 'fastify'
import type { Database } from '../../db/database.ts'
import { whileListening } from '../../service/when-listening.ts'
import { deliver } from './deliver.ts'
import { writeInstallationMessages } from './installation-messages-sql.ts'
import type { SendContext } from './kinds/sender.ts'
import { type ClaimedMessage, claimMessages, removeOldMessages, writeMessages } from './messages-sql.ts'
import { askForPictures, writePictures } from './pictures/pictures-sql.ts'

/** How often to look for waiting messages. What the judge of this process changed is told at once. */
const SWEEP_MS = 10_000
const CLEAN_UP_MS = 3_600_000
const FAILED_MS = 10_000
/** Messages on their way at once. */
const AT_ONCE = 60
/** Of them to channels that did not accept what they were last sent: however many hang, others have room. */
const AT_ONCE_NOT_ACCEPTING = 30
/**
 * A look for messages that took long is followed by a rest of as many times as long: one account can have thousands that wait,
 * and all of them are looked through each time that one was sent.
 */
const SLOW_MS = 20
export const REST_BY_COST = 3

export interface Telling {
  /** Alarms of these vessels began or ended. */
  wake(vesselIds: readonly string[]): void
  /**
   * When all that waited was last on its way, but for more to channels that do not accept than go at once; ms of
   * performance.now().
   */
  doneAt(): number
}

/** Tells the owners of alarms, from when the service listens until it closes. */
export function startTelling(
  app: FastifyInstance,
  { db }: Database,
  context: SendContext,
  sweepMs = SWEEP_MS,
): Telling {
  const { signal, pause } = whileListening(app, run)
  const onTheirWay = new Map<Promise<void>, ClaimedMessage>()
  let changed = new Set<string>()
  let woken = Promise.withResolvers<void>()
  let sweepAt = 0
  let cleanUpAt = 0
  let doneAt = performance.now()
  let isSwept = false

  /** Claims and sends as many messages as may be under way at once; whether there were no more but for channels that are busy. */
  async function sendClaimed(): Promise<boolean> {
    const room = AT_ONCE - onTheirWay.size
    if (room <= 0) return false
    const under = [...onTheirWay.values()]
    const roomNotAccepting = AT_ONCE_NOT_ACCEPTING - under.filter(({ accepts }) => !accepts).length
    const limit = roomNotAccepting > 0 ? Math.min(room, roomNotAccepting) : room
    const began = performance.now()
    const claimed = await claimMessages(db, limit, new Date(), {
      busy: [...new Set(under.map(({ channel_id }) => channel_id))],
      notAccepting: roomNotAccepting <= 0,
    })
    const tookMs = performance.now() - began
    for (const message of claimed) start(message)
    if (tookMs > SLOW_MS) await pause(REST_BY_COST * tookMs)
    // A channel that gets few at once may have stood before others.
    if (claimed.length > 0) woken.resolve()
    return claimed.length === 0
  }

  function start(message: ClaimedMessage): void {
    const sending: Promise<void> = deliver(db, message, context)
      .catch((error) => app.log.error({ err: error }, 'a message about an alarm could not be sent and will be retried'))
      .finally(() => {
        onTheirWay.delete(sending)
        woken.resolve()
      })
    onTheirWay.set(sending, message)
  }

  /** Pictures follow alarms, and hold none up. */
  async function followWithPictures(now: Date): Promise<void> {
    try {
      await writePictures(db, now)
      woken.resolve()
      await askForPictures(db, now)
    } catch (error) {
      app.log.error({ err: error }, 'pictures of alarms could not be asked for or told, and will be retried')
    }
  }

  /** The alarms of the installation hold up none of a boat. */
  async function tellOperators(now: Date): Promise<void> {
    try {
      await writeInstallationMessages(db, now)
      woken.resolve()
    } catch (error) {
      app.log.error({ err: error }, 'alarms of the installation could not be told, and will be retried')
    }
  }

  async function cleanUp(now: Date): Promise<void> {
    if (performance.now() < cleanUpAt) return
    cleanUpAt = performance.now() + CLEAN_UP_MS
    await removeOldMessages(db, now)
  }

  async function step(): Promise<void> {
    const now = new Date()
    await cleanUp(now)
    const isSweep = performance.now() >= sweepAt
    const vesselIds = [...changed]
    changed = new Set()
    if (isSweep) sweepAt = performance.now() + sweepMs
    const isDue = isSweep || vesselIds.length > 0
    if (isDue) await writeMessages(db, isSweep ? null : vesselIds, now)
    if (isSweep) isSwept = true
    // Often a later step than the sweep: more messages may wait than are sent at once.
    if ((await sendClaimed()) && isSwept) {
      doneAt = performance.now()
      isSwept = false
    }
    if (isSweep) await tellOperators(now)
    if (isDue) await followWithPictures(now)
  }

  async function run(): Promise<void> {
    signal.addEventListener('abort', () => woken.resolve())
    while (!signal.aborted)
      try {
        woken = Promise.withResolvers()
        await step()
        await Promise.race([woken.promise, pause(Math.max(0, sweepAt - performance.now()))])
      } catch (error) {
        if (signal.aborted) break
        app.log.error({ err: error }, 'telling of alarms failed and will be retried')
        await pause(FAILED_MS).catch(() => {})
      }
    await Promise.all(onTheirWay.keys())
  }

  return {
    wake(vesselIds) {
      for (const id of vesselIds) changed.add(id)
      woken.resolve()
    },
    doneAt: () => doneAt,
  }
}
