import type { Passkey, Session } from '@binnacle/contract'
import type { Db } from '../../../db/database.ts'
import { notFound } from '../../../http/errors.ts'
import { MAX_SESSION_MS } from '../sessions/session-id.ts'

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

export function updatePasskey(db: Db, ownerId: string, id: string, name: string): Promise<PasskeyRow> {
  return db
    .updateTable('passkey')
    .set({ name })
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .returning(passkeyColumns)
    .executeTakeFirstOrThrow(notFound)
}

/** Returns its name. */
export async function deletePasskey(db: Db, ownerId: string, id: string): Promise<{ name: string }> {
  return db
    .deleteFrom('passkey')
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .returning('name')
    .executeTakeFirstOrThrow(notFound)
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

/** The sessions that can be used, last used first. */
export function listSessions(db: Db, ownerId: string, now: Date): Promise<SessionRow[]> {
  return db
    .selectFrom('session')
    .select(['id', 'user_agent', 'ip_address as ip', 'created_at', 'updated_at as last_seen_at'])
    .where('owner_id', '=', ownerId)
    .where('expires_at', '>', now)
    .where('created_at', '>', new Date(now.getTime() - MAX_SESSION_MS))
    .orderBy('updated_at', 'desc')
    .orderBy('id')
    .execute()
}

export async function deleteSession(db: Db, ownerId: string, id: string): Promise<void> {
  await db
    .deleteFrom('session')
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .returning('id')
    .executeTakeFirstOrThrow(notFound)
}
