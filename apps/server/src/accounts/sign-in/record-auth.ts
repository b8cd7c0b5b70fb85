import { type AuditKind, type Route, type SignInMethod, signUp, verifyTotp } from '@binnacle/contract'
import type { FastifyInstance } from 'fastify'
import { knownDevice } from '../../audit/device-cookie.ts'
import { record } from '../../audit/record.ts'
import { type FailedSignIn, recordFailedSignIn, recordSignIn, setDevice } from '../../audit/sql.ts'
import type { Db } from '../../db/database.ts'
import type { Call } from '../../http/route/register.ts'
import type { Auth } from './auth.ts'
import type { TellOfNewDevice } from './sessions/new-device-letter.ts'
import { type SignedIn, sessionOfCookie } from './sessions/session-id.ts'

/** Routes that end in a new session, and how somebody signed in there. */
export const METHODS: Record<string, SignInMethod> = {
  signIn: 'password',
  verifyTotp: 'totp',
  verifyBackupCode: 'backup_code',
  signInWithPasskey: 'passkey',
}

/** What a session's own requests change. */
const CHANGES: Record<string, AuditKind> = {
  changePassword: 'password_changed',
  revokeOtherSessions: 'other_sessions_ended',
  disableTotp: 'totp_disabled',
  makeBackupCodes: 'backup_codes_created',
  addPasskey: 'passkey_added',
}

/** What it takes to record a session. */
interface Recorder {
  db: Db
  auth: Auth
  baseUrl: string
  tellOfNewDevice: TellOfNewDevice
}

/**
 * Records what better-auth did, just after it has committed it. `cookies`: the Set-Cookie lines of its answer. `byCode`: a code
 * completed a sign-in.
 */
export async function recordAuth(
  recorder: Recorder,
  route: Route,
  { caller, request, reply, body, now }: Call<Route>,
  cookies: string[],
  byCode: boolean,
): Promise<void> {
  const { db, auth } = recorder
  const change = CHANGES[route.id]
  if (change && caller) {
    const { name } = Object(body) as { name?: string }
    return record(db, { caller: caller as { id: string }, request, now }, change, name ? { name } : {})
  }
  const how = route === signUp ? 'account_created' : METHODS[route.id]
  if (!how) return
  const session = await sessionOfCookie(auth, cookies.map((cookie) => cookie.split(';')[0]).join('; '))
  // A code is still needed.
  if (!session) return
  // A code that finishes a set-up renews the session; the one that the request came with is gone.
  if (route === verifyTotp && !byCode)
    return record(db, { caller: { id: session.ownerId }, request, now }, 'totp_enabled')
  await recordSession(recorder, { request, reply, now }, session, how)
}

/** Records a new session: how somebody signed in, or that it came with a new account. Tells of one from a new device. */
export async function recordSession(
  { db, auth, baseUrl, tellOfNewDevice }: Recorder,
  { request, reply, now }: Pick<Call<Route>, 'request' | 'reply' | 'now'>,
  session: SignedIn,
  how: SignInMethod | 'account_created',
): Promise<void> {
  const act = { caller: { id: session.ownerId }, request, now }
  const before = await sessionOfCookie(auth, request.headers.cookie)
  // Who signs in again, for a fresh session, leaves no old one behind.
  if (before?.ownerId === session.ownerId) await db.deleteFrom('session').where('id', '=', before.id).execute()
  const device = knownDevice(request, reply, baseUrl)
  if (how === 'account_created') {
    await record(db, act, how)
    await setDevice(db, session.ownerId, device)
  } else if (await recordSignIn(db, act, how, device))
    tellOfNewDevice(session.ownerId, { address: request.ip, at: now })
}

/**
 * Gives a function that records a failed sign-in. It does so after the answer, so that the time of an answer does not tell whether
 * there is such an account.
 */
export function failedSignIns(app: FastifyInstance, db: Db): (failed: FailedSignIn) => void {
  let writing = Promise.resolve()
  app.addHook('onClose', () => writing)
  return (failed) => {
    writing = writing
      .then(() => recordFailedSignIn(db, failed))
      .catch((error: Error) => app.log.warn({ reason: error.message }, 'a failed sign-in was not recorded'))
  }
}
