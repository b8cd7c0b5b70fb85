import { setTimeout as wait } from 'node:timers/promises'
import type { Boat } from '../../../apps/server/src/testing/accounts/boats.ts'
import { percentile } from '../../shared/statistics.ts'

export interface Served {
  requests: number
  p50: number
  p99: number
  /** Answers other than 200 and 202. */
  refused: string[]
}

/** An owner who looks and an onboard device that posts, one request after the other with a little rest, until `until`. */
export async function goodClient(url: string, boat: Boat, until: AbortSignal): Promise<Served> {
  const took: number[] = []
  const refused: string[] = []
  const json = { 'content-type': 'application/json', authorization: `Bearer ${boat.deviceKey}` }
  for (let number = 0; !until.aborted; number++) {
    const body = JSON.stringify({ readings: [{ metric: 'depth', value: number }] })
    const started = performance.now()
    const answer = await (number % 2
      ? fetch(`${url}/v1/telemetry`, { method: 'POST', headers: json, body })
      : fetch(`${url}/v1/vessels/${boat.vesselId}`, { headers: { authorization: `Bearer ${boat.ownerKey}` } })
    ).catch((error: Error) => error)
    if (answer instanceof Error) refused.push(answer.message)
    else {
      await answer.text()
      if (answer.status !== 200 && answer.status !== 202) refused.push(String(answer.status))
    }
    took.push(performance.now() - started)
    await wait(20)
  }
  return { requests: took.length, p50: percentile(took, 0.5), p99: percentile(took, 0.99), refused }
}

/** The same for so long. */
export const goodClientFor = (url: string, boat: Boat, seconds: number) =>
  goodClient(url, boat, AbortSignal.timeout(seconds * 1_000))
