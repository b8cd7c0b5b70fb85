import type { TSchema } from 'typebox'
import { WEBHOOKS } from '../alarms/webhooks.ts'
import { ERRORS, type ErrorCode } from '../common/errors.ts'
import { errorsOf } from '../common/errors-of.ts'
import { EXAMPLE_IDS } from '../common/example-ids.ts'
import { headersReadBy } from '../common/idempotency.ts'
import { type Installation, sessionCookie } from '../common/installation.ts'
import { LIMITS } from '../common/limits.ts'
import type { Answer, Route, Tag } from '../common/route.ts'
import { kibibytes } from '../common/words.ts'
import { ROUTES } from '../routes.ts'
import { EXPLAINED, exampleError, exampleOf } from './examples.ts'
import { HEADERS, headersOf } from './headers.ts'
import { introduction } from './introduction.ts'
import { type Json, type JsonObject, makeSchemas } from './schemas.ts'

type Convert = (schema: TSchema) => JsonObject

/** Tags in the order of reading, in groups: what a client's author needs first, and the web app's own operations last. */
const TAG_GROUPS: { name: string; tags: { [T in Tag]?: string } }[] = [
  {
    name: 'Public API',
    tags: {
      vessels: 'Boats and their state',
      maintenance: 'Due feed, logbook, hour meter and inspections',
      telemetry: 'Readings from the boat, and the catalogue of systems that can send them',
      alarms: 'Alarms, and the rules that say when there is one',
      connections: 'The onboard devices that may send',
      cameras: 'Frames and check-ins',
    },
  },
  {
    name: 'Without a key',
    tags: { share: 'What a visitor sees of a shared boat', service: 'State of the service' },
  },
  { name: 'Web app', tags: { app: "The web app's own operations. They need its session and change with the app." } },
]

const SECURITY: Record<Route['auth'], Json[]> = {
  owner: [{ accessKey: [] }, { session: [] }],
  device: [{ connectionKey: [] }],
  ingest: [{ connectionKey: [] }],
  session: [{ session: [] }],
  operator: [{ session: [] }],
  public: [],
}

function parametersOf(route: Route, convert: Convert): Json[] {
  const of = (where: 'path' | 'query' | 'header', schema?: TSchema) => {
    const { properties = {}, required = [] } = (schema ?? {}) as {
      properties?: Record<string, TSchema>
      required?: string[]
    }
    return Object.entries(properties).map(([name, property]) => {
      const { description: _description, examples: _examples, ...schema } = convert(property)
      const { description = '' } = property as { description?: string }
      const example = exampleOf(property)
      return { name, in: where, required: required.includes(name), description, example, schema }
    })
  }
  return [...of('path', route.params), ...of('query', route.query), ...of('header', headersReadBy(route))]
}

const described = (headers: (keyof typeof HEADERS)[]): JsonObject =>
  headers.length > 0 ? { headers: Object.fromEntries(headers.map((name) => [name, HEADERS[name]])) } : {}

/** What `error` may be: one of the codes; some are followed by where and why. */
function errorText(codes: ErrorCode[]): JsonObject {
  const exact = codes.filter((code) => !(code in EXPLAINED))
  const parts: JsonObject[] = codes
    .filter((code) => code in EXPLAINED)
    .map((code) => ({ type: 'string', pattern: EXPLAINED[code]! }))
  if (exact.length > 0) parts.unshift({ type: 'string', enum: exact })
  return { description: 'What went wrong', ...(parts.length === 1 ? parts[0] : { anyOf: parts }) }
}

const errorAnswer = (route: Route, codes: ErrorCode[]): Json => ({
  description: codes.map((code) => `\`${code}\`: ${ERRORS[code].meaning}.`).join('\n\n'),
  ...described(headersOf(route, codes)),
  content: {
    'application/json': {
      schema: { type: 'object', required: ['error'], properties: { error: errorText(codes) } },
      examples: Object.fromEntries(codes.map((code) => [code, { value: { error: exampleError(route, code) } }])),
    },
  },
})

function errorAnswers(route: Route): Record<string, Json> {
  // No Object.groupBy: onboard programs run on Node 20.
  const codes = errorsOf(route)
  const ofStatus = (status: number) => codes.filter((code) => ERRORS[code].status === status)
  return Object.fromEntries(
    codes.map((code) => [ERRORS[code].status, errorAnswer(route, ofStatus(ERRORS[code].status))]),
  )
}

const answerOf = (route: Route, answer: Answer, convert: Convert): Json => ({
  description: answer.description,
  ...described(headersOf(route, [])),
  content: answer.schema
    ? { 'application/json': { schema: convert(answer.schema), example: exampleOf(answer.schema) } }
    : { [answer.content ?? 'application/octet-stream']: { schema: { type: 'string' } } },
})

