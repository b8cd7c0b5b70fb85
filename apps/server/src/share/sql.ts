import { SHARE_TOGGLES, type ShareToggles } from '@binnacle/contract'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { notFound } from '../http/errors.ts'
import { isLinkToken } from '../http/values/link-token.ts'
import type { VesselRow } from '../vessels/sql.ts'

/** The token is stored in plain text, because the owner must be able to see the link again. */
export interface ShareRow {
  token: string
  toggles: ShareToggles
}

const ownShare = (db: Db, ownerId: string, vesselId: string) =>
  db
    .selectFrom('share as s')
    .innerJoin('vessel as v', 'v.id', 's.vessel_id')
    .select(['s.token', 's.toggles'])
    .where('v.owner_id', '=', ownerId)
    .where('s.vessel_id', '=', vesselId)

export const shareOrNotFound = (db: Db, ownerId: string, vesselId: string): Promise<ShareRow> =>
  ownShare(db, ownerId, vesselId).executeTakeFirstOrThrow(notFound)

const DEFAULTS = Object.fromEntries(Object.entries(SHARE_TOGGLES).map(([name, toggle]) => [name, toggle.default]))

/**
 * Shares the owner's vessel under this token, or changes the toggles of its share. One statement: of two at once, both changes count,
 * and there is one token. The row lock is that of the foreign key, taken first, so that a vessel that is being deleted is not found.
 */
export async function putShare(
  db: Db,
  ownerId: string,
  vesselId: string,
  token: string,
  change: Partial<ShareToggles>,
): Promise<ShareRow> {
  const { rows } = await sql<ShareRow>`
    insert into share as s (vessel_id, token, toggles)
    select v.id, ${token}, ${JSON.stringify({ ...DEFAULTS, ...change })}::jsonb
    from vessel v where v.id = ${vesselId} and v.owner_id = ${ownerId} for key share
    on conflict (vessel_id) do update set toggles = s.toggles || ${JSON.stringify(change)}::jsonb
    returning token, toggles`.execute(db)
  const [share] = rows
  if (!share) throw notFound()
  return share
}

/** Revokes the share. */
export async function deleteShare(db: Db, ownerId: string, vesselId: string): Promise<void> {
  await db
    .deleteFrom('share as s')
    .using('vessel as v')
    .whereRef('v.id', '=', 's.vessel_id')
    .where('v.owner_id', '=', ownerId)
    .where('s.vessel_id', '=', vesselId)
    .returning('s.vessel_id')
    .executeTakeFirstOrThrow(notFound)
}

/** Shares that anyone may see: those of a suspended account are as if revoked. */
const openShares = (db: Db) =>
  db
    .selectFrom('share as s')
    .innerJoin('vessel as v', 'v.id', 's.vessel_id')
    .innerJoin('owner as o', 'o.id', 'v.owner_id')
    .where('o.suspended_at', 'is', null)

/** A shared vessel and its toggles, unless the token is revoked, unknown or malformed. */
export async function findShared(
  db: Db,
  token: string,
): Promise<{ vessel: VesselRow; toggles: ShareToggles } | undefined> {
  if (!isLinkToken(token)) return undefined
  const row = await openShares(db).selectAll('v').select('s.toggles').where('s.token', '=', token).executeTakeFirst()
  if (!row) return undefined
  const { toggles, ...vessel } = row
  return { vessel, toggles }
}

/** The token of the share that shows the vessel's newest picture; undefined without one. */
export async function findTokenShowingPicture(db: Db, vesselId: string): Promise<string | undefined> {
  const share = await openShares(db)
    .select(['s.token', 's.toggles'])
    .where('s.vessel_id', '=', vesselId)
    .executeTakeFirst()
  return share?.toggles.photo ? share.token : undefined
}
