import type { Alarm, HealthReason, Metric, Series, Vessel, WithDates } from '@binnacle/contract'
import { openAlarms } from '../alarms/alarms-sql.ts'
import type { Database } from '../db/database.ts'
import type { RankedTask } from '../maintenance/due/due.ts'
import { rankedTasks } from '../maintenance/due/sql.ts'
import { lastScores, openSafetyFindings } from '../maintenance/inspections/sql.ts'
import { latestOf } from '../telemetry/read/latest-sql.ts'
import type { VesselRow } from '../vessels/sql.ts'
import { healthOf } from './health.ts'

export type VesselAnswer = WithDates<Vessel>

interface VesselState {
  vessel: VesselAnswer
  /** Why its health is not 100. */
  reasons: HealthReason[]
  /** In the order of the due feed. */
  tasks: RankedTask[]
  /** The open ones, worst first. */
  alarms: WithDates<Alarm>[]
  /** The newest reading of each series of the metrics that were asked for. */
  series: Series[]
}

/** The vessels as the contract shows them, with their health: a few statements, however many vessels there are. */
export async function vesselStates(
  database: Database,
  rows: readonly VesselRow[],
  now: Date,
  metrics: readonly Metric[] = [],
): Promise<VesselState[]> {
  if (rows.length === 0) return []
  const { db } = database
  const ids = rows.map(({ id }) => id)
  const [ranked, scores, findings, open, latest] = await Promise.all([
    rankedTasks(db, rows, now),
    lastScores(db, ids),
    openSafetyFindings(db, ids),
    openAlarms(db, ids),
    metrics.length > 0 ? latestOf(database, ids, metrics, now) : null,
  ])
  return rows.map((row) => {
    const { id } = row
    const tasks = ranked.get(id)!
    const alarms = open.get(id) ?? []
    const { score, reasons } = healthOf({
      tasks: tasks.map(stateOf),
      inspectionScore: scores.get(id) ?? null,
      safetyFindings: findings.get(id) ?? 0,
      alarms: alarms.length,
    })
    return { vessel: answerOf(row, score), reasons, tasks, alarms, series: latest?.get(id) ?? [] }
  })
}

/** Names each field, so that a new column of the table is not sent. */
function answerOf(row: VesselRow, health_score: number | null): VesselAnswer {
  const { id, name, vessel_type, make, model, hin, length_m, marina, engine_hours, service_level, created_at } = row
  return {
    id,
    name,
    vessel_type,
    make,
    model,
    hin,
    length_m,
    marina,
    health_score,
    engine_hours,
    service_level,
    created_at,
  }
}

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
