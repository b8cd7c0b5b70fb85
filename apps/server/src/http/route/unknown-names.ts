import type { Route } from '@binnacle/contract'
import type { TSchema } from 'typebox'
import { meantName } from '../../text/meant-name.ts'
import { invalid } from '../errors.ts'

/** Whether people, or their programs, write its bodies, signed in or not: an onboard device is not refused for a field. */
export const isWrittenByPeople = ({ auth }: Route) => auth !== 'device' && auth !== 'ingest'

/** Refuses a parameter that is not known: what was asked for would be ignored, and the answer would be another. */
export function refuseUnknownParameter(name: string, known: readonly string[]): never {
  // What a device sends is kept as its last error, and PostgreSQL keeps no U+0000.
  const shown = name.slice(0, 64).toWellFormed().replaceAll('\0', '\ufffd')
  throw notKnown(`/${shown}`, meantName(name, known))
}

interface Shape {
  properties?: Record<string, TSchema>
  items?: TSchema
  additionalProperties?: boolean
}

/**
 * Removes each field, at any depth, that the schema does not have, so that no handler can store or answer it. Refuses one that
 * resembles a field of the schema.
 */
export function dropUnknown(schema: TSchema, value: unknown, path = ''): void {
  const { properties, items, additionalProperties } = schema as Shape
  if (additionalProperties) return
  if (Array.isArray(value)) {
    if (items) for (const [i, item] of value.entries()) dropUnknown(items, item, `${path}/${i}`)
  } else if (properties && typeof value === 'object' && value !== null) {
    const fields = value as Record<string, unknown>
    for (const name of Object.keys(fields)) {
      if (Object.hasOwn(properties, name)) dropUnknown(properties[name]!, fields[name], `${path}/${name}`)
      else {
        const meant = meantName(name, Object.keys(properties))
        if (meant) throw notKnown(`${path}/${name}`, meant)
        delete fields[name]
      }
    }
  }
}

const notKnown = (where: string, meant: string | undefined) =>
  invalid(`${where} is not known${meant ? `; did you mean ${meant}?` : ''}`)
