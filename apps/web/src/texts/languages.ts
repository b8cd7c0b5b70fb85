import { en, type Texts } from './en.ts'

/** The languages there are: how each names itself, and its catalogue. English comes with the app, others when they are chosen. */
export const LANGUAGES = {
  en: { name: 'English', load: async (): Promise<Texts> => en },
  de: { name: 'Deutsch', load: async (): Promise<Texts> => (await import('./de.ts')).de },
} as const

export type Language = keyof typeof LANGUAGES

/** The first of the reader's languages that there is a catalogue for; English without one. */
export function chooseLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const language = tag.toLowerCase().split('-')[0]!
    if (language in LANGUAGES) return language as Language
  }
  return 'en'
}
