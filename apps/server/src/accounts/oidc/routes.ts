import * as contract from '@binnacle/contract'
import type { FastifyRequest } from 'fastify'
import { record } from '../../audit/record.ts'
import type { Db } from '../../db/database.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { refuseOtherSites } from '../../http/browser/same-site.ts'
import { ApiError, notFound } from '../../http/errors.ts'
import type { ReplyHead } from '../../http/route/answer.ts'
import type { Call, Handle } from '../../http/route/register.ts'
import type { Limits } from '../../limits/limits.ts'
import { anyAccount } from '../../service/settings.ts'
import type { Auth } from '../sign-in/auth.ts'
import { codeOf } from '../sign-in/auth-errors.ts'
import { admitSignUp, type SignUpSettings } from '../sign-in/first-account.ts'
import { authLimits } from '../sign-in/guesses/auth-limits.ts'
import { keepWayIn } from '../sign-in/methods/ways-in-sql.ts'
import { recordSession } from '../sign-in/record-auth.ts'
import { FRESH_MS, type FreshSessions } from '../sign-in/sessions/fresh-session.ts'
import type { TellOfNewDevice } from '../sign-in/sessions/new-device-letter.ts'
import { sessionOf, sessionOfCookie } from '../sign-in/sessions/session-id.ts'
import { webRequest } from '../sign-in/web-request.ts'
import type { Oidc } from './open-oidc.ts'
import type { Visit } from './plugin.ts'
import { deleteLink, linkedAt, OIDC } from './sql.ts'

/** Where better-auth sends the browser; the callback's handler decides where it really goes. */
const DONE = '/done'
const FAILED = '/failed'

