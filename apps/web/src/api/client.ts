import type * as contract from '@binnacle/contract'
import type { Static, TSchema } from 'typebox'
import { RequestKeys } from './request-keys.ts'
import { signedInAgain } from './session.ts'

type ContractRoute = Extract<(typeof contract)[keyof typeof contract], contract.Route>

/** Every route of the contract by its method and path, such as 'GET /v1/vessels/{id}/due'. Types only: no schema is shipped. */
type Routes = { [R in ContractRoute as `${R['method']} ${R['path']}`]: R }
export type RouteName = keyof Routes

type SchemaOf<A> = A extends { schema: infer S extends TSchema } ? Static<S> : undefined
type SuccessOf<A> = A extends { 200: infer S }
  ? S
  : A extends { 201: infer S }
    ? S
    : A extends { 202: infer S }
      ? S
      : never

/** What a route answers when all is well. */
export type AnswerOf<N extends RouteName> = SchemaOf<SuccessOf<Routes[N]['answers']>>

type Part<K extends string, S> = S extends TSchema
  ? Record<string, never> extends Static<S>
    ? { [P in K]?: Static<S> }
    : { [P in K]: Static<S> }
  : unknown
type Given<R, K extends string> = R extends { [P in K]: infer S } ? S : undefined

/** What a route is asked with. */
export type RequestOf<N extends RouteName> = Part<'params', Given<Routes[N], 'params'>> &
  Part<'query', Given<Routes[N], 'query'>> &
  Part<'body', Given<Routes[N], 'body'>> & {
    signal?: AbortSignal
    /** The Idempotency-Key of a POST; one of its content unless given. */
    key?: string
  }

type Arguments<N extends RouteName> =
  Record<string, never> extends RequestOf<N> ? [request?: RequestOf<N>] : [request: RequestOf<N>]

/**
 * The service said no, or nothing: status 0 and code 'offline' when it could not be reached. `code` is the contract's error code;
 * `detail` is what follows it, such as "/title must be at most 120 characters".
 */
export class ApiProblem extends Error {
  readonly status: number
  readonly code: string
  readonly detail: string | null
  /** Seconds after which it is worth another try. */
  readonly retryAfter: number | null

  constructor(status: number, error: string, retryAfter: number | null = null) {
    super(error)
    this.name = 'ApiProblem'
    const [code = 'unavailable', ...detail] = error.split(': ')
    this.status = status
    this.code = code
    this.detail = detail.join(': ') || null
    this.retryAfter = retryAfter
  }
}

const keys = new RequestKeys()

/** The session is over. */
export const isEnded = (error: unknown): boolean => error instanceof ApiProblem && error.code === 'unauthorized'

/** The operator wants a second factor first. */
export const wantsSecondFactor = (error: unknown): boolean =>
  error instanceof ApiProblem && error.code === 'second_factor_required'

/**
 * Worth another try, without end: the network, the service or the session is away, or the account must set up a second factor
 * first.
 */
export const isPassing = (error: unknown): boolean =>
  wantsSecondFactor(error) ||
  (error instanceof ApiProblem && (error.status === 0 || error.status >= 500 || [401, 408, 429].includes(error.status)))

/** Calls a route of the service with the session cookie. Throws an ApiProblem. */
export const api = <N extends RouteName>(name: N, ...request: Arguments<N>): Promise<AnswerOf<N>> =>
  inSession(() => apiOnce(name, ...request), name.startsWith('GET '))

/** Asks, and once more when the session was over and its owner has signed in again meanwhile. `reads`: it changes nothing. */
export async function inSession<T>(ask: () => Promise<T>, reads: boolean): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (!isEnded(error) || !(await signedInAgain(reads))) throw error
    return ask()
  }
}

/** As `api`, whoever is signed in. */
export async function apiOnce<N extends RouteName>(name: N, ...[request]: Arguments<N>): Promise<AnswerOf<N>> {
  const { params, query, body, signal, key } = (request ?? {}) as {
    params?: Record<string, unknown>
    query?: Record<string, unknown>
    body?: unknown
    signal?: AbortSignal
    key?: string
  }
  const [method, path] = name.split(' ') as [string, string]
  const address = addressOf(path, params, query)
  const text = body === undefined ? undefined : JSON.stringify(body)
  const content = `${address} ${text}`
  const headers = {
    ...(text !== undefined && { 'content-type': 'application/json' }),
    ...(method === 'POST' && { 'idempotency-key': key ?? keys.of(content) }),
  }
  const { response, answer } = await reach(address, { method, headers, body: text }, signal)
  if (response.status < 500) keys.answered(content)
  if (!response.ok) throw problemOf(response, answer)
  return answer as AnswerOf<N>
}

/** The address of a route, for links and pictures. */
export function addressOf(
  path: string,
  params: Record<string, unknown> = {},
  query: Record<string, unknown> = {},
): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const asked = Object.entries(query).filter(([, value]) => value !== undefined)
  const search = new URLSearchParams(asked.map(([name, value]) => [name, String(value)])).toString()
  return search ? `${filled}?${search}` : filled
}

/**
 * A page asks for much at once: each request begins in a task of its own, and a slow phone answers a finger between them. By a
 * message, as React's scheduler does it: the timers of a page in the background wait for up to a minute.
 */
const turn = () =>
  new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })

/** On a network that takes requests and never answers, the page says so and does not wait for ever. */
const ANSWER_MS = 60_000

async function reach(address: string, init: RequestInit, signal?: AbortSignal) {
  const limit = AbortSignal.timeout(ANSWER_MS)
  try {
    if (init.method === 'GET') await turn()
    const signals = signal ? AbortSignal.any([signal, limit]) : limit
    const response = await fetch(address, { ...init, signal: signals, credentials: 'same-origin' })
    const answer = await response.json().catch((error) => {
      if (response.ok) throw error
      return null
    })
    return { response, answer }
  } catch (error) {
    if (signal?.aborted) throw error
    throw new ApiProblem(0, 'offline')
  }
}

function problemOf(response: Response, answer: unknown): ApiProblem {
  const retryAfter = Number(response.headers.get('retry-after')) || null
  const error = (answer as { error?: unknown } | null)?.error
  return new ApiProblem(response.status, typeof error === 'string' ? error : 'unavailable', retryAfter)
}
