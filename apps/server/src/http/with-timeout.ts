import { setTimeout as sleep } from 'node:timers/promises'

/** Proxies give up on a request after about half a minute. */
const REQUEST_TIMEOUT_MS = 10_000

/** Resolves when the work is done, or at the timeout: the work then continues on its own. The work must not reject. */
export const withTimeout = (work: Promise<void>, ms = REQUEST_TIMEOUT_MS): Promise<void> =>
  Promise.race([work, sleep(ms, undefined, { ref: false })])
