import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'

/** Only a test that fails waits so long, on however busy a machine. */
const GIVE_UP_MS = 300_000
const LOOK_EVERY_MS = 10

/**
 * Polls until `look` gives something true, and gives that. Throws and names `what` when it does not come, and at once when the
 * process that it is to come from has ended.
 */
export async function until<T>(
  look: () => T | Promise<T>,
  what = String(look),
  from?: ChildProcess,
): Promise<NonNullable<T>> {
  for (const giveUp = performance.now() + GIVE_UP_MS; ; await sleep(LOOK_EVERY_MS)) {
    const ended = from && (from.exitCode ?? from.signalCode)
    const found = await look()
    if (found) return found
    if (ended !== undefined && ended !== null) throw new Error(`${what} did not come: the process ended with ${ended}`)
    if (performance.now() > giveUp) throw new Error(`${what} did not come within ${GIVE_UP_MS / 1000} s`)
  }
}
