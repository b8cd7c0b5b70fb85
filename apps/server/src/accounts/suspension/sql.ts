import type { Transaction } from 'kysely'
import type { Db } from '../../db/database.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import type { Tables } from '../../db/schema/tables.ts'
import { ApiError, notFound } from '../../http/errors.ts'

const OPERATOR = 'this account runs the installation'

/** The account of somebody else, who is no operator either. Throws conflict for an operator's. */
export async function ordinaryAccountOrNotFound(db: Db, id: string): Promise<{ email: string }> {
  const { operator, email } = await db
    .selectFrom('owner')
    .select(['operator', 'email'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow(notFound)
  if (operator) throw new ApiError('conflict', OPERATOR)
  return { email }
}

/**
 * Suspends the account and ends its sessions, or lifts its suspension. `recorded` runs in the same transaction when that changes
 * anything. A sign-in that is under way meanwhile is refused at its first request.
 */
export async function setSuspension(
  db: Db,
  id: string,
  suspendedAt: Date | null,
  recorded: (tx: Db) => Promise<void>,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    // New connections wait for it: see lockAccount.
    const owner = await tx
      .selectFrom('owner')
      .select('suspended_at')
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow(notFound)
    if ((owner.suspended_at === null) === (suspendedAt === null)) return
    await tx.updateTable('owner').set({ suspended_at: suspendedAt }).where('id', '=', id).execute()
    await markConnections(tx, id, suspendedAt !== null)
    if (suspendedAt) await tx.deleteFrom('session').where('owner_id', '=', id).execute()
    await recorded(tx)
  })
}

/** Locked first, in the order in which the statement that stores readings locks them. */
async function markConnections(tx: Transaction<Tables>, ownerId: string, suspended: boolean): Promise<void> {
  const connections = await tx
    .selectFrom('connection')
    .select('id')
    .where('vessel_id', 'in', tx.selectFrom('vessel').select('id').where('owner_id', '=', ownerId))
    .orderBy('key_hash')
    .forNoKeyUpdate()
    .execute()
  if (connections.length === 0) return
  await tx
    .updateTable('connection')
    .set({ suspended })
    .where('vessel_id', 'in', tx.selectFrom('vessel').select('id').where('owner_id', '=', ownerId))
    .execute()
}
