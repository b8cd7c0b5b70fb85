import { NO_TRAFFIC, type Route, type Traffic } from '@binnacle/contract'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../db/database.ts'
import type { Metrics } from '../service/metrics.ts'
import { addTraffic } from './traffic-sql.ts'

const WRITE_EVERY_MS = 60_000

/** What an answer adds; null for what is no use of the service: pages, and what looks after it, such as health checks. */
export function trafficOf(route: Route | undefined, status: number): Partial<Traffic> | null {
  if (!route || route.tag === 'service') return null
  const refused = status >= 400 && status < 500 ? 1 : 0
  const failed = status >= 500 ? 1 : 0
  const frame = route.id === 'postFrame'
  return {
    requests: 1,
    refused,
    failed,
    frames: frame && status < 300 ? 1 : 0,
    frames_refused: frame ? refused : 0,
  }
}

/**
 * Counts what this process answers and adds it to the table of the hours once a minute, and when it closes. A process that is
 * killed takes up to a minute of counts with it. Gives a function that writes down at once what it has.
 */
export function countTraffic(app: FastifyInstance, db: Db, metrics: Metrics): () => Promise<void> {
  let counted = { ...NO_TRAFFIC }
  let written = { readings: 0, rejected: 0 }
  app.addHook('onResponse', (request, reply, done) => {
    const { route } = request.routeOptions.config as { route?: Route }
    add(counted, trafficOf(route, reply.statusCode))
    done()
  })

  async function write(now: Date): Promise<void> {
    const total = { readings: await countOf(metrics.readings), rejected: await countOf(metrics.rejectedReadings) }
    const taken = counted
    const part = {
      ...taken,
      readings: total.readings - written.readings,
      readings_rejected: total.rejected - written.rejected,
    }
    if (Object.values(part).every((count) => count === 0)) return
    counted = { ...NO_TRAFFIC }
    try {
      await addTraffic(db, now, part)
      written = total
    } catch (error) {
      add(counted, taken)
      throw error
    }
  }

  let writing = Promise.resolve()
  const writeNext = () => {
    writing = writing
      .then(() => write(new Date()))
      .catch((error: Error) => app.log.warn({ reason: error.message }, 'traffic is written later'))
    return writing
  }
  const timer = setInterval(writeNext, WRITE_EVERY_MS).unref()
  app.addHook('onClose', async () => {
    clearInterval(timer)
    await writeNext()
  })
  return writeNext
}

function add(to: Traffic, part: Partial<Traffic> | null): void {
  for (const [name, count] of Object.entries(part ?? {})) to[name as keyof Traffic] += count
}

const countOf = async (counter: Metrics['readings']) => (await counter.get()).values[0]?.value ?? 0
