import type { Reading } from '../readings/reading.ts'

type Unstamped = Omit<Reading, 'at'>

/** Tells which readings are not to wait for company: faults, and bilge water that comes or goes. */
export function urgency(): (reading: Unstamped) => boolean {
  const water = new Map<string | undefined, number | undefined>()
  return ({ metric, instance, value }) => {
    if (metric === 'fault_code') return true
    if (metric !== 'bilge_water') return false
    const before = water.get(instance) ?? 0
    water.set(instance, value)
    return value !== before
  }
}
