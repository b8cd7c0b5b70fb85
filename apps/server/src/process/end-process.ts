import { setTimeout as sleep } from 'node:timers/promises'

/** For files that are about to be answered for. */
const WAIT_MS = 50
const MAX_WAITS = 10

/**
 * Ends the process. `process.exit` waits for every file that the system was asked for, so on a network disk whose server is off
 * it never returns. A signal does not wait. It does nothing to the first process of a container, which the container's own
 * timeout ends.
 */
export async function endProcess(code: number): Promise<never> {
  for (let i = 0; i < MAX_WAITS && waitsForFiles(); i++) await sleep(WAIT_MS)
  if (waitsForFiles()) {
    process.removeAllListeners('SIGTERM')
    process.kill(process.pid, 'SIGTERM')
  }
  process.exit(code)
}

const waitsForFiles = () => process.getActiveResourcesInfo().some((resource) => resource.startsWith('FSReq'))
