import type { Passkey, Session } from '@binnacle/contract'
import type { Db } from '../db/database.ts'

const passkeyColumns = ['id', 'name', 'backed_up as synced', 'created_at'] as const

type PasskeyRow = Omit<Passkey, 'created_at'> & { created_at: Date }

export function listPasskeys(db: Db, ownerId: string): Promise<PasskeyRow[]> {
  return db
    .selectFrom('passkey')
    .select(passkeyColumns)
    .where('owner_id', '=', ownerId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

export async function updatePasskey(db: Db, ownerId: string, id: string, name: string): Promise<PasskeyRow | null> {
  const row = await db
    .updateTable('passkey')
    .set({ name })
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .returning(passkeyColumns)
    .executeTakeFirst()
  return row ?? null
}

export async function deletePasskey(db: Db, ownerId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('passkey')
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function usesTwoFactor(db: Db, ownerId: string): Promise<boolean> {
  const owner = await db
    .selectFrom('owner')
    .select('two_factor_enabled')
    .where('id', '=', ownerId)
    .executeTakeFirstOrThrow()
  return owner.two_factor_enabled
}

type SessionRow = Omit<Session, 'current' | 'created_at' | 'last_seen_at'> & { created_at: Date; last_seen_at: Date }

/** The sessions that have not expired, last used first. */
export function listSessions(db: Db, ownerId: string, now: Date): Promise<SessionRow[]> {
  return db
    .selectFrom('session')
    .select(['id', 'user_agent', 'ip_address as ip', 'created_at', 'updated_at as last_seen_at'])
    .where('owner_id', '=', ownerId)
    .where('expires_at', '>', now)
    .orderBy('updated_at', 'desc')
    .orderBy('id')
    .execute()
}

export async function deleteSession(db: Db, ownerId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('session')
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
