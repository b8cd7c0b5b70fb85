import type { Alert, AlertCode, FleetVessel, HealthReasonCode } from '@binnacle/contract'

export type Tone = 'ok' | 'soon' | 'late' | 'none'

/** How an alert is shown: what harms the boat now, and what should be looked at some time today. */
export const ALERT_TONE: Record<AlertCode, 'late' | 'soon'> = {
  bilge_water: 'late',
  fault: 'late',
  battery_low: 'late',
  shore_power_lost: 'soon',
  box_silent: 'soon',
  camera_error: 'soon',
}

/** How urgently a boat wants attention: the more the larger. Each step outweighs all of the steps below it. */
function urgency({ alerts, due }: Pick<FleetVessel, 'alerts' | 'due'>): number[] {
  const count = (tone: 'late' | 'soon') => alerts.filter(({ code }) => ALERT_TONE[code] === tone).length
  return [count('late'), due.overdue, count('soon'), due.due_soon]
}

/** The boats that want most attention first; those that want the same stay as they were. */
export const byAttention = <T extends Pick<FleetVessel, 'alerts' | 'due'>>(boats: readonly T[]): T[] =>
  boats.toSorted((a, b) => {
    const [mine, theirs] = [urgency(a), urgency(b)]
    const step = mine.findIndex((count, i) => count !== theirs[i])
    return step < 0 ? 0 : theirs[step]! - mine[step]!
  })

const SAFETY: readonly HealthReasonCode[] = ['safety_finding', 'safety_task']

/** Whether a boat wants to be looked at today: an alert, something overdue, or an open safety item. */
export const wantsAttention = ({
  alerts,
  due,
  health_reasons,
}: Pick<FleetVessel, 'alerts' | 'due' | 'health_reasons'>) =>
  alerts.length > 0 || due.overdue > 0 || health_reasons.some(({ code }) => SAFETY.includes(code))

/** The boat's page on which a reason of its health can be settled. */
export const REASON_PAGE = {
  alarm: '/boats/$boatId/telemetry',
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
  bilge_water: '/boats/$boatId/telemetry',
  fault: '/boats/$boatId/telemetry',
  battery_low: '/boats/$boatId/telemetry',
  shore_power_lost: '/boats/$boatId/telemetry',
  box_silent: '/boats/$boatId/connections',
  camera_error: '/boats/$boatId/cameras',
} as const satisfies Record<AlertCode, string>

/** A key for lists: a boat has at most one alert of a kind for each subject. */
export const alertKey = ({ code, subject }: Alert) => `${code}:${subject ?? ''}`
