import { setTimeout as sleep } from 'node:timers/promises'

/** Only a test that fails waits so long, on however busy a machine. */
const GIVE_UP_MS = 120_000

/** Waits for a condition. Throws, naming `what`, when it does not come. */
export async function until(condition: () => boolean | Promise<boolean>, what = 'the condition'): Promise<void> {
  const late = performance.now() + GIVE_UP_MS
  while (!(await condition())) {
    if (performance.now() > late) throw new Error(`${what} did not come`)
    await sleep(5)
  }
}
