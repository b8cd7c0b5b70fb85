import type { VesselOverview } from '@binnacle/contract'

export const GUIDE_STEPS = ['boat', 'hours', 'tasks', 'lastDone', 'onboardDevice', 'live'] as const
export type GuideStep = (typeof GUIDE_STEPS)[number]

/** Which steps of the guide a boat has behind her: her own data says it, nothing else is kept. */
export function stepsDone({
  vessel,
  due,
  box_count,
  series,
  frame,
}: Pick<VesselOverview, 'vessel' | 'due' | 'box_count' | 'series' | 'frame'>): Set<GuideStep> {
  const tasks = due.overdue + due.due_soon + due.ok
  const done: Record<GuideStep, boolean> = {
    boat: true,
    hours: vessel.engine_hours !== null,
    tasks: tasks > 0,
    lastDone: tasks > 0 && due.never_logged === 0,
    onboardDevice: box_count > 0,
    live: series.length > 0 || frame !== null,
  }
  return new Set(GUIDE_STEPS.filter((step) => done[step]))
}

/**
 * The first step after this one that is still to be done, else the first before it; null when all is done. What a connected
 * onboard device sends is shown also where it was quicker than its owner.
 */
export function nextStep(done: ReadonlySet<GuideStep>, after: GuideStep = 'boat'): GuideStep | null {
  if (after === 'onboardDevice') return 'live'
  const place = GUIDE_STEPS.indexOf(after) + 1
  const inTurn = [...GUIDE_STEPS.slice(place), ...GUIDE_STEPS.slice(0, place)]
  return inTurn.find((step) => !done.has(step)) ?? null
}
