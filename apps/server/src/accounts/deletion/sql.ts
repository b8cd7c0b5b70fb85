import { sql, type Transaction } from 'kysely'
import { ADVISORY_LOCKS } from '../../db/advisory-locks.ts'
import type { Db } from '../../db/database.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import type { Tables } from '../../db/schema/tables.ts'
import { ApiError } from '../../http/errors.ts'
import { startDeletingReadings } from '../../telemetry/retention/delete-readings-sql.ts'
import { removeVessels } from '../../vessels/sql.ts'

const LAST_OPERATOR = 'this account runs the installation, and other accounts still exist: they must be deleted first'

/**
 * Deletes an account with all its data in one transaction and returns the ids of its vessels: the caller removes their files.
 * `recorded` runs in the transaction. Their readings, which nobody can reach any more, are deleted after the commit. Throws
 * conflict when no operator would be left.
 */
export async function deleteAccount(db: Db, ownerId: string, recorded: (tx: Db) => Promise<void>): Promise<string[]> {
  const vessels = await removeAccount(db, ownerId, recorded)
  await startDeletingReadings(db, vessels)
  return vessels
}

function removeAccount(db: Db, ownerId: string, recorded: (tx: Db) => Promise<void>): Promise<string[]> {
  return inTransaction(db, async (tx) => {
    const owner = await tx
      .selectFrom('owner')
      .select('operator')
      .where('id', '=', ownerId)
      // New vessels and keys wait for it too.
      .forUpdate()
      .executeTakeFirst()
    // Another request deleted the account first.
    if (!owner) return []
    if (owner.operator && !(await canSpare(tx, ownerId))) throw new ApiError('conflict', LAST_OPERATOR)
    const vessels = await tx.selectFrom('vessel').select('id').where('owner_id', '=', ownerId).orderBy('id').execute()
    const removed = await removeVessels(
      tx,
      vessels.map(({ id }) => id),
    )
    await recorded(tx)
    await tx.deleteFrom('owner').where('id', '=', ownerId).execute()
    return removed
  })
}

/**
 * Whether another operator is left, or no other account that needs one. The lock is that of the trigger that makes the first account
 * the operator: an account that signs up meanwhile waits, and is then the first.
 */
async function canSpare(tx: Transaction<Tables>, operatorId: string): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(${sql.lit(ADVISORY_LOCKS.firstAccount)})`.execute(tx)
  const { rows } = await sql<{ can: boolean }>`
    select exists (select from owner where operator and id <> ${operatorId})
      or not exists (select from owner where id <> ${operatorId}) as can`.execute(tx)
  return rows[0]!.can
}
