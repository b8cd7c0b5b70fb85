import { createContext, useContext } from 'react'
import { chooseLanguage, LANGUAGES, type Language } from '../texts/languages.ts'
import type { Units } from './units.ts'

/** How this browser's reader likes to see things. Dates and numbers follow `locale`, times the browser's own time zone. */
export interface Preferences {
  language: Language
  units: Units
}

const KEY = 'binnacle-preferences'

/** The boats of the United States and Liberia read feet and gallons. */
const US_REGIONS = /-(US|LR)\b/i

/** What was chosen in this browser; what was not follows the browser's languages. */
export function readPreferences(stored: string | null, languages: readonly string[]): Preferences {
  const chosen = parse(stored)
  const units: unknown = chosen.units
  const language = String(chosen.language)
  return {
    language: Object.hasOwn(LANGUAGES, language) ? (language as Language) : chooseLanguage(languages),
    units: units === 'us' || units === 'metric' ? units : US_REGIONS.test(languages[0] ?? '') ? 'us' : 'metric',
  }
}

function parse(stored: string | null): Record<string, unknown> {
  try {
    return Object(JSON.parse(stored ?? '{}'))
  } catch {
    return {}
  }
}

/** The most exact of the reader's locales in a language: de-AT for somebody from Austria. */
export const localeOf = (language: Language, languages: readonly string[]): string =>
  languages.find((tag) => tag.toLowerCase().split('-')[0] === language) ?? (language === 'en' ? 'en-GB' : language)

export const loadPreferences = (): Preferences => readPreferences(localStorage.getItem(KEY), navigator.languages)
export const storePreferences = (preferences: Preferences): void =>
  localStorage.setItem(KEY, JSON.stringify(preferences))

export const PreferencesContext = createContext<{
  preferences: Preferences
  change: (change: Partial<Preferences>) => void
} | null>(null)

/** The reader's preferences, and how to change them. */
export function usePreferences() {
  const context = useContext(PreferencesContext)
  if (!context) throw new Error('there are no preferences around this')
  return context
}
