import { type BoatAlarms, type Log, run } from '@binnacle/onboard'

const TIMEOUT_MS = 10_000
const MAX_OUTPUT_BYTES = 64 * 1024

/**
 * Gives what runs `command` with `alarm`, `warning` or `none` when the worst open alarm of the boat changes, and once at the start. A
 * run that fails is tried again at the next poll; two never run at once.
 */
export function alarmCommand(command: string | undefined, log: Log): (alarms: BoatAlarms) => void {
  let wanted = ''
  let done = ''
  let running = false

  async function catchUp(program: string): Promise<void> {
    running = true
    try {
      while (wanted !== done) {
        const word = wanted
        const { code, stderr } = await run(program, [word], { timeoutMs: TIMEOUT_MS, maxBytes: MAX_OUTPUT_BYTES })
        if (code !== 0) throw new Error(`exit status ${code} ${stderr.trim()}`.trim())
        done = word
        log.info(`alarms: ran ${program} ${word}`)
      }
    } catch (error) {
      log.warn(`alarms: ${program} failed: ${(error as Error).message}`)
    } finally {
      running = false
    }
  }

  return ({ worst }) => {
    wanted = worst ?? 'none'
    if (command !== undefined && !running && wanted !== done) void catchUp(command)
  }
}
