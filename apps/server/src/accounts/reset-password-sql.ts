import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { inTransaction } from '../db/in-transaction.ts'

export interface NewSignIn {
  passwordHash: string
  /** Leaves the authenticator app in force; only a hold after wrong codes is lifted. */
  keepSecondFactor: boolean
}

export interface ResetAccount {
  /** As it is stored. */
  email: string
  /** Whether an authenticator app was in force before. */
  hadSecondFactor: boolean
  sessionsEnded: number
  passkeys: number
  accessKeys: number
}

/**
 * Gives the account of this e-mail address a new password and ends its sessions and what has been begun with the old one;
 * passkeys and access keys stay. Null where there is no such account. One transaction: a crash leaves all as it was, or done.
 */
export function resetSignIn(db: Db, email: string, reset: NewSignIn): Promise<ResetAccount | null> {
  return inTransaction(db, async (tx) => {
    const owner = await tx
      .selectFrom('owner')
      .select(['id', 'email', 'two_factor_enabled'])
      // Stored in small letters by better-auth.
      .where('email', '=', email.toLowerCase())
      .forUpdate()
      .executeTakeFirst()
    if (!owner) return null
    await replacePassword(tx, owner.id, reset.passwordHash)
    await (reset.keepSecondFactor ? liftHold(tx, owner.id) : removeSecondFactor(tx, owner.id))
    // Sign-ins that have had the old password, and wait for a code.
    await sql`delete from verification where position(${owner.id}::text in value) > 0`.execute(tx)
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

/** Also for an account that has none: one whose sign-up was cut off half-way. */
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

async function liftHold(tx: Db, ownerId: string): Promise<void> {
  await sql`
    update two_factor set failed_verification_count = 0, locked_until = null where owner_id = ${ownerId}`.execute(tx)
}

async function countOf(tx: Db, table: 'passkey' | 'access_key', ownerId: string): Promise<number> {
  const { count } = await tx
    .selectFrom(table)
    .select((row) => row.fn.countAll<string>().as('count'))
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow()
  return Number(count)
}
