import type { Transaction } from 'kysely'
import type { Tables } from '../db/schema/tables.ts'
import { ApiError, notFound } from '../http/errors.ts'

/**
 * Locks the account's row until the transaction ends: what is counted for it, and whether it is suspended, does not change meanwhile.
 * Throws account_suspended.
 */
export async function lockAccount(tx: Transaction<Tables>, ownerId: string): Promise<void> {
  const { suspended_at } = await tx
    .selectFrom('owner')
    .select('suspended_at')
    .where('id', '=', ownerId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(notFound)
  if (suspended_at) throw new ApiError('account_suspended')
}
