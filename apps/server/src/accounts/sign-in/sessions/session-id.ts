import type { FastifyRequest } from 'fastify'
import type { Auth } from '../auth.ts'

export interface SignedIn {
  id: string
  ownerId: string
  /** When it signed in. */
  since: Date
}

const MAX_SESSION_DAYS = 180

/** How old a session may become, however often it is used. */
export const MAX_SESSION_MS = MAX_SESSION_DAYS * 24 * 60 * 60_000

/** Whether the session may not be used any more, though better-auth still renews it. */
export const isTooOld = (session: { createdAt: Date }, now = new Date()) =>
  now.getTime() - new Date(session.createdAt).getTime() > MAX_SESSION_MS

/** The session that a Cookie header names; null without one that stands. */
export async function sessionOfCookie(auth: Auth, cookie = ''): Promise<SignedIn | null> {
  const found = await auth.api.getSession({ headers: new Headers({ cookie }) })
  if (!found || isTooOld(found.session)) return null
  const { id, userId, createdAt } = found.session
  return { id, ownerId: userId, since: new Date(createdAt) }
}

export const sessionOf = (auth: Auth, { headers }: Pick<FastifyRequest, 'headers'>) =>
  sessionOfCookie(auth, headers.cookie)

/** The id of the session that the request's cookie names; null without one that stands. */
export const sessionIdOf = async (auth: Auth, request: FastifyRequest): Promise<string | null> =>
  (await sessionOf(auth, request))?.id ?? null
