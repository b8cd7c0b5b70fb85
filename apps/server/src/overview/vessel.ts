import { ALARM_CODES, type HealthReason, type Metric, type Series } from '@binnacle/contract'
import type { Database } from '../db/database.ts'
import type { RankedTask } from '../maintenance/due/due.ts'
import { rankedTasks } from '../maintenance/due/sql.ts'
import { lastScores, openSafetyFindings } from '../maintenance/inspections/sql.ts'
import { latestOf } from '../telemetry/read/latest-sql.ts'
import type { VesselRow } from '../vessels/sql.ts'
import { ALERT_METRICS, alertsOf } from './alerts.ts'
import { healthOf } from './health.ts'

export type VesselAnswer = Omit<VesselRow, 'owner_id' | 'telemetry_keep_days' | 'telemetry_keep_from'> & {
  health_score: number | null
}

interface VesselState {
  vessel: VesselAnswer
  /** Why its health is not 100. */
  reasons: HealthReason[]
  /** In the order of the due feed. */
  tasks: RankedTask[]
  /** The newest reading of each series of the metrics that were asked for. */
  series: Series[]
}

const isAlarm = (code: string): boolean => (ALARM_CODES as readonly string[]).includes(code)

/** The vessels as the contract shows them, with their health: a few statements, however many vessels there are. `metrics`: those of the alerts, or more. */
export async function vesselStates(
  database: Database,
  rows: readonly VesselRow[],
  now: Date,
  metrics: readonly Metric[] = ALERT_METRICS,
): Promise<VesselState[]> {
  if (rows.length === 0) return []
  const { db } = database
  const ids = rows.map(({ id }) => id)
  const [ranked, scores, findings, latest] = await Promise.all([
    rankedTasks(db, rows, now),
    lastScores(db, ids),
    openSafetyFindings(db, ids),
    latestOf(database, ids, metrics, now),
  ])
  return rows.map((row) => {
    const { id } = row
    const tasks = ranked.get(id)!
    const series = latest.get(id) ?? []
    const { score, reasons } = healthOf({
      tasks: tasks.map(stateOf),
      inspectionScore: scores.get(id) ?? null,
      safetyFindings: findings.get(id) ?? 0,
      alarms: alertsOf({ series, devices: [], cameras: [] }, now).filter(({ code }) => isAlarm(code)).length,
    })
    return { vessel: answerOf(row, score), reasons, tasks, series }
  })
}

const answerOf = (
  { owner_id: _owner, telemetry_keep_days: _days, telemetry_keep_from: _from, ...vessel }: VesselRow,
  health_score: number | null,
): VesselAnswer => ({ ...vessel, health_score })

/** A vessel that was just added: nothing is known of it. */
export const newVessel = (row: VesselRow): VesselAnswer => answerOf(row, null)

/** What of a task its vessel's health needs. */
export const stateOf = ({ item, task }: RankedTask) => ({
  status: item.status,
  logged: task.served_at !== null,
  safety: task.safety,
})

/** The vessels as the contract shows them. */
export const vesselsOf = async (database: Database, rows: readonly VesselRow[], now: Date): Promise<VesselAnswer[]> =>
  (await vesselStates(database, rows, now)).map(({ vessel }) => vessel)

export const vesselOf = async (database: Database, row: VesselRow, now: Date): Promise<VesselAnswer> =>
  (await vesselsOf(database, [row], now))[0]!
