import type { Plan, Quota } from '@binnacle/contract'
import { sql, type Transaction } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Tables } from '../db/schema/tables.ts'
import { ApiError, notFound } from '../http/errors.ts'
import type { Quotas } from './quotas.ts'
import { useColumn, useOf } from './use-sql.ts'

/**
 * Throws quota_exceeded unless the account may have so much more, and account_suspended. It locks the account's row until the
 * transaction ends, so that of requests at once each counts what the one before it has stored.
 */
export async function requireRoom(
  tx: Transaction<Tables>,
  quotas: Quotas,
  ownerId: string,
  more: Partial<Record<Quota, number>>,
): Promise<void> {
  const limits = quotas[await lockAccount(tx, ownerId)]
  const wanted = Object.entries(more) as [Quota, number][]
  const limited = wanted.filter(([quota]) => limits[quota] !== null)
  if (limited.length === 0) return
  const used = await useOf(
    tx,
    ownerId,
    limited.map(([quota]) => quota),
  )
  for (const [quota, amount] of limited)
    if (used[quota] + amount > limits[quota]!)
      throw new ApiError(
        'quota_exceeded',
        `${quota}: ${used[quota]} of ${limits[quota]} used. Delete some, or ask the operator for a larger plan`,
      )
}

/** Locks the account's row, and returns its plan. Throws account_suspended. */
async function lockAccount(tx: Transaction<Tables>, ownerId: string): Promise<Plan> {
  const { plan, suspended_at } = await tx
    .selectFrom('owner')
    .select(['plan', 'suspended_at'])
    .where('id', '=', ownerId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(notFound)
  if (suspended_at) throw new ApiError('account_suspended')
  return plan
}

/** By how many bytes the pictures of the account that has the vessel exceed its quota. */
export async function storageExcess(db: Db, quotas: Quotas, vesselId: string): Promise<number> {
  const { plan, used } = await db
    .selectFrom('vessel')
    .innerJoin('owner', 'owner.id', 'vessel.owner_id')
    .select(['owner.plan', useColumn('storage_bytes', sql.ref('vessel.owner_id')).as('used')])
    .where('vessel.id', '=', vesselId)
    .executeTakeFirstOrThrow(notFound)
  const limit = quotas[plan].storage_bytes
  return limit === null ? 0 : Math.max(0, used - limit)
}
