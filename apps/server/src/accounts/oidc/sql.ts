import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { notFound } from '../../http/errors.ts'

/** better-auth's name for the operator's provider, in `provider_id`. */
export const OIDC = 'oidc'

interface Linked {
  ownerId: string
  email: string
  name: string
}

/** The account that this account at the provider signs in to. */
export async function findLinked(db: Db, personId: string): Promise<Linked | undefined> {
  const { rows } = await sql<Linked>`
    select o.id as "ownerId", o.email, o.name from credential c join owner o on o.id = c.owner_id
    where c.provider_id = ${OIDC} and c.provider_account_id = ${personId}`.execute(db)
  return rows[0]
}

/** When an account at the provider was linked. */
export async function linkedAt(db: Db, ownerId: string): Promise<Date | null> {
  const { rows } = await sql<{ created_at: Date }>`
    select created_at from credential where owner_id = ${ownerId} and provider_id = ${OIDC}`.execute(db)
  return rows[0]?.created_at ?? null
}

export async function deleteLink(db: Db, ownerId: string): Promise<void> {
  const { rows } = await sql`
    delete from credential where owner_id = ${ownerId} and provider_id = ${OIDC} returning id`.execute(db)
  if (rows.length === 0) throw notFound()
}

export async function isEmailTaken(db: Db, email: string): Promise<boolean> {
  const owner = await db.selectFrom('owner').select('id').where('email', '=', email).executeTakeFirst()
  return owner !== undefined
}
