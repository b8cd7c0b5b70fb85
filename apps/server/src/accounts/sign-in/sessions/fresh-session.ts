import type { FastifyRequest } from 'fastify'
import type { Db } from '../../../db/database.ts'
import { ApiError } from '../../../http/errors.ts'
import type { Auth } from '../auth.ts'
import { attemptPassword } from '../guesses/attempts.ts'
import { findPasswordHash } from '../methods/password-sql.ts'
import { sessionOf } from './session-id.ts'

/** So long after a sign-in, or after the password was given again, a session may do what outlives it. */
export const FRESH_MS = 15 * 60_000

/** Asks for proof that whoever uses a session is the account's owner, and not somebody who found their phone. */
export function freshSessions(db: Db, auth: Auth) {
  async function require(request: FastifyRequest, now: Date): Promise<void> {
    const session = await sessionOf(auth, request)
    const confirmed = session && (await confirmedAt(db, session.id))
    // One that began at an OIDC provider is confirmed from the start, with the time when the provider last asked.
    const since = confirmed ?? session?.since
    if (!since || now.getTime() - since.getTime() >= FRESH_MS) throw new ApiError('fresh_session_required')
  }

  /** Throws wrong_password; an account without a password needs a fresh session. */
  async function checkPassword(ownerId: string, request: FastifyRequest, password: string | undefined, now: Date) {
    const hash = await findPasswordHash(db, ownerId)
    if (hash === undefined) return require(request, now)
    const { password: passwords } = await auth.$context
    await attemptPassword(db, ownerId, async () => {
      if (password === undefined || !(await passwords.verify({ hash, password }))) throw new ApiError('wrong_password')
    })
  }

  async function confirm(ownerId: string, request: FastifyRequest, password: string, now: Date): Promise<void> {
    await checkPassword(ownerId, request, password, now)
    const session = await sessionOf(auth, request)
    if (session) await db.updateTable('session').set({ confirmed_at: now }).where('id', '=', session.id).execute()
  }

  return { require, checkPassword, confirm }
}

export type FreshSessions = ReturnType<typeof freshSessions>

async function confirmedAt(db: Db, sessionId: string): Promise<Date | null | undefined> {
  const row = await db.selectFrom('session').select('confirmed_at').where('id', '=', sessionId).executeTakeFirst()
  return row?.confirmed_at
}
