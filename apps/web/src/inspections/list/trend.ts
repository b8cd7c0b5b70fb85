import type { InspectionSummary } from '@binnacle/contract'

/** A score and when it was given, ms. */
export interface Scored {
  at: number
  score: number
}

/** The scores of finished inspections, oldest first. */
export const scoredOf = (inspections: readonly InspectionSummary[]): Scored[] =>
  inspections
    .flatMap(({ completed_at, score }) =>
      completed_at !== null && score !== null ? [{ at: Date.parse(completed_at), score }] : [],
    )
    .toSorted((a, b) => a.at - b.at)

/** Places in a field of 100 by 100: time from left to right, the score upwards. Two or more scores. */
export function trendOf(scored: readonly Scored[]): { x: number; y: number }[] {
  const [from, to] = [scored[0]!.at, scored.at(-1)!.at]
  const span = Math.max(1, to - from)
  return scored.map(({ at, score }) => ({ x: (100 * (at - from)) / span, y: 100 - score }))
}
