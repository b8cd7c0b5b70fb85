import type { readPreference } from '@binnacle/contract'
import type { Db } from '../../db/database.ts'
import type { Batch } from './batch.ts'
import type { Arrival, Outcome } from './ingest-sql.ts'

/** The hour meter of the vessel whose onboard device has this key; null where no hours are known. */
async function meterOf(db: Db, keyHash: Buffer): Promise<number | null> {
  const row = await db
    .selectFrom('connection')
    .innerJoin('vessel', 'vessel.id', 'connection.vessel_id')
    .select('vessel.engine_hours')
    .where('connection.key_hash', '=', keyHash)
    .executeTakeFirst()
  return row?.engine_hours ?? null
}

/**
 * Stores a batch for a device that asks for the hour meter (Prefer). Hours of before a correction do not move it: where the meter is
 * below what the service has taken from this device, the owner has corrected it since (decision 46). `meter` is as after the batch.
 */
export async function storeAndTell(
  db: Db,
  { keyHash, batch }: Arrival,
  { confirmed }: NonNullable<ReturnType<typeof readPreference>>,
  store: (arrival: Arrival) => Promise<Outcome>,
): Promise<{ outcome: Outcome; meter: number | null }> {
  const isCorrected = batch.meter !== null && confirmed !== null && ((await meterOf(db, keyHash)) ?? -1) < confirmed
  const stored: Batch = isCorrected ? { ...batch, meter: null } : batch
  const outcome = await store({ keyHash, batch: stored })
  const moved = outcome.outcome === 'accepted' && outcome.hours_applied
  return { outcome, meter: moved ? stored.meter!.hours : await meterOf(db, keyHash) }
}
