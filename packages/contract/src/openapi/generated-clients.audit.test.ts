import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { createClient } from '@hey-api/openapi-ts'
import openapiTypescript, { astToString, type OpenAPI3 } from 'openapi-typescript'
import type { TSchema } from 'typebox'
import {
  exampleOf,
  headersReadBy,
  INSTALLATION_DEFAULTS,
  openApiDocument,
  ROUTES,
  type Route,
  WEBHOOKS,
} from '../index.ts'
import type { Json } from './schemas.ts'

/*
 * Programs that call every operation with every field that the contract declares, and name every field of every answer and webhook.
 * They compile only when the clients that are generated from the document have these operations and fields.
 */

const folder = await mkdtemp(join(tmpdir(), 'binnacle-clients-'))
after(() => rm(folder, { recursive: true }))

const document = () =>
  openApiDocument({ baseUrl: 'https://boat.example', ...INSTALLATION_DEFAULTS }) as unknown as OpenAPI3

/** A value with every field: the example of a whole object is how it is used, and leaves some out. */
function fullExample(schema: TSchema): Json {
  const { properties, items, minItems, anyOf } = schema as {
    properties?: Record<string, TSchema>
    items?: TSchema
    minItems?: number
    anyOf?: TSchema[]
  }
  if (properties) return Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, fullExample(part)]))
  if (items) return Array(minItems || 1).fill(fullExample(items))
  return anyOf ? fullExample(anyOf[0]!) : exampleOf(schema)
}
const literal = (schema: TSchema) => JSON.stringify(fullExample(schema))

/** The JSON that a route answers with when it succeeds; none for images, pages and tables. */
const answerSchema = (route: Route) =>
  Object.entries(route.answers).find(([status]) => Number(status) < 300)?.[1].schema

/** `params`, `query`, `headers` and `body` of a call, under the names that a client has for them. */
const inputs = (route: Route, names: { params: string; query: string; headers: string }) =>
  Object.entries({ params: route.params, query: route.query, headers: headersReadBy(route) }).flatMap(
    ([part, schema]) => (schema ? [`${names[part as keyof typeof names]}: ${literal(schema)}`] : []),
  )

const openapiFetchCall = (route: Route) => {
  const params = inputs(route, { params: 'path', query: 'query', headers: 'header' })
  const body = route.body ? `body: ${literal(route.body)}, ` : ''
  return `client.${route.method}(${JSON.stringify(route.path)}, { ${body}params: { ${params.join(', ')} } })`
}

const heyApiCall = (route: Route) => {
  const parts = inputs(route, { params: 'path', query: 'query', headers: 'headers' })
  if (route.body) parts.push(`body: ${literal(route.body)}`)
  return `sdk.${route.id}({ ${parts.join(', ')} })`
}

const titleOf = (schema: TSchema) => (schema as { title?: string }).title!

/** `typeOf`: the type that a client has for what a webhook gets. */
const program = (imports: string, call: (route: Route) => string, typeOf: (type: string, title: string) => string) =>
  [
    imports,
    ...ROUTES.map((route) => {
      const schema = answerSchema(route)
      const answer = schema ? `  const answer: NonNullable<typeof data> = ${literal(schema)}; void answer\n` : ''
      return `export async function ${route.id}() {\n  const { data } = await ${call(route)}\n${answer}  return data\n}`
    }),
    ...Object.entries(WEBHOOKS).map(([type, { schema }]) => {
      const title = titleOf(schema)
      return `export const ${title}: ${typeOf(type, title)} = ${literal(schema)}`
    }),
  ].join('\n')

const modules = join(import.meta.dirname, '../../../../node_modules')
const tsc = join(modules, 'typescript/bin/tsc')
await symlink(modules, join(folder, 'node_modules'))

/** What the compiler says of a program; '' when it compiles. */
async function compile(name: string, source: string): Promise<string> {
  await writeFile(join(folder, `${name}.ts`), source)
  const project = join(folder, `${name}.json`)
  const compilerOptions = {
    strict: true,
    noEmit: true,
    target: 'esnext',
    module: 'esnext',
    moduleResolution: 'bundler',
    lib: ['esnext', 'dom', 'dom.iterable'],
    types: [],
    skipLibCheck: true,
  }
  await writeFile(project, JSON.stringify({ compilerOptions, files: [`${name}.ts`] }))
  const failed = (error: { stdout: string }) => error
  const { stdout } = await promisify(execFile)(process.execPath, [tsc, '-p', project]).catch(failed)
  return stdout
}

async function compileOpenapiFetch(name: string, from: OpenAPI3): Promise<string> {
  await writeFile(join(folder, `${name}-types.ts`), astToString(await openapiTypescript(from)))
  const imports = [
    `import createClient from 'openapi-fetch'`,
    `import type { paths, webhooks } from './${name}-types'`,
    `const client = createClient<paths>()`,
  ].join('\n')
  const typeOf = (type: string) => `webhooks['${type}']['post']['requestBody']['content']['application/json']`
  return compile(name, program(imports, openapiFetchCall, typeOf))
}

test('a client by openapi-typescript has every operation and field', async () => {
  assert.equal(await compileOpenapiFetch('fetch', document()), '')
})

test('the option that the introduction names lets a client leave out the body fields that have a default', async () => {
  const from = document()
  assert.match(from.info.description!, /`--default-non-nullable=false`/)
  const withDefaults = /\bNewAlarmRule: \{.*?\bmargin(\??): number/s
  const types = async (options: object) => withDefaults.exec(astToString(await openapiTypescript(from, options)))?.[1]
  assert.equal(await types({ defaultNonNullable: false }), '?')
  assert.equal(await types({}), '', 'control: what it is for')
})

test('control: a property that is missing from the document does not compile', async () => {
  const broken = document()
  const propertiesOf = (name: string) =>
    (broken.components!.schemas![name] as { properties: Record<string, object> }).properties
  delete propertiesOf('NewServiceLog').title
  delete propertiesOf('AlarmRuleChange').lat
  delete propertiesOf('WebhookFrame').label
  const errors = await compileOpenapiFetch('broken', broken)
  for (const name of ['title', 'lat', 'label']) assert.ok(errors.includes(`'"${name}"' does not exist`), errors)
})

test('a client by @hey-api/openapi-ts has every operation and field', async () => {
  const input = join(folder, 'openapi.json')
  await writeFile(input, JSON.stringify(document()))
  await createClient({ input, output: join(folder, 'hey'), logs: { level: 'silent' } })
  assert.equal(
    await compile(
      'hey-program',
      program(`import * as sdk from './hey'`, heyApiCall, (_type, title) => `sdk.${title}`),
    ),
    '',
  )
})
