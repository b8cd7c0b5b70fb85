import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as contract from '../index.ts'
import {
  ERRORS,
  errorsOf,
  exampleOf,
  INSTALLATION_DEFAULTS,
  openApiDocument,
  ROUTES,
  type Route,
  WEBHOOKS,
} from '../index.ts'

const INSTALLATION = { baseUrl: 'https://boat.example', ...INSTALLATION_DEFAULTS }

const each = (rule: (route: Route) => void) => () => {
  assert.ok(ROUTES.length > 50)
  for (const route of ROUTES) rule(route)
}

test('every route is declared once', () => {
  const ids = ROUTES.map((route) => route.id)
  const places = ROUTES.map((route) => `${route.method} ${route.path}`)
  assert.equal(new Set(ids).size, ids.length)
  assert.equal(new Set(places).size, places.length)
})

test('a route is exported under its id, so that a search for either finds both', () => {
  const exported = new Map<unknown, string>(Object.entries(contract).map(([name, value]) => [value, name]))
  for (const route of ROUTES) assert.equal(exported.get(route), route.id)
})

test(
  'a GET of an owner needs a scope that reads, all else one that writes, and alarms have their own; no other caller has scopes',
  each((route) => {
    const [reads, writes] = route.tag === 'alarms' ? ['read:alarms', 'write:alarms'] : ['read:vessel', 'write:log']
    const expected = route.auth !== 'owner' ? null : route.method === 'GET' ? reads : writes
    assert.equal(route.scope, expected, route.id)
  }),
)

test(
  'a route with an id in its path says what it names, unless anyone or the operator may read it',
  each((route) => {
    const open = route.auth === 'public' || route.auth === 'operator'
    assert.equal(route.resource !== null, route.path.includes('{id}') && !open, route.id)
  }),
)

/** Every schema below a route, with its place. */
function* schemas(node: unknown, place: string): Generator<[string, Record<string, unknown>]> {
  if (typeof node !== 'object' || node === null) return
  const schema = node as Record<string, unknown>
  if ('properties' in schema) {
    for (const [name, property] of Object.entries(schema.properties as object)) {
      yield [`${place}/${name}`, property]
      yield* schemas(property, `${place}/${name}`)
    }
  }
  yield* schemas(schema.items, `${place}[]`)
}

test(
  'every field has a description, and every field with a measure names its unit',
  each((route) => {
    const parts = [
      route.params,
      route.query,
      route.headers,
      route.body,
      ...Object.values(route.answers).map((a) => a.schema),
    ]
    for (const part of parts)
      for (const [place, schema] of schemas(part, route.id)) {
        if (schema.type === 'object' && !('description' in schema)) continue
        if (schema.type === 'array') continue
        assert.ok(typeof schema.description === 'string' || 'title' in schema, `${place} has no description`)
        const measured = /_(ms|days|hours|m)$|bytes|width|height|litres/.test(place.split('/').at(-1)!)
        if (measured && schema.type !== 'boolean')
          assert.match(
            String(schema.description),
            /\b(ms|d|h|hours|days|m|bytes|px|l)\b|not below/,
            `${place}: "${schema.description}" names no unit`,
          )
      }
  }),
)

test(
  'every text that a caller sends has a longest length, a format or a list',
  each((route) => {
    for (const [place, schema] of schemas(route.body, route.id)) {
      const types = [schema.type].flat()
      if (!types.includes('string') || place.endsWith('image_base64')) continue
      assert.ok('maxLength' in schema || 'format' in schema || 'enum' in schema, `${place} is unbounded`)
    }
  }),
)

test('every error of the specification’s table is declared where the table says', () => {
  const table: [string, keyof typeof ERRORS, number][] = [
    ['createConnection', 'unknown_provider', 400],
    ['createConnection', 'credentials_not_accepted', 400],
    ['postTelemetry', 'invalid_connection_key', 401],
    ['postTelemetry', 'connection_disabled', 403],
    ['requestCheckIn', 'camera_disabled', 403],
    ['getVessel', 'not_found', 404],
    ['deleteConnection', 'not_found', 404],
    ['requestCheckIn', 'not_found', 404],
    ['createConnection', 'already_connected', 409],
    ['postTelemetry', 'too_many_readings', 413],
    ['postFrame', 'frame_too_large', 413],
    ['postFrame', 'unsupported_mime', 415],
    ['logEngineHours', 'hours_below_current', 422],
    ['createConnection', 'provider_not_connectable', 422],
    ['postFrame', 'camera_limit', 422],
    ['postFrame', 'upload_failed', 422],
    ['postTelemetry', 'too_frequent', 429],
    ['postFrame', 'too_frequent', 429],
    ['listVessels', 'rate_limited', 429],
    ['postTelemetry', 'ingest_disabled', 503],
  ]
  for (const [id, code, status] of table) {
    const route = ROUTES.find((r) => r.id === id)!
    assert.ok(errorsOf(route).includes(code), `${id} ${code}`)
    assert.equal(ERRORS[code].status, status, code)
  }
})

