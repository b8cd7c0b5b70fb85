import {
  type Account,
  AUTH_ROUTES,
  type BodyOf,
  changePassword,
  disableTotp,
  enableTotp,
  makeBackupCodes,
  passkeyToAdd,
  type Route,
  requestPasswordReset,
  resetPassword,
  signIn,
  signInWithPasskey,
  signUp,
  verifyBackupCode,
  verifyTotp,
} from '@binnacle/contract'
import type { FastifyInstance } from 'fastify'
import { record } from '../../audit/record.ts'
import type { Db } from '../../db/database.ts'
import { refuseOtherSites } from '../../http/browser/same-site.ts'
import { ApiError } from '../../http/errors.ts'
import type { Call, Handle } from '../../http/route/register.ts'
import type { Limits } from '../../limits/limits.ts'
import type { LostPasswords } from '../lost-password/lost-passwords.ts'
import type { Auth } from './auth.ts'
import { authError } from './auth-errors.ts'
import { admitSignUp, type SignUpSettings } from './first-account.ts'
import { attemptPassword } from './guesses/attempts.ts'
import { type AuthRouteId, authLimits } from './guesses/auth-limits.ts'
import { accountOfCode } from './guesses/code-attempts.ts'
import { PasswordGuesses } from './guesses/password-guesses.ts'
import { endBegun } from './methods/password-sql.ts'
import { refuseWeakPassword } from './methods/weak-password.ts'
import { onlyDeclared } from './only-declared.ts'
import { failedSignIns, METHODS, recordAuth } from './record-auth.ts'
import type { FreshSessions } from './sessions/fresh-session.ts'
import type { TellOfNewDevice } from './sessions/new-device-letter.ts'
import { webRequest } from './web-request.ts'

type AuthCall = Call<Route>

interface Letters {
  lostPasswords: LostPasswords | null
  tellOfNewDevice: TellOfNewDevice
}

/**
 * Forwards the contract's auth routes to better-auth: only declared fields go in and come back, and errors have the service's form.
 * All other paths of better-auth are 404.
 */
export function authRoutes(
  app: FastifyInstance,
  handle: Handle,
  db: Db,
  auth: Auth,
  limits: Limits,
  settings: SignUpSettings,
  fresh: FreshSessions,
  { lostPasswords, tellOfNewDevice }: Letters,
): void {
  const { baseUrl } = settings
  const admit = authLimits(limits)
  const guesses = new PasswordGuesses(limits)
  const recordFailure = failedSignIns(app, db)

  const ask = async (route: Route, call: AuthCall) => {
    const { body, request, reply } = call
    const forwarded = webRequest(request, route, baseUrl, route.body && onlyDeclared(route.body, body))
    const answer = await auth.handler(forwarded)
    const cookies = answer.headers.getSetCookie()
    for (const cookie of cookies) reply.header('set-cookie', cookie)
    const text = await answer.text()
    const byCode = accountOfCode.get(forwarded)
    if (!answer.ok) {
      const refusal = authError(answer.status, text)
      if (SIGN_INS.includes(route) && FAILED.includes(refusal.code)) {
        const { email } = Object(body) as { email?: string }
        // deploy/fail2ban reads this line.
        app.log.warn({ address: request.ip, account: email ?? byCode ?? null, reason: refusal.code }, 'failed sign-in')
        const whose = byCode ? { id: byCode } : email && { email }
        if (whose) recordFailure({ whose, method: METHODS[route.id]!, request, now: call.now })
      }
      throw refusal
    }
    await recordAuth({ db, auth, baseUrl, tellOfNewDevice }, route, call, cookies, byCode !== undefined)
    // What a library gives has no type; these are the fields that the route declares.
    return onlyDeclared(route.answers[200]!.schema!, JSON.parse(text || '{}'))
  }

  const makeAccount = async (call: AuthCall) => {
    const { setupToken, ...body } = call.body as unknown as BodyOf<typeof signUp>
    const attempt = async () => {
      await admitSignUp(db, settings, call.request, setupToken)
      await refuseWeakPassword(body.password, body.email)
      return ask(signUp, { ...call, body: body as never })
    }
    // Another account was made at the same time: checks again, and says what is now in the way.
    return attempt().catch((error) => (isConflict(error) ? attempt() : Promise.reject(error)))
  }

  const sendLink = (call: AuthCall) => {
    if (!lostPasswords) throw new ApiError('email_unavailable')
    const { email, language } = call.body as unknown as BodyOf<typeof requestPasswordReset>
    lostPasswords.request(email, language!, (headers) =>
      auth.handler(webRequest(call.request, requestPasswordReset, baseUrl, { email }, headers)),
    )
    return {}
  }

  const emailOfLink = async (token: string) => {
    const { internalAdapter } = await auth.$context
    const link = await internalAdapter.findVerificationValue(`reset-password:${token}`)
    const owner = link && (await db.selectFrom('owner').select('email').where('id', '=', link.value).executeTakeFirst())
    return owner?.email ?? ''
  }

  const setLostPassword = async (call: AuthCall) => {
    if (!lostPasswords) throw new ApiError('link_invalid')
    const { request, now } = call
    const { token, newPassword } = call.body as unknown as BodyOf<typeof resetPassword>
    await refuseWeakPassword(newPassword, await emailOfLink(token))
    const forwarded = webRequest(request, resetPassword, baseUrl, { token, newPassword })
    const answer = await auth.handler(forwarded)
    if (!answer.ok) throw authError(answer.status, await answer.text())
    const owner = lostPasswords.ownerOf(forwarded)
    if (owner) {
      await endBegun(db, owner.id)
      await guesses.clear(owner.email)
      await record(db, { caller: owner, request, now }, 'password_reset')
    }
    return {}
  }

  const guarded = async (route: Route, call: AuthCall) => {
    if (route === requestPasswordReset) return sendLink(call)
    if (route === resetPassword) return setLostPassword(call)
    if (route === signUp) return makeAccount(call)
    if (route === signIn) return guesses.guess((call.body as { email: string }).email, () => ask(route, call))
    // A passkey outlives the session that adds it. What the browser then makes is stored only with the challenge of this answer.
    if (route === passkeyToAdd) await fresh.require(call.request, call.now)
    if (route === changePassword) {
      const { newPassword } = call.body as unknown as BodyOf<typeof changePassword>
      await refuseWeakPassword(newPassword, (call.caller as unknown as Account).email)
    }
    if (CONFIRMED.includes(route)) {
      const answer = await attemptPassword(db, call.caller!.id, () => ask(route, call))
      if (route === changePassword) await endBegun(db, call.caller!.id)
      return answer
    }
    return ask(route, call)
  }

  for (const route of AUTH_ROUTES as readonly (Route & { id: AuthRouteId })[])
    handle(route, async (call: AuthCall) => {
      const { request } = call
      // The address first: what it sends is a key of the limits that follow.
      await admit(route.id, request.ip)
      if (route.method !== 'GET') refuseOtherSites(request.headers, baseUrl)
      return guarded(route, call)
    })
}

/** What asks a session for the password again. */
const CONFIRMED: readonly Route[] = [changePassword, enableTotp, disableTotp, makeBackupCodes]

/** What ends in a session, and the refusals that are an attempt at somebody's account. */
const SIGN_INS: readonly Route[] = [signIn, verifyTotp, verifyBackupCode, signInWithPasskey]
const FAILED = ['invalid_email_or_password', 'invalid_code', 'passkey_not_accepted']

const isConflict = (error: unknown) => error instanceof ApiError && error.code === 'conflict'
