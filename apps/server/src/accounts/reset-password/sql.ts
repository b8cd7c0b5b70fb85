import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { record } from '../../audit/record.ts'
import type { Db } from '../../db/database.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { OperatorError } from '../../process/operator-error.ts'
import { endBegun } from '../sign-in/methods/password-sql.ts'

export interface NewSignIn {
  passwordHash: string
  /** Keeps the authenticator app; only the count of wrong codes is reset. */
  keepSecondFactor: boolean
}

export interface ResetAccount {
  /** As it is stored. */
  email: string
  /** Whether an authenticator app was set up before. */
  hadSecondFactor: boolean
  sessionsEnded: number
  passkeys: number
  accessKeys: number
}

/**
 * Gives the account with this e-mail address a new password and ends its sessions and unfinished sign-ins; passkeys and access keys
 * stay. One transaction: after a crash everything is changed, or nothing.
 */
export function resetSignIn(db: Db, email: string, reset: NewSignIn): Promise<ResetAccount> {
  return inTransaction(db, async (tx) => {
    const owner = await tx
      .selectFrom('owner')
      .select(['id', 'email', 'two_factor_enabled'])
      // better-auth stores it in lower case.
      .where('email', '=', email.toLowerCase())
      .forUpdate()
      .executeTakeFirstOrThrow(
        () => new OperatorError(`No account has the e-mail address ${email}. Nothing was changed.`),
      )
    await replacePassword(tx, owner.id, reset.passwordHash)
    if (!reset.keepSecondFactor) await removeSecondFactor(tx, owner.id)
    await sql`delete from attempt where owner_id = ${owner.id}`.execute(tx)
    await endBegun(tx, owner.id)
    await record(tx, { caller: owner, request: null, now: new Date() }, 'password_reset')
    const sessions = await tx.deleteFrom('session').where('owner_id', '=', owner.id).executeTakeFirst()
    return {
      email: owner.email,
      hadSecondFactor: owner.two_factor_enabled,
      sessionsEnded: Number(sessions.numDeletedRows),
      passkeys: await countOf(tx, 'passkey', owner.id),
      accessKeys: await countOf(tx, 'access_key', owner.id),
    }
  })
}

/** Also for an account without a password, whose sign-up was interrupted. */
async function replacePassword(tx: Db, ownerId: string, hash: string): Promise<void> {
  await sql`delete from credential where owner_id = ${ownerId} and provider_id = 'credential'`.execute(tx)
  await sql`
    insert into credential (id, owner_id, provider_id, provider_account_id, password)
    values (${randomUUID()}, ${ownerId}, 'credential', ${ownerId}, ${hash})`.execute(tx)
}

async function removeSecondFactor(tx: Db, ownerId: string): Promise<void> {
  await sql`delete from two_factor where owner_id = ${ownerId}`.execute(tx)
  await tx.updateTable('owner').set({ two_factor_enabled: false }).where('id', '=', ownerId).execute()
}

async function countOf(tx: Db, table: 'passkey' | 'access_key', ownerId: string): Promise<number> {
  const { count } = await tx
    .selectFrom(table)
    .select((row) => row.fn.countAll<string>().as('count'))
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow()
  return Number(count)
}
