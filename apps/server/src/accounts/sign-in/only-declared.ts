import type { TSchema } from 'typebox'

/**
 * The value with the fields that its schema declares and no others, so that a library's answer says what the contract says
 * and no more: no session token, no key. Where a schema says additionalProperties, the value is taken as it is.
 */
export function onlyDeclared(schema: TSchema, value: unknown): unknown {
  const { properties, items, additionalProperties } = schema as {
    properties?: Record<string, TSchema>
    items?: TSchema
    additionalProperties?: boolean
  }
  if (additionalProperties) return value
  if (Array.isArray(value)) return items ? value.map((item) => onlyDeclared(items, item)) : value
  if (!properties) return value
  const given = Object(value) as Record<string, unknown>
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => Object.hasOwn(given, name))
      .map(([name, property]) => [name, onlyDeclared(property, given[name])]),
  )
}
