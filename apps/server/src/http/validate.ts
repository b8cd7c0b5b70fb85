import type { Route } from '@binnacle/contract'
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import { ApiError } from './errors.ts'
import { parseInstant } from './instant.ts'
import { holdsBadText } from './json.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** A plain uuid; not urn:uuid:..., braces, or anything else that PostgreSQL would take. */
export const isUuid = (text: string) => UUID.test(text)

/** The one Ajv of the service: no coercion, lengths in code points, our own strict formats. */
export function makeAjv(): Ajv2020 {
  const ajv = new Ajv2020({
    allErrors: false,
    coerceTypes: false,
    useDefaults: true,
    strict: true,
    strictTypes: false,
    keywords: ['x-read-as-at-most'],
    formats: { uuid: isUuid, 'date-time': (text: string) => !Number.isNaN(parseInstant(text)) },
  })
  // Ajv divides: 0.07 / 0.01 is not quite 7, and a tolerance lets 0.0100005 through. Ours are decimals: is it one of so many places?
  ajv.removeKeyword('multipleOf')
  return ajv.addKeyword({
    keyword: 'multipleOf',
    type: 'number',
    schemaType: 'number',
    validate: (step: number, value: number) => Number(value.toFixed(Math.round(-Math.log10(step)))) === value,
    error: { message: ({ schema }) => `must be a multiple of ${schema}` },
  })
}

const ajv = makeAjv()

/** `/title must be at most 120 characters`: where, and what would be right. */
export function explain(error: ErrorObject): string {
  const where = error.instancePath || '/'
  const limit = error.params.limit
  switch (error.keyword) {
    case 'required':
      return `${error.instancePath}/${error.params.missingProperty} is required`
    case 'type':
      return `${where} must be ${[error.params.type].flat().join(' or ')}`
    case 'maxLength':
      return `${where} must be at most ${limit} characters`
    case 'minLength':
      return `${where} must be at least ${limit} characters`
    case 'minimum':
      return `${where} must be at least ${limit}`
    case 'maximum':
      return `${where} must be at most ${limit}`
    case 'enum':
      return `${where} must be one of ${error.params.allowedValues.filter((v: unknown) => v !== null).join(', ')}`
    case 'format':
      return error.params.format === 'uuid'
        ? `${where} must be a uuid`
        : `${where} must be an RFC 3339 date-time such as 2026-05-14T09:30:00Z`
    case 'pattern':
      return error.params.pattern === '\\S'
        ? `${where} must not be blank`
        : `${where} has characters that are not accepted`
    default:
      return `${where} ${error.message ?? 'is not valid'}`
  }
}

function refuse(validate: ValidateFunction): never {
  throw new ApiError('invalid_request', explain(validate.errors![0]!))
}

export interface Validators {
  params(raw: unknown): unknown
  query(search: string): unknown
  headers(headers: Record<string, unknown>): void
  body(value: unknown): unknown
}

/** What checks the parts of a route's requests, compiled once. */
export function validatorsOf(route: Route): Validators {
  const compiled = (schema: object | undefined) => (schema ? ajv.compile(schema) : null)
  const params = compiled(route.params)
  const query = compiled(route.query)
  const headers = compiled(route.headers)
  const body = route.bodyCheckedBy === 'handler' ? null : compiled(route.body)
  return {
    params(raw) {
      // An id that cannot be one names nothing.
      if (params && !params(raw)) throw new ApiError('not_found')
      return raw
    },
    query(search) {
      if (!query || route.queryCheckedBy === 'handler') return {}
      const values = readQuery(search, route)
      if (!query(values)) refuse(query)
      return values
    },
    headers(values) {
      if (headers && !headers(values)) refuse(headers)
    },
    body(value) {
      if (!body) return undefined
      if (!body(value)) refuse(body)
      if (holdsBadText(value))
        throw new ApiError('invalid_request', '/ text must not hold U+0000 or half a surrogate pair')
      return value
    },
  }
}

interface QueryProperty {
  type?: string
  'x-read-as-at-most'?: number
}

/** The query's parameters: each at most once, whole numbers in plain decimal digits only. Unknown ones are ignored. */
function readQuery(search: string, route: Route): Record<string, unknown> {
  const properties = (route.query?.properties ?? {}) as Record<string, QueryProperty>
  const given = new URLSearchParams(search)
  const values: Record<string, unknown> = {}
  for (const [name, property] of Object.entries(properties)) {
    const [text, ...more] = given.getAll(name)
    if (text === undefined) continue
    if (more.length > 0) throw new ApiError('invalid_request', `/${name} is given more than once`)
    values[name] = property.type === 'integer' ? readWhole(name, text, property['x-read-as-at-most']) : text
  }
  if (holdsBadText(values))
    throw new ApiError('invalid_request', '/ text must not hold U+0000 or half a surrogate pair')
  return values
}

function readWhole(name: string, text: string, atMost = Number.MAX_SAFE_INTEGER): number {
  if (!/^(0|[1-9]\d*)$/.test(text)) throw new ApiError('invalid_request', `/${name} must be a whole number`)
  return Math.min(Number(text), atMost)
}
