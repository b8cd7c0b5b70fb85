import type { DueItem } from '@binnacle/contract'
import type { Db } from '../db/database.ts'
import { dueFeeds } from '../maintenance/due-sql.ts'
import { lastScores } from '../maintenance/inspection-sql.ts'
import { healthScore } from './health.ts'
import type { VesselRow } from './sql.ts'

export type VesselAnswer = Omit<VesselRow, 'owner_id' | 'telemetry_keep_days' | 'telemetry_keep_from'> & {
  health_score: number | null
}

/** The vessels as the contract shows them, with their health and their due feed: two statements, however many vessels there are. */
export async function vesselsWithDue(
  db: Db,
  rows: readonly VesselRow[],
  now: Date,
): Promise<{ vessel: VesselAnswer; due: DueItem[] }[]> {
  const [feeds, scores] = await Promise.all([
    dueFeeds(db, rows, now),
    lastScores(
      db,
      rows.map(({ id }) => id),
    ),
  ])
  return rows.map(({ owner_id: _owner, telemetry_keep_days: _days, telemetry_keep_from: _from, ...vessel }) => {
    const due = feeds.get(vessel.id)!
    const statuses = due.map(({ status }) => status)
    return { vessel: { ...vessel, health_score: healthScore(statuses, scores.get(vessel.id) ?? null) }, due }
  })
}

/** The vessels as the contract shows them. */
export const vesselsOf = async (db: Db, rows: readonly VesselRow[], now: Date): Promise<VesselAnswer[]> =>
  (await vesselsWithDue(db, rows, now)).map(({ vessel }) => vessel)

export const vesselOf = async (db: Db, row: VesselRow, now: Date): Promise<VesselAnswer> =>
  (await vesselsOf(db, [row], now))[0]!
