import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import {
  ERRORS,
  type ErrorCode,
  EXPLAINED,
  errorsOf,
  HEADERS,
  type HeaderName,
  headersOf,
  type Route,
  SCOPES,
} from '@binnacle/contract'
import type { TSchema } from 'typebox'
import { makeAjv } from '../http/route/validate.ts'

/** What a request carries to say who sends it. */
export type Credential = { key: string } | { cookie: string } | null

export interface Owner {
  email: string
  password: string
  session: { cookie: string }
  key: { key: string }
}

export interface Answer {
  status: number
  headers: Headers
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose form check() has just verified
  body: any
}

interface Input {
  params?: Record<string, string>
  query?: string | Record<string, string>
  /** JSON, its text, or a stream of it, whose length is not declared. */
  body?: unknown
  headers?: Record<string, string>
}

const ajv = makeAjv()

/** A copy of the schema in which an object has the declared fields and no others. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed)
  if (typeof schema !== 'object' || schema === null) return schema
  const copy = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]))
  const isObject = [copy.type].flat().includes('object')
  return isObject && copy.properties ? { additionalProperties: false, ...copy } : copy
}

const validators = new Map<TSchema, ReturnType<typeof ajv.compile>>()

function validatorOf(schema: TSchema) {
  let validate = validators.get(schema)
  if (!validate) {
    validate = ajv.compile(closed(schema) as object)
    validators.set(schema, validate)
  }
  return validate
}

/** Fails unless the answer is one that the contract declares for the route, with exactly its fields and headers. */
export function check(route: Route, answer: Answer): void {
  const declared = route.answers[answer.status]
  if (!declared) checkError(route, answer)
  else checkHeaders(route, answer, [])
  if (!declared?.schema) return
  const validate = validatorOf(declared.schema)
  assert.ok(validate(answer.body), `${route.id} ${answer.status}: ${JSON.stringify(validate.errors)} in ${answer.text}`)
}

function checkError(route: Route, answer: Answer): void {
  const error = String(answer.body?.error)
  const [name] = error.split(':')
  const code = errorsOf(route).find((code) => code === name && ERRORS[code].status === answer.status)
  assert.ok(code, `${route.id} answered ${answer.status} ${answer.text}, which the contract does not declare`)
  assert.deepEqual(Object.keys(answer.body), ['error'], answer.text)
  assert.match(error, new RegExp(EXPLAINED[code] ?? `^${code}$`), `${route.id} answered ${answer.text}`)
  checkHeaders(route, answer, [code])
}

function checkHeaders(route: Route, { status, headers }: Answer, codes: ErrorCode[]): void {
  const declared = headersOf(route, codes)
  for (const [name, header] of Object.entries(HEADERS)) {
    const expected = declared.includes(name as HeaderName)
    assert.ok(
      expected || !headers.has(name),
      `${route.id} ${status} carries ${name}, which the contract does not declare`,
    )
    const missing = expected && 'required' in header && !headers.has(name)
    assert.ok(!missing, `${route.id} ${status} lacks ${name}`)
  }
}

/** Calls the service as its users do, over HTTP, and checks every answer against the contract. */
export class Client {
  readonly baseUrl: string
  /** For the first account; without it, accounts are made as from the machine itself. */
  setupToken: string | null = null

  constructor(baseUrl: string) {
    this.baseUrl = baseUrl
  }

  async raw(method: string, path: string, init: RequestInit = {}): Promise<Answer> {
    const response = await fetch(this.baseUrl + path, { method, redirect: 'manual', ...init })
    const text = await response.text()
    const json = response.headers.get('content-type')?.startsWith('application/json')
    return { status: response.status, headers: response.headers, text, body: json ? JSON.parse(text) : undefined }
  }

  async call(route: Route, who: Credential, input: Input = {}): Promise<Answer> {
    const path = route.path.replace(/\{(\w+)\}/g, (_all, name: string) => input.params?.[name] ?? '')
    const query = input.query
      ? `?${typeof input.query === 'string' ? input.query : new URLSearchParams(input.query)}`
      : ''
    const headers: Record<string, string> = { ...credentialHeaders(who), ...input.headers }
    if (input.body !== undefined) headers['content-type'] ??= 'application/json'
    const asItIs = input.body instanceof ReadableStream || typeof input.body === 'string'
    const body =
      input.body === undefined ? null : asItIs ? (input.body as RequestInit['body']) : JSON.stringify(input.body)
    const answer = await this.raw(route.method, path + query, { headers, body, duplex: 'half' } as RequestInit)
    check(route, answer)
    if (route.auth === 'owner' && who && 'key' in who && answer.status < 300)
      assert.match(answer.headers.get('ratelimit') ?? 'no RateLimit', /^"default";r=\d+;t=\d+$/)
    return answer
  }

  /** As call, and fails unless it succeeds; gives the body. */
  // biome-ignore lint/suspicious/noExplicitAny: see Answer
  async ok(route: Route, who: Credential, input: Input = {}): Promise<any> {
    const answer = await this.call(route, who, input)
    assert.ok(answer.status < 300, `${route.id} answered ${answer.status} ${answer.text}`)
    return answer.body
  }

  async signUp(name = 'Ada'): Promise<Owner> {
    const { setupToken } = this
    const email = `${name.toLowerCase()}-${randomUUID()}@example.org`
    const password = 'correct horse battery'
    const answer = await this.raw('POST', '/api/auth/sign-up/email', {
      headers: { 'content-type': 'application/json', ...(setupToken && { 'x-forwarded-for': anyAddress() }) },
      body: JSON.stringify({ name, email, password, ...(setupToken && { setupToken }) }),
    })
    assert.equal(answer.status, 200, answer.text)
    const cookie = answer.headers
      .getSetCookie()
      .map((c) => c.split(';')[0])
      .join('; ')
    const made = await this.raw('POST', '/app/access-keys', {
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify({ name: 'test', scopes: SCOPES }),
    })
    assert.equal(made.status, 201, made.text)
    return { email, password, session: { cookie }, key: { key: made.body.key } }
  }
}

/** Where the service believes it (TRUST_PROXY), one address' limit of sign-ups holds no test up. */
const anyAddress = () => `10.${[...randomBytes(3)].join('.')}`

export function credentialHeaders(who: Credential): Record<string, string> {
  if (!who) return {}
  return 'key' in who ? { authorization: `Bearer ${who.key}` } : { cookie: who.cookie }
}
