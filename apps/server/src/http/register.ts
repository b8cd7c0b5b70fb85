import type { Account, BodyOf, ParamsOf, QueryOf, Route } from '@binnacle/contract'
import { LIMITS } from '@binnacle/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readBody, requireJson } from './body.ts'
import type { Callers } from './callers.ts'
import { ApiError } from './errors.ts'
import { parseJson } from './json.ts'
import { validatorsOf } from './validate.ts'

/** The SHA-256 of a well-formed connection key that has not been looked up. */
export interface BoxKey {
  keyHash: Buffer
}

/** One box on one boat, known by its connection key. */
export interface Box extends BoxKey {
  connectionId: string
  vesselId: string
  enabled: boolean
}

type CallerOf<R extends Route> = R['auth'] extends 'box'
  ? Box
  : R['auth'] extends 'ingest'
    ? BoxKey
    : R['auth'] extends 'public'
      ? null
      : Account

export interface Call<R extends Route> {
  params: ParamsOf<R>
  query: QueryOf<R>
  body: BodyOf<R>
  caller: CallerOf<R>
  /** When the request arrived. */
  now: Date
  request: FastifyRequest
  reply: FastifyReply
}

/** Does what the route says and gives the body of its (first declared) success, or has sent the reply itself. */
export type Handler<R extends Route> = (call: Call<R>) => Promise<unknown>

/** Adds contract routes to the server: the caller is known first, then the request is read and checked, then it is handled. */
export function registrar(app: FastifyInstance, callers: Callers) {
  return function on<const R extends Route>(route: R, handler: Handler<R>): void {
    const validators = validatorsOf(route)
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
        const query = validators.query(request.raw.url?.split('?')[1] ?? '')
        const own = route.bodyCheckedBy === 'handler'
        if (!own) validators.headers(request.headers)
        const body = route.body && !own ? await jsonBody(request, route) : undefined
        const answer = await handler({
          params,
          query,
          body: validators.body(body),
          caller,
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

export type On = ReturnType<typeof registrar>

async function jsonBody(request: FastifyRequest, route: Route): Promise<unknown> {
  requireJson(request.headers)
  return parseJson(await readBody(request.raw, route.bodyBytes ?? LIMITS.bodyBytes))
}
