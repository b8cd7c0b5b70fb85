import type { Language } from '@binnacle/contract'
import { Type } from 'typebox'

/** A text in every language, in a data file. */
export const Texts = Type.Object(
  { en: Type.String({ minLength: 1 }), de: Type.String({ minLength: 1 }) } satisfies Record<Language, unknown>,
  { additionalProperties: false },
)
