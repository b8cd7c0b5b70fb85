import type { DueStatus, HealthReason, HealthReasonCode } from '@binnacle/contract'

/** `logged`: whether a service of the task is in the logbook. `safety`: whether it is safety equipment. */
export interface TaskState {
  status: DueStatus
  logged: boolean
  safety: boolean
}

export interface HealthFacts {
  tasks: readonly TaskState[]
  /** Of the last inspection with a verdict, percent. */
  inspectionScore: number | null
  /** Safety points that did not pass their last inspection. */
  safetyFindings: number
  /** Open alarms. */
  alarms: number
}

export interface Health {
  /** Percent; null while too little is known. */
  score: number | null
  /** Why it is not 100, worst first. */
  reasons: HealthReason[]
}

const POINTS_LOST: Record<DueStatus, number> = { ok: 0, due_soon: 5, overdue: 15 }

/** The best score that is not green (apps/web/src/boats/health/attention.ts, share/views/words.ts). */
const NOT_GREEN = 79

/** Nobody knows how such a task is: it was never logged, and only counts from the day on which it was added. */
export const isNeverLogged = ({ status, logged }: Pick<TaskState, 'status' | 'logged'>): boolean =>
  status === 'ok' && !logged

/** 100 less what each known task loses, but not below 0; null while most tasks are not known. */
function maintenanceScore(known: readonly TaskState[], unknown: number): number | null {
  if (known.length === 0 || known.length < unknown) return null
  return Math.max(0, 100 - known.reduce((sum, { status }) => sum + POINTS_LOST[status], 0))
}

/**
 * A vessel's health: the mean of its maintenance and the score of its last inspection, as far as they are known. It is not green
 * while a safety item is open, an alarm stands, or most tasks were never logged.
 */
export function healthOf({ tasks, inspectionScore, safetyFindings, alarms }: HealthFacts): Health {
  const count = (counts: (task: TaskState) => boolean) => tasks.filter(counts).length
  const known = tasks.filter((task) => !isNeverLogged(task))
  const unknown = tasks.length - known.length
  const safetyTasks = count((task) => task.safety && (task.status === 'overdue' || isNeverLogged(task)))
  const parts = [maintenanceScore(known, unknown), inspectionScore].filter((part) => part !== null)
  const mean = parts.length === 0 ? null : Math.round(parts.reduce((sum, part) => sum + part, 0) / parts.length)
  const open = alarms + safetyFindings + safetyTasks > 0 || unknown > known.length
  const reasons: [HealthReasonCode, number][] = [
    ['alarm', alarms],
    ['safety_finding', safetyFindings],
    ['safety_task', safetyTasks],
    ['overdue', count(({ status }) => status === 'overdue')],
    ['due_soon', count(({ status }) => status === 'due_soon')],
    ['never_logged', unknown],
  ]
  const found = reasons.filter(([, number]) => number > 0)
  if (inspectionScore !== null && inspectionScore < 100) found.push(['inspection', inspectionScore])
  return {
    score: mean !== null && open ? Math.min(mean, NOT_GREEN) : mean,
    reasons: found.map(([code, number]) => ({ code, count: number })),
  }
}
