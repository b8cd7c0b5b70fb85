import type { Log, Observation, Withheld } from '@binnacle/onboard'
import { until } from '../../../../scripts/until.ts'
import type { Sink } from '../inputs/input.ts'

/** A sink and a log that keep what they are given, and a way to wait for it: no test sleeps for a fixed time. */
export function gathering() {
  const observations: Observation[] = []
  const times: number[] = []
  const withheld: Withheld[] = []
  const logged: string[] = []
  const sink: Sink = {
    observe: (observation) => observations.push(observation),
    withhold: (one) => withheld.push(one),
    time: (trueMs) => times.push(trueMs),
  }
  const write = (level: string) => (message: string) => void logged.push(`${level}: ${message}`)
  const log: Log = { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') }
  return { observations, withheld, times, logged, sink, log, until }
}
