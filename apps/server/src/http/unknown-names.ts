import type { Route } from '@binnacle/contract'
import leven from 'leven'
import type { TSchema } from 'typebox'
import { ApiError } from './errors.ts'

/** Longer names, or names with other characters, are no typing error of ours. */
const NAME = /^[\w .-]{1,64}$/

/** The name without what spellings differ in: case, separators, and the American "liter". */
const spelling = (name: string) =>
  name
    .toLowerCase()
    .replace(/[_ .-]/g, '')
    .replace('liter', 'litre')

/** Two errors in names of five letters or more, one in three or four, none in shorter ones. */
const errorsAllowed = (shorter: number) => (shorter >= 5 ? 2 : shorter >= 3 ? 1 : 0)

/** Two exchanged letters are one typing error, which an edit distance counts as two. */
const letters = (name: string) => [...name].sort().join('')

const errorsBetween = (typed: string, name: string) =>
  letters(typed) === letters(name) ? Math.min(1, leven(typed, name)) : leven(typed, name)

/** The known name that an unknown one seems to mean: `liters` means litres, `engineHours` engine_hours, `ttile` title. */
export function meantName(unknown: string, known: readonly string[]): string | undefined {
  if (!NAME.test(unknown)) return undefined
  const typed = spelling(unknown)
  const near = known
    .map((name) => ({ name, errors: errorsBetween(typed, spelling(name)) }))
    .filter(({ name, errors }) => errors <= errorsAllowed(Math.min(typed.length, spelling(name).length)))
  return near.sort((a, b) => a.errors - b.errors)[0]?.name
}

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
