import { AUTH_ROUTES, type Route, signIn } from '@binnacle/contract'
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../http/errors.ts'
import type { Call, On } from '../http/register.ts'
import { refuseOtherSites } from '../http/same-site.ts'
import type { Limits } from '../limits/limits.ts'
import type { Auth } from './auth.ts'
import { authError } from './auth-errors.ts'
import { onlyDeclared } from './only-declared.ts'
import { PasswordGuesses } from './password-guesses.ts'

/**
 * Hands the contract's auth routes to better-auth: what the contract declares goes in, what it declares comes back, and errors
 * have the service's form. Every other path of better-auth is not there.
 */
export function authRoutes(on: On, auth: Auth, limits: Limits, baseUrl: string): void {
  const ask = async (route: Route, { body, request, reply }: Call<Route>) => {
    if (route.method !== 'GET') refuseOtherSites(request.headers, baseUrl)
    const answer = await auth.handler(webRequest(request, route, baseUrl, body))
    for (const cookie of answer.headers.getSetCookie()) reply.header('set-cookie', cookie)
    const text = await answer.text()
    if (!answer.ok) throw authError(answer.status, text, answer.headers.get('x-retry-after'))
    return onlyDeclared(route.answers[200]!.schema!, JSON.parse(text || '{}'))
  }

  for (const route of AUTH_ROUTES as readonly Route[])
    if (route !== signIn) on(route, (call) => ask(route, call as Call<Route>))

  const guesses = new PasswordGuesses(limits)
  on(signIn, async (call) => {
    const { email } = call.body
    await guesses.count(email)
    const tried = ask(signIn, call as unknown as Call<Route>)
    const wrong = await tried.then(() => false, isWrongPassword)
    if (!wrong) await guesses.forget(email)
    return tried
  })
}

const isWrongPassword = (error: unknown) => error instanceof ApiError && error.code === 'invalid_email_or_password'

function webRequest(request: FastifyRequest, route: Route, baseUrl: string, body: unknown): Request {
  const headers = new Headers({ 'x-binnacle-client-ip': request.ip, 'content-type': 'application/json' })
  for (const name of ['cookie', 'user-agent'] as const) {
    const value = request.headers[name]
    if (value) headers.set(name, value)
  }
  const { method, path } = route
  const declared = route.body && onlyDeclared(route.body, body)
  return new Request(new URL(baseUrl).origin + path, {
    method,
    headers,
    body: method === 'GET' ? null : JSON.stringify(declared ?? {}),
  })
}
