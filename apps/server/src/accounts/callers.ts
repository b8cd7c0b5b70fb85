import { type Account, PLANS_WITH_KEYS, type Route, type Scope } from '@binnacle/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { findDevice, refuseStopped } from '../connections/sql.ts'
import type { Db } from '../db/database.ts'
import { bearerToken } from '../http/bearer.ts'
import { refuseOtherSites } from '../http/browser/same-site.ts'
import { ApiError, retryAfter } from '../http/errors.ts'
import type { Callers, DeviceKey, OwnerCaller } from '../http/route/callers.ts'
import { hashKey, isWellFormedKey } from '../http/values/key.ts'
import { admit } from '../limits/admit.ts'
import type { Limiter, Limits } from '../limits/limits.ts'
import type { Config } from '../settings/config.ts'
import { findAccessKey, touchAccessKey } from './access-keys/sql.ts'
import type { Auth } from './sign-in/auth.ts'
import { refuseWithoutSecondFactor } from './sign-in/methods/required-second-factor.ts'
import { isTooOld } from './sign-in/sessions/session-id.ts'

const unauthorized = () => new ApiError('unauthorized')
const suspended = () => new ApiError('account_suspended')
const unknownDevice = () => new ApiError('invalid_connection_key')

/** Requests that an account's sessions may make for each that a key may make: a page of the app makes a dozen. */
const SESSION_REQUESTS_PER_REQUEST = 20

type CallerSettings = Pick<Config, 'baseUrl' | 'rateLimitPerMinute' | 'requireSecondFactor'>

/** Authenticates the caller of each kind of route. Nothing is cached: a revoked key stops at once in every process. */
export function makeCallers(db: Db, auth: Auth, limits: Limits, settings: CallerSettings): Callers {
  const { baseUrl, rateLimitPerMinute: ratePerMinute, requireSecondFactor } = settings
  const limiter = limits.limiter('access-key', ratePerMinute, 60)
  const sessions = limits.limiter('session', SESSION_REQUESTS_PER_REQUEST * ratePerMinute, 60)

  async function byKey(token: string, reply: FastifyReply, route: Route, now: Date): Promise<OwnerCaller> {
    if (!isWellFormedKey(token, 'bnk_')) throw unauthorized()
    const key = await findAccessKey(db, hashKey(token), now)
    if (!key) throw unauthorized()
    await spend(limiter, key.id, reply)
    if (key.suspended) throw suspended()
    if (!PLANS_WITH_KEYS.includes(key.account.plan)) throw new ApiError('plan_required')
    if (!key.scopes.includes(route.scope as Scope)) throw new ApiError('insufficient_scope')
    await touchAccessKey(db, key, now)
    return { ...key.account, accessKey: { id: key.id, name: key.name } }
  }

  async function bySession(request: FastifyRequest, reply: FastifyReply, route: Route): Promise<Account> {
    const headers = new Headers()
    headers.set('cookie', request.headers.cookie ?? '')
    const { response, headers: answer } = await auth.api.getSession({ headers, returnHeaders: true })
    for (const cookie of answer.getSetCookie()) reply.header('set-cookie', cookie)
    if (!response || isTooOld(response.session)) throw unauthorized()
    if (request.method !== 'GET') refuseOtherSites(request.headers, baseUrl)
    const { id, name, email, plan, suspendedAt, twoFactorEnabled } = response.user
    const operator = response.user.operator === true
    // A sign-in that was under way when the account was suspended has made this session.
    if (suspendedAt) throw suspended()
    await admit(sessions, id)
    await refuseWithoutSecondFactor(db, requireSecondFactor, route, {
      id,
      operator,
      twoFactorEnabled: !!twoFactorEnabled,
    })
    return { id, name, email, plan: plan as Account['plan'], operator }
  }

  const deviceKey = (request: FastifyRequest): DeviceKey => {
    const token = bearerToken(request.headers.authorization)
    if (!token || !isWellFormedKey(token, 'ct_')) throw unknownDevice()
    return { keyHash: hashKey(token) }
  }

  return {
    public: () => null,
    ingest: deviceKey,
    device: async (request) => {
      const { keyHash } = deviceKey(request)
      const device = await findDevice(db, keyHash)
      if (!device) throw unknownDevice()
      refuseStopped(device)
      return { ...device, keyHash }
    },
    session: bySession,
    operator: async (request, reply, route) => {
      const account = await bySession(request, reply, route)
      if (!account.operator) throw new ApiError('operator_required')
      return account
    },
    owner: async (request, reply, route) => {
      if (request.headers.authorization === undefined) return bySession(request, reply, route)
      const token = bearerToken(request.headers.authorization)
      if (!token) throw unauthorized()
      return byKey(token, reply, route, new Date())
    },
  }
}

/** Counts a request of the key and sends the draft RateLimit headers. */
async function spend(limiter: Limiter, keyId: string, reply: FastifyReply): Promise<void> {
  const { allowed, remaining, msBeforeNext } = await limiter.take(keyId)
  const seconds = Math.max(1, Math.ceil(msBeforeNext / 1000))
  reply.header('ratelimit-policy', `"default";q=${limiter.points};w=60`)
  reply.header('ratelimit', `"default";r=${remaining};t=${seconds}`)
  if (!allowed) throw new ApiError('rate_limited', undefined, retryAfter(msBeforeNext))
}
