import type { TSchema } from 'typebox'

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
export type JsonObject = { [key: string]: Json }

/** Turns schemas into those of the document. Each named one (with a title) is kept once, and a reference takes its place. */
export function makeSchemas() {
  const components: Record<string, JsonObject> = {}
  const convert = (schema: TSchema): JsonObject => {
    const { title, ...rest } = JSON.parse(JSON.stringify(schema)) as JsonObject & { title?: string }
    const { properties, items, anyOf } = schema as {
      properties?: Record<string, TSchema>
      items?: TSchema
      anyOf?: TSchema[]
    }
    const converted = {
      ...rest,
      ...(properties && {
        properties: Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, convert(part)])),
      }),
      ...(items && { items: convert(items) }),
      ...(anyOf && { anyOf: anyOf.map(convert) }),
    }
    if (!title) return converted
    if (components[title] && JSON.stringify(components[title]) !== JSON.stringify(converted))
      throw new Error(`Two schemas are called ${title}`)
    components[title] = converted
    return { $ref: `#/components/schemas/${title}` }
  }
  return { components, convert }
}
