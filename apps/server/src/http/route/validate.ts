import { headersReadBy, type Route } from '@binnacle/contract'
import { counted } from '@binnacle/contract/counted'
import { _, Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import { ApiError, invalid } from '../errors.ts'
import { parseInstant } from '../values/instant.ts'
import { refuseBadText } from './json.ts'
import { dropUnknown, isWrittenByPeople, refuseUnknownParameter } from './unknown-names.ts'

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
    // They are the contract's own, which a test compares with the meta-schema: to compile that takes 50 ms of each start.
    validateSchema: false,
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
    error: { message: 'must be a multiple', params: ({ schema }) => _`{multipleOf: ${schema}}` },
  })
}

const ajv = makeAjv()

const TYPES: Record<string, string[]> = {
  string: ['a string'],
  integer: ['an integer'],
  number: ['a number'],
  boolean: ['true', 'false'],
  object: ['an object'],
  array: ['an array'],
  null: ['null'],
}

const FORMATS: Record<string, string> = {
  uuid: 'a uuid',
  'date-time': 'an RFC 3339 date-time such as 2026-05-14T09:30:00Z',
}

const PATTERNS: Record<string, string> = {
  '\\S': 'must not be blank',
  '^https?://': 'must begin with http:// or https://',
  '^[\\w-]+$': 'must be base64url',
  '^([0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})?$': 'must be a uuid, or empty',
  '^([01]\\d|2[0-3]):[0-5]\\d$': 'must be a time of day such as 22:00',
  '^[\\x21-\\x7e]+$': 'must have printable ASCII characters only, without spaces',
}

const OR = new Intl.ListFormat('en-GB', { type: 'disjunction' })
const several = (count: number, one: string) => counted(String(count), one, `${one}s`)
const least = (limit: number, one: string) =>
  limit === 1 ? 'must not be empty' : `must be at least ${several(limit, one)}`

const oneOf = (values: unknown[]) => `must be ${values.length === 1 ? '' : 'one of '}${values.join(', ')}`

/** What each keyword of the contract's schemas asks for. */
const DEMANDS: Record<string, (params: ErrorObject['params']) => string> = {
  type: ({ type }) => `must be ${OR.format([type].flat().flatMap((name: string) => TYPES[name]!))}`,
  required: () => 'is required',
  enum: ({ allowedValues }) => oneOf(allowedValues.filter((value: unknown) => value !== null)),
  minLength: ({ limit }) => least(limit, 'character'),
  maxLength: ({ limit }) => `must be at most ${several(limit, 'character')}`,
  minItems: ({ limit }) => least(limit, 'item'),
  maxItems: ({ limit }) => `must be at most ${several(limit, 'item')}`,
  uniqueItems: () => 'must not have the same item twice',
  minimum: ({ limit }) => `must be at least ${limit}`,
  maximum: ({ limit }) => `must be at most ${limit}`,
  multipleOf: ({ multipleOf }) => `must be a multiple of ${multipleOf}`,
  format: ({ format }) => `must be ${FORMATS[format]}`,
  pattern: ({ pattern }) => PATTERNS[pattern]!,
  additionalProperties: ({ additionalProperty }) => `must not have ${additionalProperty}`,
}

/** `/title must be at most 120 characters`: where, and what would be right. */
export function explain({ instancePath, keyword, params }: ErrorObject): string {
  const where = keyword === 'required' ? `${instancePath}/${params.missingProperty}` : instancePath
  return `${where || 'the body'} ${DEMANDS[keyword]!(params)}`
}

/**
 * Gives what a value offends against, or null. The schema is compiled when it is first used: all of them would delay the start by
 * 0.1 s.
 */
function checkerOf(schema: object): (value: unknown) => ErrorObject | null {
  let validate: ValidateFunction | undefined
  return (value) => {
    validate ??= ajv.compile(schema)
    return validate(value) ? null : validate.errors![0]!
  }
}

function refuse(error: ErrorObject | null): void {
  if (error) throw invalid(explain(error))
}

interface Validators {
  params(raw: unknown): unknown
  query(url: string): unknown
  headers(headers: Record<string, unknown>): void
  body(value: unknown): unknown
}

/** What checks the parts of a route's requests. */
export function validatorsOf(route: Route): Validators {
  const params = route.params && checkerOf(route.params)
  const query = route.query && checkerOf(route.query)
  const read = headersReadBy(route)
  const headers = read && checkerOf(read)
  const body = route.body && route.bodyCheckedBy !== 'handler' ? checkerOf(route.body) : null
  return {
    params(raw) {
      // An id that cannot be one names nothing.
      if (params?.(raw)) throw new ApiError('not_found')
      return raw
    },
    query(url) {
      if (!query && !url.includes('?')) return {}
      const values = readQuery(url, route)
      if (query) refuse(query(values))
      return values
    },
    headers(values) {
      if (headers) refuse(headers(values))
    },
    body(value) {
      if (!body) return undefined
      if (isWrittenByPeople(route)) dropUnknown(route.body!, value)
      if (route.path.startsWith('/v1/')) dropNulls(route.body!, value)
      refuse(body(value))
      refuseBadText(value)
      return value
    },
  }
}

/** A null of an optional field of a /v1 body means absent, as the same fields are answered null. */
function dropNulls({ required = [] }: { required?: string[] }, value: unknown): void {
  const fields = Object(value) as Record<string, unknown>
  for (const name of Object.keys(fields)) if (fields[name] === null && !required.includes(name)) delete fields[name]
}

interface QueryProperty {
  type?: string
  'x-read-as-at-most'?: number
}

/**
 * The query's parameters: each at most once, whole numbers in plain decimal digits only. Unknown ones are refused, but for public
 * routes, whose addresses other sites extend (`utm_source`).
 */
function readQuery(url: string, route: Route): Record<string, unknown> {
  const properties = (route.query?.properties ?? {}) as Record<string, QueryProperty>
  const given = new URLSearchParams(url.includes('?') ? url.slice(url.indexOf('?')) : '')
  const values: Record<string, unknown> = {}
  if (route.auth !== 'public')
    for (const name of given.keys())
      if (!Object.hasOwn(properties, name)) refuseUnknownParameter(name, Object.keys(properties))
  for (const [name, property] of Object.entries(properties)) {
    const [text, ...more] = given.getAll(name)
    if (text === undefined) continue
    if (more.length > 0) throw invalid(`/${name} must be given once`)
    values[name] = property.type === 'integer' ? readWhole(name, text, property['x-read-as-at-most']) : text
  }
  refuseBadText(values)
  return values
}

function readWhole(name: string, text: string, atMost = Number.MAX_SAFE_INTEGER): number {
  if (!/^(0|-?[1-9]\d*)$/.test(text)) throw invalid(`/${name} must be an integer`)
  // The schema's minimum refuses negative ones. Without a bound 400 digits are infinite, which is no integer to Ajv.
  return Math.max(Math.min(Number(text), atMost), Number.MIN_SAFE_INTEGER)
}
