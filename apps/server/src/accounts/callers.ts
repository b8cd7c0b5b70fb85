import { type Account, PLANS_WITH_KEYS, type Route, type Scope } from '@binnacle/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { findBox } from '../connections/sql.ts'
import type { Db } from '../db/database.ts'
import { bearerToken } from '../http/bearer.ts'
import type { Callers } from '../http/callers.ts'
import { ApiError, retryAfter } from '../http/errors.ts'
import type { BoxKey } from '../http/register.ts'
import { refuseOtherSites } from '../http/same-site.ts'
import type { Limiter, Limits } from '../limits/limits.ts'
import type { Auth } from './auth.ts'
import { hashKey, isWellFormedKey } from './key.ts'
import { findAccessKey, touchAccessKey } from './sql.ts'

const unauthorized = () => new ApiError('unauthorized')
const unknownBox = () => new ApiError('invalid_connection_key')

/** How the callers of each kind of route are known. Nothing is remembered: a revoked key stops at once in every process. */
export function makeCallers(db: Db, auth: Auth, baseUrl: string, limits: Limits, ratePerMinute: number): Callers {
  const limiter = limits.limiter('access-key', ratePerMinute, 60)

  async function byKey(token: string, reply: FastifyReply, route: Route, now: Date): Promise<Account> {
    if (!isWellFormedKey(token, 'bnk_')) throw unauthorized()
    const key = await findAccessKey(db, hashKey(token), now)
    if (!key) throw unauthorized()
    await spend(limiter, key.id, reply)
    if (!PLANS_WITH_KEYS.includes(key.account.plan)) throw new ApiError('plan_required')
    if (!key.scopes.includes(route.scope as Scope)) throw new ApiError('insufficient_scope')
    await touchAccessKey(db, key, now)
    return key.account
  }

  async function bySession(request: FastifyRequest, reply: FastifyReply): Promise<Account> {
    const headers = new Headers()
    headers.set('cookie', request.headers.cookie ?? '')
    const { response, headers: answer } = await auth.api.getSession({ headers, returnHeaders: true })
    for (const cookie of answer.getSetCookie()) reply.header('set-cookie', cookie)
    if (!response) throw unauthorized()
    if (request.method !== 'GET') refuseOtherSites(request.headers, baseUrl)
    const { id, name, email, plan, operator } = response.user
    return { id, name, email, plan: plan as Account['plan'], operator: operator === true }
  }

  const boxKey = (request: FastifyRequest): BoxKey => {
    const token = bearerToken(request.headers.authorization)
    if (!token || !isWellFormedKey(token, 'ct_')) throw unknownBox()
    return { keyHash: hashKey(token) }
  }

  return {
    public: () => null,
    ingest: boxKey,
    box: async (request) => {
      const { keyHash } = boxKey(request)
      const box = await findBox(db, keyHash)
      if (!box) throw unknownBox()
      if (!box.enabled) throw new ApiError('connection_disabled')
      return { ...box, keyHash }
    },
    session: bySession,
    operator: async (request, reply) => {
      const account = await bySession(request, reply)
      if (!account.operator) throw new ApiError('operator_required')
      return account
    },
    owner: async (request, reply, route) => {
      if (request.headers.authorization === undefined) return bySession(request, reply)
      const token = bearerToken(request.headers.authorization)
      if (!token) throw unauthorized()
      return byKey(token, reply, route, new Date())
    },
  }
}

/** Takes one of the key's requests of this minute and says in the draft RateLimit fields how many are left. */
async function spend(limiter: Limiter, keyId: string, reply: FastifyReply): Promise<void> {
  const { allowed, remaining, msBeforeNext } = await limiter.take(keyId)
  const seconds = Math.max(1, Math.ceil(msBeforeNext / 1000))
  reply.header('ratelimit-policy', `"default";q=${limiter.points};w=60`)
  reply.header('ratelimit', `"default";r=${remaining};t=${seconds}`)
  if (!allowed) throw new ApiError('rate_limited', undefined, retryAfter(msBeforeNext))
}
