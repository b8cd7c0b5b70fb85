/** Silent for this long, a source has lost its place: slow messages (tanks, some GPS) come every 2.5 to 10 s. */
export const SOURCE_SILENT_MS = 30_000

/** A device's message that gives a metric of an instance, and when it last did, ms. */
export interface Source {
  source: string
  /** Lower is preferred. */
  rank: number
  at: number
}

/**
 * Which source gives a metric of an instance from now on: the one chosen so far, unless the candidate is preferred or the
 * chosen one has fallen silent. Three sounders on one bus said 0.43, 2.86 and 61.7 m (can0-3): mixed, they are no depth.
 */
export function chooseSource(chosen: Source | undefined, candidate: Source): Source {
  if (!chosen || chosen.source === candidate.source || candidate.rank < chosen.rank) return candidate
  return candidate.at - chosen.at > SOURCE_SILENT_MS ? candidate : chosen
}