function bodyOf(route: Route, body: TSchema, convert: Convert): Json {
  const limit = route.bodyBytes ?? LIMITS.bodyBytes
  const withImage = route.errors.includes('frame_too_large')
  const besides = withImage ? `, ${kibibytes(LIMITS.frameEnvelopeBytes)} of it besides the image` : ''
  return {
    description: `At most ${kibibytes(limit)}${besides}; a larger body is 413 \`body_too_large\`.`,
    required: true,
    content: { 'application/json': { schema: convert(body), example: exampleOf(body) } },
  }
}

function operationOf(route: Route, installation: Installation, convert: Convert): Json {
  const parameters = parametersOf(route, convert)
  const own = Object.entries(route.answers).map(([status, answer]) => [status, answerOf(route, answer, convert)])
  const description = typeof route.description === 'string' ? route.description : route.description(installation)
  return {
    operationId: route.id,
    tags: [route.tag],
    summary: route.summary,
    description: description + (route.scope ? ` Scope: \`${route.scope}\`.` : ''),
    security: SECURITY[route.auth],
    ...(parameters.length > 0 && { parameters }),
    ...(route.body && { requestBody: bodyOf(route, route.body, convert) }),
    responses: { ...errorAnswers(route), ...Object.fromEntries(own) },
  }
}

const webhookHeader = (name: string, description: string, example: string): Json => ({
  name,
  in: 'header',
  required: true,
  description,
  example,
  schema: { type: 'string' },
})

/** What the service sends to webhooks. */
const webhooksOf = (convert: Convert): JsonObject =>
  Object.fromEntries(
    Object.entries(WEBHOOKS).map(([type, { summary, schema }]) => [
      type,
      {
        post: {
          operationId: type.replaceAll(/[.](\w)/g, (_, letter: string) => letter.toUpperCase()),
          tags: ['alarms'],
          summary,
          description: 'Signed as [Standard Webhooks](https://www.standardwebhooks.com) says.',
          security: [],
          parameters: [
            webhookHeader('webhook-id', 'The id of the delivery; the same when it is sent again', EXAMPLE_IDS.delivery),
            webhookHeader('webhook-timestamp', 'When it was sent, seconds since 1970', '1778751000'),
            webhookHeader('webhook-signature', 'The signature', 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4='),
          ],
          requestBody: {
            required: true,
            content: { 'application/json': { schema: convert(schema), example: exampleOf(schema) } },
          },
          responses: {
            '2XX': { description: 'It was accepted' },
            default: { description: 'It is retried for a day, at growing intervals' },
          },
        },
      },
    ]),
  )

const bearer = (description: string): Json => ({ type: 'http', scheme: 'bearer', description })

const TAGS = TAG_GROUPS.flatMap(({ tags }) => Object.keys(tags))
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** By tag, so that the public API comes first; then by path and method. */
const inReadingOrder = (a: Route, b: Route): number =>
  TAGS.indexOf(a.tag) - TAGS.indexOf(b.tag) ||
  a.path.localeCompare(b.path) ||
  METHODS.indexOf(a.method) - METHODS.indexOf(b.method)

/** The interface description of an installation, OpenAPI 3.1. */
export function openApiDocument(installation: Installation): JsonObject {
  const { baseUrl } = installation
  const { components, convert } = makeSchemas()
  const paths: Record<string, Record<string, Json>> = {}
  for (const route of ROUTES.toSorted(inReadingOrder)) {
    paths[route.path] ??= {}
    paths[route.path]![route.method.toLowerCase()] = operationOf(route, installation, convert)
  }
  const document = {
    openapi: '3.1.0',
    info: {
      title: 'Binnacle',
      version: '1.0',
      summary: 'Vessel data service: maintenance, logbook, hour meter, telemetry and camera frames',
      description: introduction(installation),
      license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
      contact: { name: 'The operator of this installation', url: baseUrl },
    },
    servers: [{ url: baseUrl }],
    tags: TAG_GROUPS.flatMap(({ tags }) =>
      Object.entries(tags).map(([name, description]) => ({
        name,
        'x-displayName': name[0]!.toUpperCase() + name.slice(1),
        description,
      })),
    ),
    'x-tagGroups': TAG_GROUPS.map(({ name, tags }) => ({ name, tags: Object.keys(tags) })),
    paths,
    webhooks: webhooksOf(convert),
    components: {
      schemas: components,
      securitySchemes: {
        accessKey: bearer('A personal access key (`bnk_…`), created in the web app under Account, Developer.'),
        connectionKey: bearer('A connection key (`ct_…`): one onboard device on one boat, for sending only.'),
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: sessionCookie(installation),
          description: "The web app's session, set by `POST /api/auth/sign-in/email`.",
        },
      },
    },
  }
  // Links in examples are those of this installation.
  return JSON.parse(JSON.stringify(document).replaceAll(EXAMPLE_URL, baseUrl)) as JsonObject
}

/** Not the beginning of another host's name, such as the installation's own. */
const EXAMPLE_URL = /https:\/\/boat\.example(?![\w.-])/g