/** Sign-in at the operator's provider. `oidc`: null when none is set up. */
export function oidcRoutes(
  handle: Handle,
  db: Db,
  auth: Auth,
  oidc: Oidc | null,
  limits: Limits,
  settings: SignUpSettings,
  fresh: FreshSessions,
  tellOfNewDevice: TellOfNewDevice,
): void {
  const { baseUrl } = settings
  const { origin } = new URL(baseUrl)
  const admit = authLimits(limits)
  const provided = () => {
    if (!oidc) throw notFound()
    return oidc
  }

  /** Lets better-auth begin a sign-in, and gives the provider's address for it. */
  async function begin(request: FastifyRequest, reply: ReplyHead, path: string, begun: object, fresh = false) {
    const { provider } = provided()
    // Before anything is stored: the provider may be down.
    await provider.discover()
    const body = { providerId: OIDC, callbackURL: DONE, errorCallbackURL: FAILED, ...begun }
    const answer = await auth.handler(webRequest(request, { method: 'POST', path }, baseUrl, body))
    if (!answer.ok) throw new Error(`better-auth answered ${answer.status} ${await answer.text()}`)
    for (const cookie of answer.headers.getSetCookie()) reply.header('set-cookie', cookie)
    const { url } = (await answer.json()) as { url: string }
    return { url: await provider.address(new URL(url).searchParams, fresh) }
  }

  handle(contract.startOidc, async ({ body, request, reply }) => {
    provided()
    await admit('startOidc', request.ip)
    refuseOtherSites(request.headers, baseUrl)
    const first = !(await anyAccount(db))
    if (first) await admitSignUp(db, settings, request, body.setupToken)
    const { fresh = false } = body
    const additionalData = { first, fresh, to: pageOf(body.to) }
    return begin(request, reply, '/api/auth/sign-in/oauth2', { additionalData }, fresh)
  })

  handle(contract.linkOidc, async ({ caller, request, reply, now }) => {
    provided()
    await fresh.require(request, now)
    if (await linkedAt(db, caller.id)) throw new ApiError('conflict')
    return begin(request, reply, '/api/auth/oauth2/link', {})
  })

  handle(contract.unlinkOidc, async (call) => {
    const { name } = provided().provider.settings
    await inTransaction(db, async (tx) => {
      await keepWayIn(tx, call.caller.id, true, () => deleteLink(tx, call.caller.id))
      await record(tx, call, 'oidc_unlinked', { name })
    })
    return { removed: true }
  })

  handle(contract.finishOidc, async (call) => {
    const { request, reply, query } = call
    provided()
    const begun = await begunBy(auth, query.state)
    try {
      await admit('finishOidc', request.ip)
      return reply.redirect(await finish(call, begun), 302)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      request.log.warn({ address: request.ip, reason: error.code }, 'an OIDC sign-in was refused')
      return reply.redirect(refusalPage(error.code, begun), 302)
    }
  })

  /** Gives the page to open. Throws an ApiError when nobody is signed in or linked. */
  async function finish(call: Call<typeof contract.finishOidc>, begun: Begun | null): Promise<string> {
    const { request, query } = call
    // Such as access_denied: somebody has cancelled.
    if (query.error) throw new ApiError('oidc_refused')
    if (begun?.link && (await sessionOf(auth, request))?.ownerId !== begun.link.userId)
      throw new ApiError('sign_in_again')
    const visit: Visit = { returned: new URL(request.raw.url!, origin) }
    const path = visit.returned.pathname + visit.returned.search
    const answer = await provided().during(visit, () =>
      auth.handler(webRequest(request, { method: 'GET', path }, baseUrl)),
    )
    refuseFailure(answer)
    return complete(call, visit, answer.headers.getSetCookie(), begun)
  }

  async function complete(
    call: Call<typeof contract.finishOidc>,
    visit: Visit,
    cookies: string[],
    begun: Begun | null,
  ): Promise<string> {
    const { now, request, reply } = call
    const { person, account } = visit.found!
    for (const cookie of cookies) reply.header('set-cookie', cookie)
    if (begun?.link) {
      const { name } = provided().provider.settings
      await record(db, { caller: { id: begun.link.userId }, request, now }, 'oidc_linked', { name })
      return '/account'
    }
    const session = (await sessionOfCookie(auth, cookies.map((cookie) => cookie.split(';')[0]).join('; ')))!
    const how = account.does === 'sign-up' ? 'account_created' : 'oidc'
    await recordSession({ db, auth, baseUrl, tellOfNewDevice }, call, session, how)
    // A provider may let somebody in without asking them, so what counts for a fresh session is when it last did.
    const provedAt = person.provedAt ?? new Date(0)
    await db.updateTable('session').set({ confirmed_at: provedAt }).where('id', '=', session.id).execute()
    if (begun?.fresh && now.getTime() - provedAt.getTime() >= FRESH_MS) throw new ApiError('fresh_session_required')
    return account.does === 'sign-up' ? '/boats/new' : (begun?.to ?? '/')
  }
}

/** A page of the app, by its path; anything else is its first page. */
const pageOf = (to = '/') => (/^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(to) ? to : '/')

interface Begun {
  link?: { userId: string }
  to?: string
  fresh?: boolean
}

/** What this state began; null where it is unknown or over. */
async function begunBy(auth: Auth, state: string | undefined): Promise<Begun | null> {
  if (!state) return null
  const { internalAdapter } = await auth.$context
  const found = await internalAdapter.findVerificationValue(state)
  return found && (JSON.parse(found.value) as Begun)
}

/** The page that says why: the account page for an owner who links, the sign-in page for everybody else. */
function refusalPage(error: contract.ErrorCode, begun: Begun | null): string {
  if (begun?.link) return `/account?${new URLSearchParams({ error })}`
  return `/sign-in?${new URLSearchParams({ to: begun?.to ?? '/', error })}`
}

/** better-auth says by its redirect whether all went well. */
function refuseFailure(answer: Response): void {
  const to = new URL(answer.headers.get('location') ?? FAILED, 'http://localhost')
  if (to.pathname !== DONE) throw new ApiError(codeOf(to.searchParams.get('error') ?? '') ?? 'oidc_refused')
}
