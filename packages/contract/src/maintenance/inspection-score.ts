import type { Verdict } from './maintenance.ts'

const WEIGHTS: Record<Verdict, number> = { operational: 1, attention: 0.5, non_operational: 0 }

/**
 * The score of an inspection: the share of checked points that work, percent, rounded. "Needs attention" counts half. Null if no
 * point was checked.
 */
export function inspectionScore(verdicts: readonly (Verdict | null)[]): number | null {
  const judged = verdicts.filter((verdict) => verdict !== null)
  if (judged.length === 0) return null
  const working = judged.reduce((sum, verdict) => sum + WEIGHTS[verdict], 0)
  return Math.round((100 * working) / judged.length)
}
