import { random } from '../shared/bodies.ts'

/** How often something is sent: from one time to the next are `everyMs` and up to `jitterMs` more. */
export interface Pace {
  everyMs: number
  jitterMs: number
}

/** What is sent when, in the order of the times. */
export interface Plan {
  /** ms from the start. */
  at: Float64Array
  /** Place of its pace. */
  of: Int32Array
}

/**
 * The times of an open loop: they stand before the first answer, so that a slow server is not asked less. The senders join over
 * `joinMs`; all in the first interval would be every boat's restart at once, and a service that has just started.
 */
export function planOf(paces: Pace[], ms: number, joinMs: number, seed: number): Plan {
  const next = random(seed)
  const planned = paces.flatMap(({ everyMs, jitterMs }, of) => {
    const times: { at: number; of: number }[] = []
    for (let at = next() * Math.max(everyMs, joinMs); at < ms; at += everyMs + next() * jitterMs) times.push({ at, of })
    return times
  })
  planned.sort((a, b) => a.at - b.at)
  return { at: Float64Array.from(planned, ({ at }) => at), of: Int32Array.from(planned, ({ of }) => of) }
}
