import { performance } from 'node:perf_hooks'

/** How much of the time that the work took the thread has to have had nothing to do. */
const IDLE_SHARE = 0.8
const MAX_PAUSES = 10

/**
 * Pauses after a piece of work in the background that took so long: until the thread has had nothing to do for nearly as long,
 * and for ten times as long at most. So it takes half of the time of an idle service, half of what requests leave of a busy one,
 * and goes on even if they leave nothing: then readings would wait to be stored for as long as the work went on at its usual
 * speed.
 */
export async function standBack(tookMs: number, pause: (ms: number) => Promise<void>): Promise<void> {
  const from = performance.eventLoopUtilization()
  let pauses = 0
  do {
    await pause(tookMs)
    pauses++
  } while (pauses < MAX_PAUSES && performance.eventLoopUtilization(from).idle < IDLE_SHARE * tookMs)
}
