import { setTimeout as sleep } from 'node:timers/promises'

/** Nobody waits longer for an answer: a proxy gives up after half a minute or so. */
const PATIENCE_MS = 10_000

/** Resolves when the work is done or, where that takes too long, before: it then goes on by itself. The work must not fail. */
export const patiently = (work: Promise<void>, ms = PATIENCE_MS): Promise<void> =>
  Promise.race([work, sleep(ms, undefined, { ref: false })])
