import type { Route } from '@binnacle/contract'
import type { TSchema } from 'typebox'
import { meantName } from '../meant-name.ts'
import { ApiError } from './errors.ts'

/** Whether people, or their programs, write its bodies: an onboard device is not refused for a field. */
export const isOwners = ({ auth }: Route) => auth === 'owner' || auth === 'session' || auth === 'operator'

/** Refuses a parameter that is not known: what was asked for would be ignored, and the answer would be another. */
export function refuseUnknownParameter(name: string, known: readonly string[]): never {
  throw notKnown(`/${name.slice(0, 64).toWellFormed()}`, meantName(name, known))
}

interface Shape {
  properties?: Record<string, TSchema>
  items?: TSchema
  additionalProperties?: boolean
}

/** Refuses a field, at any depth, that resembles one of the schema and is none. Other unknown fields are ignored. */
export function refuseMisspelt(schema: TSchema, value: unknown, path = ''): void {
  const { properties = {}, items, additionalProperties } = schema as Shape
  if (additionalProperties) return
  if (Array.isArray(value)) {
    if (items) for (const [i, item] of value.entries()) refuseMisspelt(items, item, `${path}/${i}`)
  } else if (typeof value === 'object' && value !== null) {
    const known = Object.keys(properties)
    for (const [name, inner] of Object.entries(value)) {
      const property = properties[name]
      if (property) refuseMisspelt(property, inner, `${path}/${name}`)
      else {
        const meant = meantName(name, known)
        if (meant) throw notKnown(`${path}/${name}`, meant)
      }
    }
  }
}

const notKnown = (where: string, meant: string | undefined) =>
  new ApiError('invalid_request', `${where} is not known${meant ? `; did you mean ${meant}?` : ''}`)
