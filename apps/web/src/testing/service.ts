import assert from 'node:assert/strict'
import * as contract from '@binnacle/contract'
import { ROUTES } from '@binnacle/contract'
import type { TSchema } from 'typebox'
import { Errors } from 'typebox/value'
import type { AnswerOf, RequestOf, RouteName } from '../api/client.ts'

/** What the service refuses with. */
export class Refusal {
  readonly error: string

  constructor(error: string) {
    this.error = error
  }
}

type Asked<N extends RouteName> = Omit<RequestOf<N>, 'signal'>
type Given<N extends RouteName> = AnswerOf<N> | Refusal
export type Answers = { [N in RouteName]?: Given<N> | ((asked: Asked<N>) => Given<N> | Promise<Given<N>>) }

export interface Request {
  route: string
  params: Record<string, string>
  query: Record<string, string>
  body: unknown
  /** Its Idempotency-Key. */
  key: string | null
}

/**
 * The service as a page meets it: fetch, with the answers that a test gives. What goes either way must fit the contract, so a
 * test cannot be right about a service that does not exist.
 */
export class TestService {
  /** What changed something, in order: all but GET. */
  readonly changes: Request[] = []
  /** Requests without an answer, and what does not fit the contract. The page only sees that its request failed. */
  readonly #faults: string[] = []
  #answers: Answers
  #reachable = true
  #foreign: string | null = null

  constructor(answers: Answers) {
    this.#answers = answers
  }

  /** Other answers from now on. */
  answer(answers: Answers): void {
    this.#answers = { ...this.#answers, ...answers }
  }

  /** The network goes, or comes back. */
  reachable(is: boolean): void {
    this.#reachable = is
    Object.defineProperty(navigator, 'onLine', { value: is, configurable: true })
    dispatchEvent(new Event(is ? 'online' : 'offline'))
  }

  /** Fails when a page asked for something that the test has no answer for, or when either does not fit the contract. */
  assertContract(): void {
    assert.deepEqual(this.#faults, [])
  }

  /** Another server answers in its place, with this page. */
  answersWith(page: string): void {
    this.#foreign = page
  }

  fetch = async (input: string | URL | globalThis.Request, init: RequestInit = {}): Promise<Response> => {
    if (!this.#reachable) throw new TypeError('network')
    if (this.#foreign !== null) return new Response(this.#foreign, { headers: { 'content-type': 'text/html' } })
    const url = new URL(String(input), location.href)
    const method = init.method ?? 'GET'
    const { route, params } = routeOf(method, url.pathname)
    const name = `${route.method} ${route.path}` as RouteName
    const body = init.body == null ? undefined : JSON.parse(String(init.body))
    const key = new Headers(init.headers).get('idempotency-key')
    const request = { route: name, params, query: Object.fromEntries(url.searchParams), body, key }
    if (route.body) this.#check(route.body, body, `the body of ${name}`)
    if (method !== 'GET') this.changes.push(request)
    const given = this.#answers[name]
    if (given === undefined) throw this.#fault(`the test has no answer to ${name}`)
    const made = typeof given === 'function' ? (given as (asked: Request) => unknown)(request) : given
    const answer = await Promise.race([made, aborted(init.signal)])
    if (answer instanceof Refusal) return refuse(answer.error)
    const [status, { schema }] = Object.entries(route.answers).find(([status]) => status < '300')!
    if (schema) this.#check(schema, answer, `the test's answer to ${name}`)
    return Response.json(answer, { status: Number(status) })
  }

  #check(schema: TSchema, value: unknown, what: string): void {
    const problems = Errors(schema, value).map(({ instancePath, message }) => `${instancePath} ${message}`)
    if (problems.length > 0) throw this.#fault(`${what}: ${problems.join(', ')}: ${JSON.stringify(value)}`)
  }

  #fault(what: string): Error {
    this.#faults.push(what)
    return new assert.AssertionError({ message: what })
  }
}

/** As a browser's fetch: it is given up at once. */
const aborted = (signal: AbortSignal | null | undefined) =>
  new Promise<never>((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason))
  })

function routeOf(method: string, path: string) {
  for (const route of ROUTES) {
    if (route.method !== method) continue
    const pattern = new RegExp(`^${route.path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`)
    const match = pattern.exec(path)
    if (match) return { route, params: { ...match.groups } }
  }
  throw new assert.AssertionError({ message: `the contract has no ${method} ${path}` })
}

function refuse(error: string): Response {
  const [code] = error.split(': ')
  const { status } = contract.ERRORS[code as contract.ErrorCode]
  return Response.json({ error }, { status })
}
