import type { Alert, AlertCode, FleetVessel, HealthReasonCode } from '@binnacle/contract'

export type Tone = 'ok' | 'soon' | 'late' | 'none'

/** An onboard device that sends nothing should be looked at some time today. */
export const ALERT_TONE = 'soon'

type Wanting = Pick<FleetVessel, 'alarms' | 'alerts' | 'due' | 'health_reasons'>

/** How many safety points did not pass their last inspection. */
export const safetyFindings = ({ health_reasons }: Pick<FleetVessel, 'health_reasons'>): number =>
  health_reasons.find(({ code }) => code === 'safety_finding')?.count ?? 0

/** How urgently a boat wants attention: the more the larger. Each step outweighs all of the steps below it. */
function urgency(boat: Wanting): number[] {
  const { alarms, alerts, due } = boat
  const harm = alarms.filter(({ severity }) => severity === 'alarm').length
  return [harm, safetyFindings(boat) + due.overdue, alarms.length - harm + alerts.length, due.due_soon]
}

/** The boats that want most attention first; those that want the same stay as they were. */
export const byAttention = <T extends Wanting>(boats: readonly T[]): T[] =>
  boats.toSorted((a, b) => {
    const [mine, theirs] = [urgency(a), urgency(b)]
    const step = mine.findIndex((count, i) => count !== theirs[i])
    return step < 0 ? 0 : theirs[step]! - mine[step]!
  })

const SAFETY: readonly HealthReasonCode[] = ['safety_finding', 'safety_task']

/** Whether a boat wants to be looked at today: an alarm, a device, something overdue, or an open safety item. */
export const wantsAttention = ({ alarms, alerts, due, health_reasons }: Wanting) =>
  alarms.length + alerts.length > 0 || due.overdue > 0 || health_reasons.some(({ code }) => SAFETY.includes(code))

/** The boat's page on which a reason of its health can be settled. */
export const REASON_PAGE = {
  alarm: '/boats/$boatId/alarms',
  safety_finding: '/boats/$boatId/inspections',
  safety_task: '/boats/$boatId/maintenance',
  overdue: '/boats/$boatId/maintenance',
  due_soon: '/boats/$boatId/maintenance',
  never_logged: '/boats/$boatId/guide',
  inspection: '/boats/$boatId/inspections',
} as const satisfies Record<HealthReasonCode, string>

/** How a health score is read; the same steps as on the public dossier (apps/server/src/share/views/words.ts). */
export const healthTone = (score: number | null): Tone =>
  score === null ? 'none' : score >= 80 ? 'ok' : score >= 50 ? 'soon' : 'late'

/** The boat's page on which an alert can be looked into. */
export const ALERT_PAGE = {
  box_silent: '/boats/$boatId/connections',
  camera_error: '/boats/$boatId/cameras',
} as const satisfies Record<AlertCode, string>

/** A key for lists: a boat has at most one alert of a kind for each subject. */
export const alertKey = ({ code, subject }: Alert) => `${code}:${subject}`
