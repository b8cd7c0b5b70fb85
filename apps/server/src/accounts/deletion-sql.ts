import { sql, type Transaction } from 'kysely'
import type { Db } from '../db/database.ts'
import { inTransaction } from '../db/in-transaction.ts'
import type { Tables } from '../db/tables.ts'
import { startDeletingReadings } from '../telemetry/retention/delete-readings-sql.ts'
import { removeVessel } from '../vessels/sql.ts'

/** The hash of the account's password; null where it has none. */
export async function passwordHash(db: Db, ownerId: string): Promise<string | null> {
  const { rows } = await sql<{ password: string }>`
    select password from credential where owner_id = ${ownerId} and password is not null`.execute(db)
  return rows[0]?.password ?? null
}

/**
 * Deletes an account with all that is its own, and gives the ids of its vessels, whose files are the caller's to remove;
 * 'last_operator' when nobody could run the installation afterwards, and then nothing is deleted; null when it has gone already.
 * All in one transaction: a crash leaves it whole or gone. The readings of its vessels, which nobody can reach any more, go afterwards.
 */
export async function deleteAccount(db: Db, ownerId: string): Promise<string[] | 'last_operator' | null> {
  const vessels = await removeAccount(db, ownerId)
  if (Array.isArray(vessels)) await startDeletingReadings(db, vessels)
  return vessels
}

function removeAccount(db: Db, ownerId: string): Promise<string[] | 'last_operator' | null> {
  return inTransaction(db, async (tx) => {
    const owner = await tx
      .selectFrom('owner')
      .select('operator')
      .where('id', '=', ownerId)
      // New vessels and keys wait for it, too.
      .forUpdate()
      .executeTakeFirst()
    if (!owner) return null
    if (owner.operator && !(await canSpare(tx, ownerId))) return 'last_operator'
    const vessels = await tx.selectFrom('vessel').select('id').where('owner_id', '=', ownerId).orderBy('id').execute()
    for (const { id } of vessels) await removeVessel(tx, id)
    await tx.deleteFrom('owner').where('id', '=', ownerId).execute()
    return vessels.map(({ id }) => id)
  })
}

/**
 * Whether another operator is left, or nobody who would need one. The lock is that of the trigger which makes the first account
 * the operator: an account that signs up now waits, and is then the first.
 */
async function canSpare(tx: Transaction<Tables>, operatorId: string): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(20260101)`.execute(tx)
  const { rows } = await sql<{ can: boolean }>`
    select exists (select from owner where operator and id <> ${operatorId})
      or not exists (select from owner where id <> ${operatorId}) as can`.execute(tx)
  return rows[0]!.can
}
