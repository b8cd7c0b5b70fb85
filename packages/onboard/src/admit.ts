import { pumpStarts } from './bilge-pump.ts'
import { type FaultState, NO_FAULT_YET, settleFault } from './faults.ts'
import { gateHours, type HoursGate } from './hours-gate.ts'
import { type Observation, type Reading, seriesOf } from './reading.ts'
import { chooseSource, type Source } from './source.ts'
import { isDue } from './thin.ts'

/** What is remembered of one series (a metric of an instance). */
interface Series {
  source?: Source
  hours: HoursGate
  fault: FaultState
  /** Pump: the newest switch state or counter, and the starts not sent yet. */
  pump?: number
  starts: number
  sent?: Reading
}

/**
 * Decides which of a boat's observations become readings: one source a series, the rule of its metric, then its interval.
 * Observations come in the order of reception.
 */
export function admission(): (observation: Observation) => Reading | undefined {
  const known = new Map<string, Series>()
  return (observation) => {
    const key = seriesOf(observation)
    const series = known.get(key) ?? { hours: {}, fault: NO_FAULT_YET, starts: 0 }
    known.set(key, series)
    const chosen = chooseSource(series.source, observation)
    // Another device's counter is no continuation of this one's.
    if (chosen.source !== series.source?.source) series.pump = undefined
    series.source = chosen
    if (chosen.source !== observation.source) return undefined
    const reading = confirmed(series, observation)
    if (!reading || !isDue(series.sent, reading)) return undefined
    series.sent = reading
    series.starts = 0
    return reading
  }
}

function confirmed(series: Series, { source, rank, raw, settled, ...reading }: Observation): Reading | undefined {
  const { metric, value, text_value, at } = reading
  if (metric === 'engine_hours' && value !== undefined) {
    const { gate, counts } = gateHours(series.hours, { hours: value, at })
    series.hours = gate
    return counts ? reading : undefined
  }
  if (metric === 'fault_code' && text_value !== undefined) {
    const { state, tell } = settleFault(series.fault, text_value, at, settled)
    series.fault = state
    return tell ? reading : undefined
  }
  if (raw && value !== undefined) {
    series.starts += pumpStarts(raw, series.pump, value)
    series.pump = value
    return series.starts > 0 ? { ...reading, value: series.starts } : undefined
  }
  return reading
}
