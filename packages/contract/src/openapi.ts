import type { TSchema } from 'typebox'
import { ERRORS, type ErrorCode } from './errors.ts'
import { errorsOf } from './errors-of.ts'
import type { Answer, Route } from './route.ts'
import { ROUTES } from './routes.ts'

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
type JsonObject = { [key: string]: Json }

/** An example of a value, composed of the examples of its parts. */
export function exampleOf(schema: TSchema): Json {
  const s = schema as JsonObject & { properties?: Record<string, TSchema>; items?: TSchema; anyOf?: TSchema[] }
  if (Array.isArray(s.examples)) return s.examples[0] as Json
  if ('const' in s) return s.const as Json
  if ('default' in s) return s.default as Json
  if (Array.isArray(s.enum)) return s.enum[0] as Json
  if (s.properties) return Object.fromEntries(Object.entries(s.properties).map(([k, v]) => [k, exampleOf(v)]))
  if (s.items) return [exampleOf(s.items)]
  if (s.anyOf) return exampleOf(s.anyOf[0]!)
  return s.type === 'string' ? 'text' : {}
}

/** Puts each named schema (one with a title) under components and a reference in its place. */
function hoister() {
  const schemas: Record<string, Json> = {}
  const walk = (node: Json): Json => {
    if (Array.isArray(node)) return node.map(walk)
    if (node === null || typeof node !== 'object') return node
    const walked = Object.fromEntries(
      Object.entries(node)
        .filter(([key]) => key !== 'title')
        .map(([key, value]) => [key, walk(value)]),
    )
    if (typeof node.title !== 'string' || !('properties' in node)) return walked
    schemas[node.title] = walked
    return { $ref: `#/components/schemas/${node.title}` }
  }
  return { schemas, hoist: (schema: TSchema) => walk(JSON.parse(JSON.stringify(schema)) as Json) }
}

const SECURITY: Record<Route['auth'], Json[]> = {
  owner: [{ accessKey: [] }, { session: [] }],
  box: [{ connectionKey: [] }],
  ingest: [{ connectionKey: [] }],
  session: [{ session: [] }],
  operator: [{ session: [] }],
  public: [],
}

function parametersOf(route: Route, hoist: (schema: TSchema) => Json): Json[] {
  const of = (where: 'path' | 'query' | 'header', schema?: TSchema) => {
    const { properties = {}, required = [] } = (schema ?? {}) as {
      properties?: Record<string, TSchema>
      required?: string[]
    }
    return Object.entries(properties).map(([name, property]) => {
      const { description, ...rest } = hoist(property) as JsonObject
      return { name, in: where, required: required.includes(name), description: description ?? '', schema: rest }
    })
  }
  return [...of('path', route.params), ...of('query', route.query), ...of('header', route.headers)]
}

function errorAnswers(route: Route): Record<string, Json> {
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of errorsOf(route)) {
    const { status } = ERRORS[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      String(status),
      {
        description: codes.map((code) => `\`${code}\`: ${ERRORS[code].meaning}.`).join('\n\n'),
        ...(status === 429 || codes.includes('ingest_disabled') ? { headers: RETRY_AFTER } : {}),
        content: {
          'application/json': {
            schema: { $ref: '#/components/schemas/Error' },
            examples: Object.fromEntries(codes.map((code) => [code, { value: { error: exampleError(code) } }])),
          },
        },
      },
    ]),
  )
}

const RETRY_AFTER: Json = {
  'Retry-After': { description: 'Try again after this many seconds', schema: { type: 'integer', minimum: 1 } },
}

const exampleError = (code: ErrorCode): string =>
  code === 'invalid_request' ? 'invalid_request: /title must be at most 120 characters' : code

const answerOf = (answer: Answer, hoist: (schema: TSchema) => Json): Json => ({
  description: answer.description,
  content: answer.schema
    ? { 'application/json': { schema: hoist(answer.schema), example: exampleOf(answer.schema) } }
    : { [answer.content ?? 'application/octet-stream']: { schema: { type: 'string' } } },
})

function operationOf(route: Route, hoist: (schema: TSchema) => Json): Json {
  const parameters = parametersOf(route, hoist)
  const own = Object.entries(route.answers).map(([status, answer]) => [status, answerOf(answer, hoist)])
  return {
    operationId: route.id,
    tags: [route.tag],
    summary: route.summary,
    description: route.description + (route.scope ? ` Scope: \`${route.scope}\`.` : ''),
    security: SECURITY[route.auth],
    ...(parameters.length > 0 && { parameters }),
    ...(route.body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: hoist(route.body), example: exampleOf(route.body) } },
      },
    }),
    responses: { ...errorAnswers(route), ...Object.fromEntries(own) },
  }
}

const TAGS = [
  ['app', "The web app's own routes, for its session only"],
  ['cameras', 'Still images and check-ins'],
  ['connections', 'The boxes that may send'],
  ['maintenance', 'Due feed, logbook, hour meter, inspections'],
  ['service', 'State of the service itself'],
  ['share', 'What a stranger sees of a shared boat'],
  ['telemetry', 'Readings from the boat, and the catalogue of systems that can send them'],
  ['vessels', 'Boats and their state'],
] as const

const bearer = (description: string): Json => ({ type: 'http', scheme: 'bearer', description })

/** The interface description, OpenAPI 3.1, of the service at `baseUrl`. */
export function openApiDocument(baseUrl: string, routes: readonly Route[] = ROUTES): JsonObject {
  const { schemas, hoist } = hoister()
  const paths: Record<string, Record<string, Json>> = {}
  for (const route of routes) {
    paths[route.path] ??= {}
    paths[route.path]![route.method.toLowerCase()] = operationOf(route, hoist)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Binnacle',
      version: '1.0',
      description:
        'Vessel data service: maintenance, logbook, hour meter, telemetry and camera stills. Times are RFC 3339 date-times; lengths of text count code points; every error is `{"error": string}`.',
      license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
      contact: { name: 'The operator of this installation', url: baseUrl },
    },
    servers: [{ url: baseUrl }],
    tags: TAGS.map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: {
        ...schemas,
        Error: {
          type: 'object',
          description: 'What went wrong: a code, with where and why after a colon for invalid_request',
          required: ['error'],
          properties: { error: { type: 'string', description: 'The code', examples: ['not_found'] } },
        },
      },
      securitySchemes: {
        accessKey: bearer('A personal access key (bnk_…), made under Account, Developer. 60 requests a minute.'),
        connectionKey: bearer('A connection key (ct_…): one box on one boat, for sending only.'),
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'binnacle.session_token',
          description: "The web app's session, from POST /api/auth/sign-in/email.",
        },
      },
    },
  }
}
