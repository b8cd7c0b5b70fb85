import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'

/** Only a test that fails waits so long, on however busy a machine. */
const GIVE_UP_MS = 300_000
/** What a process is to do: one that will never do it mostly ends, and is not waited for. */
const GIVE_UP_PROCESS_MS = 900_000
const LOOK_EVERY_MS = 10
/** A look that asks a service waits longer for the next one: else what is waited for has to wait for the processor. */
const TIMES_AS_LONG = 10
const LOOK_AT_LEAST_EVERY_MS = 500

/**
 * Polls until `look` gives something true, and gives that. Throws and names `what` when it does not come, and at once when the
 * process that it is to come from has ended.
 */
export async function until<T>(
  look: () => T | Promise<T>,
  what = String(look),
  from?: ChildProcess,
): Promise<NonNullable<T>> {
  const limitMs = from ? GIVE_UP_PROCESS_MS : GIVE_UP_MS
  const giveUp = performance.now() + limitMs
  for (;;) {
    const ended = from && (from.exitCode ?? from.signalCode)
    const began = performance.now()
    const found = await look()
    const took = performance.now() - began
    if (found) return found
    if (ended !== undefined && ended !== null) throw new Error(`${what} did not come: the process ended with ${ended}`)
    if (performance.now() > giveUp) throw new Error(`${what} did not come within ${limitMs / 1000} s`)
    await sleep(Math.min(LOOK_AT_LEAST_EVERY_MS, Math.max(LOOK_EVERY_MS, TIMES_AS_LONG * took)))
  }
}
