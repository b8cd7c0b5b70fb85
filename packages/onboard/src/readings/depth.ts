import { type DepthReference, type Observation, SOURCE_SILENT_MS } from './reading.ts'
import type { Withhold } from './withheld.ts'

/** The transducer first: it is the metric's own. Source: vessel-data-api.md, metrics. */
export const DEPTH_REFERENCES = ['transducer', 'keel', 'surface'] as const satisfies DepthReference[]

/**
 * Depths below what the owner chose. One below the transducer is reckoned with the offset of its sounder; where that tells none to
 * the keel, nothing is sent as below the keel: it would show more water than there is. What is not sent is counted, unless it is said
 * beside one that is.
 */
export function depthBelow(
  wanted: DepthReference,
  withhold: Withhold,
): (observation: Observation) => Observation | undefined {
  let heardAt = Number.NEGATIVE_INFINITY
  return (observation) => {
    const { metric, source, value, at, depth = { below: 'transducer' } } = observation
    if (metric !== 'depth' || value === undefined) return observation
    const { below, offset = 0 } = depth
    const reaches =
      below === 'transducer' && (wanted === 'keel' ? offset < 0 : wanted === 'surface' ? offset > 0 : false)
    if (below === wanted || reaches) {
      heardAt = at
      return reaches ? { ...observation, value: Math.round((value + offset) * 1000) / 1000 } : observation
    }
    if (below === 'transducer') withhold({ series: metric, source, reason: 'no_offset', value })
    else if (at - heardAt > SOURCE_SILENT_MS) withhold({ series: metric, source, reason: 'other_depth', value })
    return undefined
  }
}
