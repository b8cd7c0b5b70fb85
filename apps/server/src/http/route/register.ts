import type { Account, BodyOf, ParamsOf, QueryOf, Route } from '@binnacle/contract'
import { IDEMPOTENCY_KEY, LIMITS, ROUTES, takesIdempotencyKey } from '@binnacle/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError } from '../errors.ts'
import type { Answer, Exactly, ReplyOf } from './answer.ts'
import { readBody, requireJson } from './body.ts'
import type { Callers, Device, DeviceKey, OwnerCaller } from './callers.ts'
import { parseJson } from './json.ts'
import type { Once, OnceFor } from './once.ts'
import { validatorsOf } from './validate.ts'

type CallerOf<R extends Route> = R['auth'] extends 'device'
  ? Device
  : R['auth'] extends 'ingest'
    ? DeviceKey
    : R['auth'] extends 'public'
      ? null
      : R['auth'] extends 'owner'
        ? OwnerCaller
        : Account

export interface Call<R extends Route> {
  params: ParamsOf<R>
  query: QueryOf<R>
  body: BodyOf<R>
  caller: CallerOf<R>
  /** Writes in one transaction, and once for the request's Idempotency-Key: every POST of an owner writes through it. */
  once: Once
  /** When the request arrived. */
  now: Date
  request: FastifyRequest
  reply: ReplyOf<R>
}

/** Does what the route says and gives the body of its success. */
type Handler<R extends Route, A> = (call: Call<R>) => Promise<Exactly<R, A>>

/** Adds contract routes to the server: the caller is known first, then the request is read and checked, then it is handled. */
export function registrar(app: FastifyInstance, callers: Callers, onceFor: OnceFor) {
  const missing = new Set(ROUTES.map(({ id }) => id))
  app.addHook('onReady', async () => {
    if (missing.size > 0) throw new Error(`Routes of the contract without a handler: ${[...missing].join(', ')}.`)
  })
  return function handle<const R extends Route, const A extends Answer<R>>(route: R, handler: Handler<R, A>): void {
    // Every check of the contract goes through ROUTES: a route outside of it would be checked by none.
    if (!missing.delete(route.id)) throw new Error(`${route.id} is handled twice, or its module is not in ROUTES.`)
    const validators = validatorsOf(route)
    const named = takesIdempotencyKey(route)
    const success = Number(Object.keys(route.answers).sort()[0])
    app.route({
      method: route.method,
      url: route.path.replace(/\{(\w+)\}/g, ':$1'),
      config: { route },
      handler: async (request, reply) => {
        const now = new Date()
        // The router takes /v1/vessels/ for a vessel without an id; it is a path that does not exist.
        if (Object.values(request.params as object).includes('')) throw new ApiError('not_found')
        const caller = await callers[route.auth](request, reply, route)
        const params = validators.params(request.params)
        const query = route.queryCheckedBy === 'handler' ? {} : validators.query(request.raw.url!)
        const own = route.bodyCheckedBy === 'handler'
        if (!own || named) validators.headers(request.headers)
        const body = route.body && !own ? await jsonBody(request, route) : undefined
        const once = onceFor(named ? (request.headers[IDEMPOTENCY_KEY] as string | undefined) : undefined, {
          ownerId: (caller as Account | null)?.id ?? '',
          path: request.url,
          body: JSON.stringify(body ?? null),
        })
        const answer = await handler({
          params,
          query,
          body: validators.body(body),
          caller,
          once,
          now,
          request,
          reply,
        } as Call<R>)
        // A stream whose reader has gone has sent its head and has not ended.
        if (reply.sent || reply.raw.headersSent) return reply
        return reply.code(reply.statusCode === 200 ? success : reply.statusCode).send(answer)
      },
    })
  }
}

export type Handle = ReturnType<typeof registrar>

async function jsonBody(request: FastifyRequest, route: Route): Promise<unknown> {
  requireJson(request.headers)
  return parseJson(await readBody(request.raw, route.bodyBytes ?? LIMITS.bodyBytes))
}
