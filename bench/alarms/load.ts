import { setTimeout as sleep } from 'node:timers/promises'
import type { Reading } from '../../packages/onboard/src/readings/reading.ts'
import { OpenLoopConnection } from '../fleet/open-loop.ts'
import { planOf } from '../fleet/plan.ts'
import { readingsOf } from '../shared/bodies.ts'
import { telemetryRequest } from '../shared/requests.ts'

export interface Boat {
  vesselId: string
  key: string
}

/** A reading that breaks a rule was acknowledged. */
interface Wet {
  vesselId: string
  answeredAt: number
  isMeasured: boolean
}

interface OpenLoop {
  /** From when a request was due, ms. */
  answers: number[]
  wet: Wet[]
  failed: number
  seconds: number
}

const READINGS = 20
const PACE = { everyMs: 5_000, jitterMs: 200 }
const GAP_MS = 10
/** So many requests of a boat have water in the bilge, and then as many have none. */
const WET_REQUESTS = 6
const ANSWERED_WITHIN_MS = 60_000

const wetted = (readings: Reading[]): Reading[] =>
  readings.map((reading) => (reading.metric === 'bilge_water' ? { ...reading, value: 1 } : reading))

/**
 * Each boat sends twenty readings every five seconds; every so manieth request has water in the bilge, and the boat's next ones,
 * until it would have been told on a slow machine, too: what ended before is history only. */
export async function inOpenLoop(
  port: number,
  boats: readonly Boat[],
  { warmUpMs, ms, wetEvery }: { warmUpMs: number; ms: number; wetEvery: number },
): Promise<OpenLoop> {
  const lines = boats.map(({ key }, number) => {
    const readings = readingsOf(number, READINGS, PACE.everyMs)
    return { connection: new OpenLoopConnection(port), dry: telemetryRequest(port, key, readings), readings, key }
  })
  const plan = planOf(
    boats.map(() => PACE),
    warmUpMs + ms,
    (warmUpMs * 2) / 3,
    1,
  )
  const found: OpenLoop = { answers: [], wet: [], failed: 0, seconds: (warmUpMs + ms) / 1000 }
  const [start, startTime] = [performance.now(), Date.now()]
  const wetLeft = new Map<number, number>()
  const send = (i: number) => {
    const [at, of] = [plan.at[i]!, plan.of[i]!]
    const line = lines[of]!
    const left = wetLeft.get(of) ?? -WET_REQUESTS
    const begins = left <= -WET_REQUESTS && i % wetEvery === 0
    const isWet = begins || left > 0
    wetLeft.set(of, begins ? WET_REQUESTS : left - 1)
    const request = isWet ? telemetryRequest(port, line.key, wetted(line.readings)) : line.dry
    const isMeasured = at >= warmUpMs
    let answeredAt = 0
    line.connection.send({
      dueAt: start + at,
      make: () => request.at(startTime + Math.floor(at)),
      notBefore: () => answeredAt + GAP_MS,
      answered(answer) {
        answeredAt = answer.at
        if (answer.status !== '202' && answer.status !== '200') found.failed++
        else if (begins) found.wet.push({ vesselId: boats[of]!.vesselId, answeredAt, isMeasured })
        if (isMeasured) found.answers.push(answer.at - start - at)
      },
    })
  }
  for (let i = 0; i < plan.at.length; ) {
    const now = performance.now() - start
    for (; i < plan.at.length && plan.at[i]! <= now; i++) send(i)
    await sleep(2)
  }
  const deadline = performance.now() + ANSWERED_WITHIN_MS
  while (lines.some(({ connection }) => !connection.isIdle) && performance.now() < deadline) await sleep(50)
  for (const { connection } of lines) connection.close()
  return found
}

const CONNECTIONS = 64

/**
 * How many requests, and how many a second, when each of some connections sends the next boat's readings as soon as it was
 * answered.
 */
export async function inClosedLoop(
  port: number,
  boats: readonly Boat[],
  ms: number,
): Promise<{ accepted: number; rate: number }> {
  const readings = readingsOf(0, READINGS, PACE.everyMs)
  const requests = boats.map(({ key }) => telemetryRequest(port, key, readings))
  const start = performance.now()
  let [next, accepted] = [0, 0]
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      const connection = new OpenLoopConnection(port)
      while (performance.now() - start < ms) {
        const request = requests[next++ % requests.length]!
        const status = await new Promise<string>((resolve) =>
          connection.send({
            dueAt: performance.now(),
            make: () => request.at(Date.now()),
            answered: (answer) => resolve(answer.status),
          }),
        )
        if (status === '202' || status === '200') accepted++
      }
      connection.close()
    }),
  )
  return { accepted, rate: accepted / ((performance.now() - start) / 1000) }
}
