import type { Observation, Withheld } from '@binnacle/onboard'
import { logTo } from '../../../../packages/onboard/src/testing/log.ts'
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
  const log = logTo((message, level) => logged.push(`${level}: ${message}`))
  return { observations, withheld, times, logged, sink, log, until }
}
