import type { Texts } from './en.ts'
import { type FirstTexts, first } from './en-first.ts'

/**
 * The languages there are: how each names itself, what it says before somebody is signed in, and all of it. English comes with the
 * app, others when they are chosen.
 */
export const LANGUAGES = {
  en: {
    name: 'English',
    first: async (): Promise<FirstTexts> => first,
    all: async (): Promise<Texts> => (await import('./en.ts')).en,
  },
  de: {
    name: 'Deutsch',
    first: async (): Promise<FirstTexts> => (await import('./de-first.ts')).first,
    all: async (): Promise<Texts> => (await import('./de.ts')).de,
  },
} as const

export type Language = keyof typeof LANGUAGES

const loading = new Map<Language, Promise<Texts>>()

/** All texts of a language, read once. */
export function allTexts(language: Language): Promise<Texts> {
  const texts = loading.get(language) ?? LANGUAGES[language].all()
  loading.set(language, texts)
  // A network that failed is asked again.
  texts.catch(() => loading.delete(language))
  return texts
}

/** The first of the reader's languages that there is a catalogue for; English without one. */
export function chooseLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const language = tag.toLowerCase().split('-')[0]!
    if (language in LANGUAGES) return language as Language
  }
  return 'en'
}
