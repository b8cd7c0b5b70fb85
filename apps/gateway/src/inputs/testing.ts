import { setTimeout as sleep } from 'node:timers/promises'
import type { Log, Observation } from '@binnacle/onboard'
import type { Sink } from './input.ts'

/** Only a test that fails waits so long, on however busy a machine. */
const GIVE_UP_MS = 120_000

/** A sink and a log that keep what they are given, and a way to wait for it: no test sleeps for a fixed time. */
export function gathering() {
  const observations: Observation[] = []
  const times: number[] = []
  const logged: string[] = []
  const sink: Sink = {
    observe: (observation) => observations.push(observation),
    time: (trueMs) => times.push(trueMs),
  }
  const write = (level: string) => (message: string) => void logged.push(`${level}: ${message}`)
  const log: Log = { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') }
  const until = async (holds: () => boolean) => {
    const end = performance.now() + GIVE_UP_MS
    while (!holds()) {
      if (performance.now() > end) throw new Error(`given up waiting for ${holds}`)
      await sleep(5)
    }
  }
  return { observations, times, logged, sink, log, until }
}
