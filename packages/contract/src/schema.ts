import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox'

/** A named schema: it appears once, under its name, in the OpenAPI document's components. */
export const named = <T extends TProperties>(title: string, description: string, properties: T): TObject<T> =>
  Type.Object(properties, { title, description })

/** The same schema, or null. */
export const nullable = <T extends TSchema>(schema: T) => {
  const { type, enum: values, ...rest } = schema as unknown as { type: string; enum?: unknown[] }
  return Type.Unsafe<Static<T> | null>({ ...rest, type: [type, 'null'], ...(values && { enum: [...values, null] }) })
}

/** One of the named schemas, or null: a reference to it stays one. */
export const orNull = <T extends TSchema>(schema: T, description: string) =>
  Type.Unsafe<Static<T> | null>({ anyOf: [schema, { type: 'null' }], description })

export const optional = <T extends TSchema>(schema: T) => Type.Optional(schema)

/** One of a fixed list of words. */
export const oneOf = <const T extends readonly string[]>(values: T, description: string, options: object = {}) =>
  Type.Unsafe<T[number]>({ type: 'string', enum: [...values], description, ...options })

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

export const currency = () => text(3, 'Currency of the amount, as an ISO 4217 code', 'EUR')

export const flag = (description: string, example = true) => Type.Boolean({ description, examples: [example] })

export const uuid = (description: string, example = '0b9f6a52-5d3e-4c0e-9a43-6a1f2f7d9c11') =>
  Type.String({ format: 'uuid', description, examples: [example] })

/** An RFC 3339 date-time, year 0001 to 9999, seconds 0 to 59, offset at most 14 hours. */
export const dateTime = (description: string, example = '2026-05-14T09:30:00.000Z') =>
  Type.String({ format: 'date-time', description, examples: [example] })

/** What a list was cut to: `limit` in the query. A value above the maximum is read as the maximum. */
export const limit = (range: { default: number; max: number }) =>
  Type.Object({
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        default: range.default,
        'x-read-as-at-most': range.max,
        description: `How many to return; a value above ${range.max} is read as ${range.max}`,
        examples: [range.default],
      }),
    ),
  })

/** `{id}` in the path. */
export const idParam = (of: string) => Type.Object({ id: uuid(`The ${of}'s id`) })
