import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { ApiError } from '../../../http/errors.ts'

/**
 * Removes a way to sign in, in a transaction. Throws conflict when no other is left. The lock makes two removals at once wait for
 * each other. `oidc`: whether a link to the operator's provider is a way in.
 */
export async function keepWayIn<T>(tx: Db, ownerId: string, oidc: boolean, remove: () => Promise<T>): Promise<T> {
  await tx.selectFrom('owner').select('id').where('id', '=', ownerId).forUpdate().execute()
  const removed = await remove()
  const { rows } = await sql<{ left: boolean }>`
    select exists (select from passkey where owner_id = ${ownerId})
      or exists (
        select from credential
        where owner_id = ${ownerId} and (password is not null or (provider_id = 'oidc' and ${oidc}))) as left`.execute(
    tx,
  )
  if (!rows[0]!.left) throw new ApiError('conflict', 'this is the only way to sign in to the account')
  return removed
}
