import type { Db } from '../db/database.ts'
import { dueFeeds } from '../maintenance/due-sql.ts'
import { lastScores } from '../maintenance/inspection-sql.ts'
import { healthScore } from './health.ts'
import type { VesselRow } from './sql.ts'

export type VesselAnswer = Omit<VesselRow, 'owner_id'> & { health_score: number | null }

/** The vessels as the contract shows them, with their health: two statements, however many vessels there are. */
export async function vesselsOf(db: Db, rows: readonly VesselRow[], now: Date): Promise<VesselAnswer[]> {
  const [due, scores] = await Promise.all([
    dueFeeds(db, rows, now),
    lastScores(
      db,
      rows.map(({ id }) => id),
    ),
  ])
  return rows.map(({ owner_id: _owner, ...vessel }) => ({
    ...vessel,
    health_score: healthScore(
      due.get(vessel.id)!.map(({ status }) => status),
      scores.get(vessel.id) ?? null,
    ),
  }))
}

export const vesselOf = async (db: Db, row: VesselRow, now: Date): Promise<VesselAnswer> =>
  (await vesselsOf(db, [row], now))[0]!
