import type { InspectionPoint, Verdict } from '@binnacle/contract'

/** The points of one part of the boat, in the order of the walk. */
export interface Section {
  name: string
  points: InspectionPoint[]
}

/** Points by section, in the order in which each section comes first. */
export const sectionsOf = (points: readonly InspectionPoint[]): Section[] =>
  [...Map.groupBy(points, ({ section }) => section)].map(([name, points]) => ({ name, points }))

/** The place of the first point without a verdict; the number of points when all have one. */
export function firstOpen(points: readonly InspectionPoint[]): number {
  const place = points.findIndex(({ verdict }) => verdict === null)
  return place < 0 ? points.length : place
}

export const judged = (points: readonly InspectionPoint[]): number =>
  points.filter(({ verdict }) => verdict !== null).length

export const countOf = (points: readonly InspectionPoint[], verdict: Verdict): number =>
  points.filter((point) => point.verdict === verdict).length

/** What does not work, and then what needs attention, each in the order of the walk. */
export const findingsOf = (points: readonly InspectionPoint[]): InspectionPoint[] =>
  (['non_operational', 'attention'] as const).flatMap((verdict) => points.filter((point) => point.verdict === verdict))

/** Where a key leads: a verdict, or so many points on; null for any other key. */
export function keyMeaning(key: string): Verdict | 1 | -1 | null {
  switch (key) {
    case '1':
      return 'operational'
    case '2':
      return 'attention'
    case '3':
      return 'non_operational'
    case 'ArrowRight':
      return 1
    case 'ArrowLeft':
      return -1
    default:
      return null
  }
}
