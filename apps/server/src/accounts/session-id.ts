import type { FastifyRequest } from 'fastify'
import type { Auth } from './auth.ts'

/** The id of the session that the request's cookie names; null without one that stands. */
export async function sessionIdOf(auth: Auth, request: FastifyRequest): Promise<string | null> {
  const headers = new Headers({ cookie: request.headers.cookie ?? '' })
  const found = await auth.api.getSession({ headers })
  return found?.session.id ?? null
}
