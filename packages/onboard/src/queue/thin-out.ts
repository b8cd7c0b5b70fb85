import { seriesOf } from '../readings/reading.ts'
import type { Queued } from './record.ts'

/** No samples of something that goes on: a fault that came and went, and hours that may set the meter. */
const KEPT = new Set(['fault_code', 'engine_hours'])

/**
 * The readings without every other moment of each series, so with half the resolution; the newest of each stays. Pump starts
 * are counts: those taken out are added to the next that stays. Readings that may not go are passed over.
 */
export function thinOut(readings: readonly Queued[], mayGo: (queued: Queued) => boolean): Queued[] {
  const newer = new Map<string, { steady: number; goes: boolean; place: number }>()
  const thinned: Queued[] = []
  for (const queued of readings.toReversed()) {
    const { reading, stamp } = queued
    if (KEPT.has(reading.metric) || !mayGo(queued)) {
      thinned.push(queued)
      continue
    }
    const series = seriesOrPosition(reading)
    const next = newer.get(series)
    const goes = next ? next.goes !== (next.steady !== stamp.steady) : false
    const place = goes ? next!.place : thinned.length
    newer.set(series, { steady: stamp.steady, goes, place })
    if (!goes) thinned.push(queued)
    else if (reading.metric === 'bilge_pump_cycles') thinned[place] = plus(thinned[place]!, reading.value ?? 0)
  }
  return thinned.reverse()
}

/** Latitude and longitude of a moment stay or go together. */
const seriesOrPosition = (reading: Queued['reading']): string =>
  reading.metric.startsWith('position_') ? `position/${reading.instance ?? ''}` : seriesOf(reading)

const plus = ({ reading, ...queued }: Queued, starts: number): Queued => ({
  ...queued,
  reading: { ...reading, value: (reading.value ?? 0) + starts },
})
