import { Type } from 'typebox'
import { oneOf, optional } from './schema.ts'

/** The languages in which texts of the service's own are kept. */
export const LANGUAGES = ['en', 'de'] as const
export type Language = (typeof LANGUAGES)[number]

/** The query of a route whose answer holds such texts. */
export const inLanguage = Type.Object({
  language: optional(oneOf(LANGUAGES, 'Language of the texts', { default: 'en' })),
})