test('the document has every route, an example for every JSON answer, and no reference to nowhere', () => {
  const document = openApiDocument(INSTALLATION)
  const text = JSON.stringify(document)
  const paths = document.paths as Record<string, Record<string, { responses: Record<string, { content: object }> }>>
  for (const route of ROUTES) {
    const operation = paths[route.path]?.[route.method.toLowerCase()]
    assert.ok(operation, route.id)
    for (const code of errorsOf(route)) assert.ok(operation.responses[ERRORS[code].status], `${route.id} ${code}`)
  }
  const components = document.components as { schemas: object }
  for (const [, name = ''] of text.matchAll(/#\/components\/schemas\/(\w+)/g))
    assert.ok(name in components.schemas, name)
  assert.deepEqual(exampleOf(ROUTES.find((r) => r.id === 'getLive')!.answers[200]!.schema!), { status: 'ok' })
})

type Schema = {
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  $ref?: string
}

const subschemas = ({ properties = {}, items, anyOf = [] }: Schema) => [
  ...Object.values(properties),
  ...(items ? [items] : []),
  ...anyOf,
]

/** The schemas of a route's body and answers, in an order that declaration and document share. */
const declaredSchemas = (route: Route): Schema[] =>
  [route.body, ...Object.values(route.answers).map((answer) => answer.schema)].filter(
    (s) => s !== undefined,
  ) as Schema[]

interface Operation {
  requestBody?: { content: Content }
  responses: Record<string, { content?: Content }>
}

function documentedSchemas(route: Route, { requestBody, responses }: Operation) {
  const bodies = [requestBody?.content, ...Object.keys(route.answers).map((status) => responses[status]!.content)]
  return bodies.flatMap((content) => content?.['application/json']?.schema ?? [])
}
type Content = Record<string, { schema: Schema }>

test("the document's addresses are the installation's, also where one begins like those of the examples", () => {
  for (const baseUrl of ['https://boat.example', 'https://boat.example.org', 'http://boat.local:8080']) {
    const document = openApiDocument({ ...INSTALLATION, baseUrl })
    assert.deepEqual(document.servers, [{ url: baseUrl }])
    const hosts = new Set(JSON.stringify(document).match(/https?:\/\/boat\.[\w.:-]*\w/g))
    assert.deepEqual([...hosts], [baseUrl])
  }
})

test('an error that is explained is described with what follows its code', () => {
  const { paths } = openApiDocument(INSTALLATION) as unknown as { paths: Record<string, Record<string, Operation>> }
  const { responses } = paths['/v1/vessels/{id}/connections']!.post!
  const { schema, examples } = responses['403']!.content!['application/json'] as unknown as {
    schema: { properties: { error: { anyOf: { pattern?: string }[] } } }
    examples: Record<string, { value: { error: string } }>
  }
  const { pattern } = schema.properties.error.anyOf.find((part) => part.pattern)!
  assert.match(examples.quota_exceeded!.value.error, new RegExp(pattern!))
})

test('the limits of the document are those of the installation', () => {
  const { info } = openApiDocument({
    ...INSTALLATION,
    quotaBoats: { free: 1, plus: 2, pro: 3000, fleet: null },
    quotaStorageBytes: { free: 5e8, plus: 10e9, pro: 50e9, fleet: null },
  }) as unknown as { info: { description: string } }
  for (const limit of [
    'Vessels of an account | free 1, plus 2, pro 3,000, fleet unlimited | 403 `quota_exceeded`',
    'Access keys of an account | pro 50, fleet 200 | 403 `quota_exceeded`',
    'Storage of frames and photos of an account, GB | free 0.5, plus 10, pro 50, fleet unlimited | 403 `quota_exceeded`',
    'Poll interval for alarms | 30 s',
    'Alarm rules of a vessel | 100 | 409 `conflict`',
  ])
    assert.ok(info.description.includes(`\n| ${limit}`), limit)
})

test('the list of kinds of rule says what each needs, with its bounds', () => {
  const { components } = openApiDocument(INSTALLATION) as unknown as {
    components: { schemas: Record<string, { properties: Record<string, { description: string }> }> }
  }
  const { NewAlarmRule, InstallationRule } = components.schemas
  const lineOf = ({ description }: { description: string }, kind: string) =>
    description.split('\n').find((line) => line.startsWith(`- \`${kind}\`:`))
  for (const [kind, needs] of [
    ['above', 'Needs `metric` (one with numbers) and `limit`'],
    ['bank_below', 'Needs `metric` (`battery_voltage`) and `limit`'],
    ['starter_below', 'Needs `metric` (`battery_voltage`) and `limit`'],
    ['sum_above', 'Needs `metric` (one with numbers) and `limit`'],
    ['fault', 'Needs `metric` (`fault_code`)'],
    ['onboard_alarm', 'Needs `metric` (`fault_code`)'],
    ['hours_stuck', 'Needs `metric` (`engine_hours`) and `limit` (1 to 24 hours)'],
    ['outside', 'Needs `limit` (10 to 1,000,000 metres), `lat` and `lon`'],
    ['silent', 'Needs `limit` (1 to 10,000 hours)'],
    ['camera_silent', 'Needs `limit` (1 to 10,000 hours)'],
    ['task_overdue', 'each task by itself'],
    ['key_expiring', 'Needs `limit` (1 to 365 days)'],
  ] as const)
    assert.ok(lineOf(NewAlarmRule!.properties.kind!, kind)?.endsWith(needs), `${kind} ${needs}`)
  for (const [kind, needs] of [
    ['disk_space', 'Needs `limit` (1 to 90 percent)'],
    ['backup', 'Needs `limit` (25 to 10,000 hours)'],
    ['lag', 'Needs `limit` (1 to 1,440 minutes)'],
  ] as const)
    assert.ok(lineOf(InstallationRule!.properties.kind!, kind)?.endsWith(needs), `${kind} ${needs}`)
  assert.match(
    NewAlarmRule!.properties.limit!.description,
    /\(C: at least -273\.15; deg: -180 to 180; %: 0 to 100; 0 or 1: 0 to 1; other units: at least 0\)/,
  )
})

interface Texts {
  info: { description: string }
  paths: Record<string, Record<string, { description: string }>>
}

test('how often a device polls for check-ins is said with the operation and with the limits', () => {
  const { info, paths } = openApiDocument(INSTALLATION) as unknown as Texts
  for (const text of [info.description, paths['/v1/cameras/pending']!.get!.description])
    assert.match(
      text,
      /15 s; 5 s while the owner has the camera page open or a check-in was requested, and for a minute/,
    )
})

test('whoever connects a boat with an access key reads that the connection ends with that key', () => {
  const { info, paths } = openApiDocument(INSTALLATION) as unknown as Texts
  for (const text of [info.description, paths['/v1/vessels/{id}/connections']!.post!.description])
    assert.match(
      text.replaceAll(/\s+/g, ' '),
      /turned off when that key is revoked, or within an hour after it expires.*`connection_disabled`/,
    )
  assert.match(ERRORS.connection_disabled.meaning, /access key/)
})

test('no property that a route or a webhook declares is missing from the document', () => {
  const document = openApiDocument(INSTALLATION) as unknown as {
    paths: Record<string, Record<string, Operation>>
    webhooks: Record<string, { post: { requestBody: { content: Content } } }>
    components: { schemas: Record<string, Schema> }
  }
  const resolved = (schema: Schema): Schema =>
    schema.$ref ? document.components.schemas[schema.$ref.split('/').at(-1)!]! : schema
  let compared = 0
  const compare = (declared: Schema, reference: Schema, place: string) => {
    const documented = resolved(reference)
    assert.deepEqual(Object.keys(documented.properties ?? {}), Object.keys(declared.properties ?? {}), place)
    assert.deepEqual(documented.required, declared.required, place)
    for (const name of documented.required ?? []) assert.ok(documented.properties?.[name], `${place} requires ${name}`)
    const [parts, references] = [subschemas(declared), subschemas(documented)]
    assert.equal(references.length, parts.length, place)
    parts.forEach((part, i) => {
      compare(part, references[i]!, `${place}/${i}`)
    })
    compared++
  }
  for (const route of ROUTES) {
    const declared = declaredSchemas(route)
    const documented = documentedSchemas(route, document.paths[route.path]![route.method.toLowerCase()]!)
    assert.equal(documented.length, declared.length, route.id)
    declared.forEach((schema, i) => {
      compare(schema, documented[i]!, `${route.id} ${i}`)
    })
  }
  for (const [type, { schema }] of Object.entries(WEBHOOKS)) {
    const { content } = document.webhooks[type]!.post.requestBody
    compare(schema as Schema, content['application/json']!.schema, type)
  }
  assert.ok(compared > 500)
})
