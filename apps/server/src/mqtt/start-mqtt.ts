import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../db/database.ts'
import { whileListening } from '../service/when-listening.ts'
import { boatStates, fingerprints } from './boats-sql.ts'
import { Broker } from './broker.ts'
import { type Installation, statusTopic } from './home-assistant.ts'
import { Publisher } from './publisher.ts'
import { PublisherLease, RENEW_MS } from './publisher-lease.ts'

const POLL_MS = 5_000
/** The rest before a look is as many times what the last one took. */
const REST_BY_COST = 3
const FAILED_MS = 10_000
/** Boats that are read and published at once: with a slow broker too, sooner than the lease ends. */
const BOATS = 25

/** Whatever a look takes, the lease is renewed in time. */
export const restAfter = (lookMs: number, pollMs = POLL_MS): number =>
  Math.min(Math.max(pollMs, REST_BY_COST * lookMs), RENEW_MS)

/** Publishes every boat to the operator's broker, from when the service listens until it closes; one of its processes does. */
export function startMqtt(
  app: FastifyInstance,
  database: Database,
  url: string,
  installation: Installation,
  pollMs?: number,
): void {
  const status = statusTopic(installation.prefix)
  const lease = new PublisherLease(database.db, randomUUID())
  const { signal, pause } = whileListening(app, run)
  let publisher: Publisher | undefined
  let failure = ''
  let lookMs = 0

  const disconnect = () => {
    publisher?.broker.close()
    publisher = undefined
  }

  async function connected(): Promise<Publisher> {
    if (publisher?.broker.connected) return publisher
    disconnect()
    const clientId = `${installation.prefix}-${lease.holder}`
    const hear = (topic: string, message: string) => publisher?.heard(topic, message)
    publisher = new Publisher(await Broker.open(url, { clientId, status, hear, signal }), installation)
    return publisher
  }

  /** False when another process publishes, or this one stops. */
  const mayGoOn = async () => !signal.aborted && (await lease.renew())

  async function publishChanged(): Promise<void> {
    if (!(await mayGoOn())) return disconnect()
    const to = await connected()
    const started = performance.now()
    const now = await fingerprints(database)
    lookMs = performance.now() - started
    const ids = to.toPublish(now, performance.now())
    for (let i = 0; i < ids.length; i += BOATS) {
      const some = ids.slice(i, i + BOATS)
      const states = new Map((await boatStates(database, some, new Date())).map((state) => [state.id, state]))
      if (!(await mayGoOn())) return disconnect()
      await Promise.all(
        some.map((id) => {
          const fingerprint = now.get(id)
          const state = fingerprint === undefined ? undefined : states.get(id)
          return to.publish(id, state, fingerprint ?? '', performance.now())
        }),
      )
      await to.watch(some)
    }
    if (!(await mayGoOn())) return disconnect()
    await to.removeLeftovers()
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      try {
        await publishChanged()
        failure = ''
        await pause(restAfter(lookMs, pollMs))
      } catch (error) {
        if (signal.aborted) break
        const { message: reason } = error as Error
        if (reason !== failure)
          app.log.warn({ reason }, 'boats cannot be published to the MQTT broker; this will be retried')
        failure = reason
        disconnect()
        await lease.release().catch(() => {})
        await pause(FAILED_MS).catch(() => {})
      }
    }
    // The broker says offline then.
    disconnect()
    await lease.release().catch(() => {})
  }
}
