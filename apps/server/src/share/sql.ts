import { SHARE_TOGGLES, type ShareToggles } from '@binnacle/contract'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import type { VesselRow } from '../vessels/sql.ts'
import { isShareToken } from './token.ts'

/** The token is kept as it is: the owner must be able to see the link again. */
export interface ShareRow {
  token: string
  toggles: ShareToggles
}

/** The share of the account's vessel. */
export async function findShare(db: Db, ownerId: string, vesselId: string): Promise<ShareRow | null> {
  const row = await db
    .selectFrom('share as s')
    .innerJoin('vessel as v', 'v.id', 's.vessel_id')
    .select(['s.token', 's.toggles'])
    .where('v.owner_id', '=', ownerId)
    .where('s.vessel_id', '=', vesselId)
    .executeTakeFirst()
  return row ?? null
}

const DEFAULTS = Object.fromEntries(Object.entries(SHARE_TOGGLES).map(([name, toggle]) => [name, toggle.default]))

/**
 * Shares the account's vessel under this token, or changes the toggles of the share that it has; null when the account has
 * no such vessel. One statement: of two at once, both changes count, and there is one token. The row lock is the foreign
 * key's own, taken first, so that a vessel that is just being deleted is "not there".
 */
export async function putShare(
  db: Db,
  ownerId: string,
  vesselId: string,
  token: string,
  change: Partial<ShareToggles>,
): Promise<ShareRow | null> {
  const { rows } = await sql<ShareRow>`
    insert into share as s (vessel_id, token, toggles)
    select v.id, ${token}, ${JSON.stringify({ ...DEFAULTS, ...change })}::jsonb
    from vessel v where v.id = ${vesselId} and v.owner_id = ${ownerId} for key share
    on conflict (vessel_id) do update set toggles = s.toggles || ${JSON.stringify(change)}::jsonb
    returning token, toggles`.execute(db)
  return rows[0] ?? null
}

/** Revokes the share; false when the account has no such vessel, or the vessel none. */
export async function deleteShare(db: Db, ownerId: string, vesselId: string): Promise<boolean> {
  const result = await db
    .deleteFrom('share as s')
    .using('vessel as v')
    .whereRef('v.id', '=', 's.vessel_id')
    .where('v.owner_id', '=', ownerId)
    .where('s.vessel_id', '=', vesselId)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}

/** The vessel that a token shares, and what of it; null for a revoked token, an unknown one, and what is no token. */
export async function findShared(db: Db, token: string): Promise<{ vessel: VesselRow; toggles: ShareToggles } | null> {
  if (!isShareToken(token)) return null
  const row = await db
    .selectFrom('share as s')
    .innerJoin('vessel as v', 'v.id', 's.vessel_id')
    .selectAll('v')
    .select('s.toggles')
    .where('s.token', '=', token)
    .executeTakeFirst()
  if (!row) return null
  const { toggles, ...vessel } = row
  return { vessel, toggles }
}
