import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox'
import { EXAMPLE_IDS } from './example-ids.ts'

/** A named schema: it appears once, under its name, in the OpenAPI document's components. */
export const named = <T extends TProperties>(
  title: string,
  description: string,
  properties: T,
  options: object = {},
): TObject<T> => Type.Object(properties, { title, description, ...options })

/** The same schema, or null. */
export const nullable = <T extends TSchema>(schema: T) => {
  const { type, enum: values, ...rest } = schema as unknown as { type: string | string[]; enum?: unknown[] }
  if (Array.isArray(type)) return Type.Unsafe<Static<T> | null>(schema)
  return Type.Unsafe<Static<T> | null>({ ...rest, type: [type, 'null'], ...(values && { enum: [...values, null] }) })
}

/** One of the named schemas, or null: a reference to it stays one. */
export const orNull = <T extends TSchema>(schema: T, description: string) =>
  Type.Unsafe<Static<T> | null>({ anyOf: [schema, { type: 'null' }], description })

export const optional = <T extends TSchema>(schema: T) => Type.Optional(schema)

/**
 * An optional field of a /v1 body: null means absent, as the same fields are answered null. The service removes the null
 * (http/route/validate.ts), so a handler sees the field or nothing.
 */
export const optionalOrNull = <T extends TSchema>(schema: T) => Type.Optional(Type.Unsafe<Static<T>>(nullable(schema)))

/** One of a fixed list of words. */
export const oneOf = <const T extends readonly string[]>(values: T, description: string, options: object = {}) =>
  Type.Unsafe<T[number]>({ type: 'string', enum: [...values], description, ...options })

/** A picture of one pixel, as a data URL. */
export const EXAMPLE_IMAGE =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** The largest value of PostgreSQL's integer. */
export const INTEGER_MAX = 2_147_483_647

export const text = (maxLength: number, description: string, example: string, minLength = 0) =>
  Type.String({ maxLength, ...(minLength && { minLength }), description, examples: [example] })

/** A name the owner gives: something other than white space must be in it. */
export const title = (maxLength: number, description: string, example: string) =>
  Type.String({ minLength: 1, maxLength, pattern: '\\S', description, examples: [example] })

export const integer = (minimum: number, maximum: number, description: string, example: number, options: object = {}) =>
  Type.Integer({ minimum, maximum, description, examples: [example], ...options })

export const number = (minimum: number, maximum: number, description: string, example: number, options: object = {}) =>
  Type.Number({ minimum, maximum, description, examples: [example], ...options })

/** An amount of money with at most two decimals; stored exactly. */
export const money = (description: string, example: number) =>
  number(-999_999_999.99, 999_999_999.99, description, example, { multipleOf: 0.01 })

export const currency = () => title(3, 'Currency of the amount, as an ISO 4217 code', 'EUR')

export const flag = (description: string, example = true) => Type.Boolean({ description, examples: [example] })

export const uuid = (description: string, of: keyof typeof EXAMPLE_IDS) =>
  Type.String({ format: 'uuid', description, examples: [EXAMPLE_IDS[of]] })

/** As uuid, or an empty text: in a change, where null means absent. */
export const uuidOrEmpty = (description: string, of: keyof typeof EXAMPLE_IDS) =>
  Type.String({
    maxLength: 36,
    pattern: '^([0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})?$',
    description,
    examples: [EXAMPLE_IDS[of]],
  })

declare const dateTimeMark: unique symbol

/** Text that is a date-time. Any text may be assigned to it; the mark lets types tell it from other text. */
export type DateTime = string & { readonly [dateTimeMark]?: true }

/** What a schema describes, with a Date for each date-time: as the server has it before it becomes JSON. */
export type WithDates<T> = T extends string
  ? typeof dateTimeMark extends keyof T
    ? Date
    : T
  : T extends object
    ? { [K in keyof T]: WithDates<T[K]> }
    : T

/** An RFC 3339 date-time, year 0001 to 9999, seconds 0 to 59, offset at most 14 hours. */
export const dateTime = (description: string, example = '2026-05-14T09:30:00.000Z') =>
  Type.Unsafe<DateTime>({ type: 'string', format: 'date-time', description, examples: [example] })

/**
 * What a list was cut to: `limit` in the query. A value above the maximum is read as the maximum. Without a default, an absent one is
 * none.
 */
export const limit = (range: { default?: number; max: number }) =>
  Type.Object({
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        ...(range.default && { default: range.default }),
        'x-read-as-at-most': range.max,
        description: `How many to return; a value above ${range.max} is read as ${range.max}`,
        examples: [range.default ?? range.max],
      }),
    ),
  })

/** An object whose fields are not ours to name. */
export const anyObject = <T extends object = Record<string, unknown>>(description: string, options: object = {}) =>
  Type.Unsafe<T>({ type: 'object', additionalProperties: true, description, ...options })

/** `{id}` in the path. */
export const idParam = (of: keyof typeof EXAMPLE_IDS) =>
  Type.Object({ id: uuid(`The ${of.replaceAll('_', ' ')}'s id`, of) })
