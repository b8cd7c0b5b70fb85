import type { DueStatus } from '@binnacle/contract'

const POINTS_LOST: Record<DueStatus, number> = { ok: 0, due_soon: 5, overdue: 15 }

/**
 * A vessel's health, percent: 100 less 15 for each overdue task and 5 for each that is due soon, but not below 0; averaged
 * with the score of the last inspection. Null with neither a task nor a scored inspection.
 */
export function healthScore(tasks: readonly DueStatus[], inspectionScore: number | null): number | null {
  const lost = tasks.reduce((sum, status) => sum + POINTS_LOST[status], 0)
  const maintenance = tasks.length === 0 ? null : Math.max(0, 100 - lost)
  if (maintenance === null || inspectionScore === null) return maintenance ?? inspectionScore
  return Math.round((maintenance + inspectionScore) / 2)
}
