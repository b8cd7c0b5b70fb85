import type { DepthReference, Observation } from './reading.ts'
import type { Withhold } from './withheld.ts'

/** The transducer first: it is the metric's own. Source: vessel-data-api.md, metrics. */
export const DEPTH_REFERENCES = ['transducer', 'keel', 'surface'] as const satisfies DepthReference[]

/**
 * Depths below what the owner chose. One below the transducer is reckoned with the offset of its sounder; where that tells none to
 * the keel, nothing is sent as below the keel: it would show more water than there is.
 */
export const depthBelow =
  (wanted: DepthReference, withhold: Withhold) =>
  (observation: Observation): Observation | undefined => {
    const { metric, source, value, depth = { below: 'transducer' } } = observation
    if (metric !== 'depth' || value === undefined || depth.below === wanted) return observation
    if (depth.below !== 'transducer') return undefined
    const { offset = 0 } = depth
    const reaches = wanted === 'keel' ? offset < 0 : wanted === 'surface' && offset > 0
    if (reaches) return { ...observation, value: Math.round((value + offset) * 1000) / 1000 }
    withhold({ series: metric, source, reason: 'no_offset', value })
    return undefined
  }
