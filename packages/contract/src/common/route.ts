import type { Static, TObject, TSchema } from 'typebox'
import type { ErrorCode } from './errors.ts'
import type { Installation } from './installation.ts'

export const SCOPES = ['read:vessel', 'write:log', 'read:alarms', 'write:alarms'] as const
/** What a key may do unless its owner chooses. What was added since then is in none of these. */
export const DEFAULT_SCOPES = ['read:vessel', 'write:log'] as const satisfies readonly (typeof SCOPES)[number][]
export type Scope = (typeof SCOPES)[number]

/**
 * Who may call a route.
 * owner: a personal access key, or the web app's session cookie. device: a connection key. ingest: a connection key too, but
 * checked by the statement that stores the batch, so that a batch costs one round trip. session: the cookie only.
 * operator: the cookie of an operator. public: anyone.
 */
export type Auth = 'owner' | 'device' | 'ingest' | 'session' | 'operator' | 'public'

/** What the `{id}` of a path names; whoever does not own it gets the answer for "not there". */
export type Resource =
  | 'vessel'
  | 'connection'
  | 'camera'
  | 'frame'
  | 'inspection'
  | 'inspection_item'
  | 'inspection_photo'
  | 'task'
  | 'service_log'
  | 'engine_hour_log'
  | 'alarm'
  | 'alarm_rule'
  | 'delivery'
  | 'channel'
  | 'access_key'
  | 'passkey'
  | 'session'

export type Tag =
  | 'vessels'
  | 'maintenance'
  | 'telemetry'
  | 'alarms'
  | 'connections'
  | 'cameras'
  | 'share'
  | 'app'
  | 'service'

export interface Answer {
  description: string
  /** The JSON body. Absent: the body is described by `content`. */
  schema?: TSchema
  /** Media type of a body that is not JSON. */
  content?: string
}

/** One endpoint, declared once: validation, types, authorization and the OpenAPI document come from this value. */
export interface Route {
  id: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** With `{name}` for parameters. */
  path: string
  tag: Tag
  auth: Auth
  /** The scope an access key needs; null where no access key is accepted. */
  scope: Scope | null
  /** Whether an account that must set up a second factor, and has not yet, may call it. */
  withoutSecondFactor?: true
  /** What `{id}` names; null where the path has no id or anyone may read it. */
  resource: Resource | null
  summary: string
  /** In Markdown; what depends on settings is written by them. */
  description: string | ((installation: Installation) => string)
  params?: TObject
  query?: TObject
  /** 'handler': the route checks its query itself; 'schema' unless given. */
  queryCheckedBy?: 'schema' | 'handler'
  headers?: TObject
  body?: TSchema
  /** Largest body, bytes; LIMITS.bodyBytes unless given. */
  bodyBytes?: number
  /** 'handler': the route reads and checks its headers and body itself, as they are stated here; 'schema' unless given. */
  bodyCheckedBy?: 'schema' | 'handler'
  answers: Record<number, Answer>
  /** The errors of this route beyond those that its `auth` and its body bring. */
  errors: readonly ErrorCode[]
}

/** Declares a route and keeps its exact type, so that a handler's input and output are checked against it. */
export const route = <const R extends Route>(declared: R): R => declared

type StaticOr<T, Otherwise> = T extends TSchema ? Static<T> : Otherwise

export type ParamsOf<R extends Route> = StaticOr<R['params'], unknown>
export type QueryOf<R extends Route> = StaticOr<R['query'], unknown>
export type BodyOf<R extends Route> = StaticOr<R['body'], undefined>

type JsonOf<A> = A extends { schema: infer S extends TSchema }
  ? Static<S>
  : A extends { content: string }
    ? never
    : unknown

/** The JSON body of a route's answers; never where they are no JSON, unknown where the route is any route. */
export type AnswerOf<R extends Route> = JsonOf<R['answers'][keyof R['answers']]>
