import { type DueStatus, LANGUAGES, type Language, relativeTime } from '@binnacle/contract'
import type { Dossier } from '../dossier/dossier.ts'
import { de } from '../texts/de.ts'
import { type DossierTexts, en } from '../texts/en.ts'
import { clean, html, type Markup } from './html.ts'

const TEXTS: Record<Language, DossierTexts> = { en, de }
const LOCALES: Record<Language, string> = { en: 'en-GB', de: 'de-DE' }

const DAY_MS = 86_400_000

/** The texts of a language, and its numbers and dates: everything that turns a dossier into words for a reader. */
function makeWords(language: Language) {
  const locale = LOCALES[language]
  const dayFormat = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
  const minute = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  const number = new Intl.NumberFormat(locale)
  const amount = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  const day = (iso: string) => dayFormat.format(new Date(iso))
  return {
    language,
    texts: TEXTS[language],
    number: (value: number): string => number.format(value),
    /** "12 May 2026", in UTC whatever the reader's zone: everyone who opens the page reads the same date. */
    day,
    dayTag: (iso: string): Markup =>
      html`<time datetime="${new Date(iso).toISOString().slice(0, 10)}">${day(iso)}</time>`,
    /** "12 May 2026, 10:04 UTC" */
    minuteTag: (at: Date): Markup => html`<time datetime="${at.toISOString()}">${minute.format(at)} UTC</time>`,
    /** "in 12 days", "3 weeks ago", "today": whole days between the two dates in UTC. */
    fromNow(iso: string, now: Date): string {
      const days = Math.floor(Date.parse(iso) / DAY_MS) - Math.floor(now.getTime() / DAY_MS)
      return days === 0 ? relative.format(0, 'day') : relative.format(...relativeTime(days * DAY_MS))
    },
    /** "1,204 h" */
    hours: (whole: number): string => `${number.format(whole)}\u00a0h`,
    /** "1,204.50 EUR". The currency is what the owner typed: up to three characters, not always a code that Intl would accept. */
    money: (cost: number, currency: string | null): string =>
      currency ? `${amount.format(cost)}\u00a0${currency.toUpperCase()}` : amount.format(cost),
  }
}
export type Words = ReturnType<typeof makeWords>

const WORDS = new Map(LANGUAGES.map((language) => [language, makeWords(language)]))

export const wordsIn = (language: Language): Words => WORDS.get(language)!

/** The vessel's name, or a stand-in where nothing of it can be printed. */
export const vesselName = ({ name }: Dossier, { texts }: Words): string => clean(name).trim() || texts.unnamed

/** "Hallberg-Rassy 38"; empty where neither is known and shared. */
export const makeAndModel = ({ specs }: Dossier): string => [specs?.make, specs?.model].filter(Boolean).join(' ')

/** "Sailboat", "11.7 m" */
export const kindAndLength = ({ specs }: Dossier, { texts, number }: Words): string[] => {
  if (!specs) return []
  const length = specs.length_m === null ? [] : [`${number(specs.length_m)}\u00a0m`]
  return [texts.vesselTypes[specs.vessel_type], ...length]
}

/** "Hallberg-Rassy 38", "Sailboat", "11.7 m": as many of the three as are known and shared. */
export const specParts = (dossier: Dossier, words: Words): string[] =>
  [makeAndModel(dossier), ...kindAndLength(dossier, words)].filter(Boolean)

/** The title of the page and of everything that links to it: "Aurora · Hallberg-Rassy 38". */
export const headline = (dossier: Dossier, words: Words): string =>
  [vesselName(dossier, words), clean(makeAndModel(dossier))].filter(Boolean).join(' · ')

export type Tone = 'ok' | 'soon' | 'late' | 'none'

/** How a health score is read, the same on page, card and badge. */
export const healthTone = (score: number | null): Tone => {
  if (score === null) return 'none'
  if (score >= 80) return 'ok'
  return score >= 50 ? 'soon' : 'late'
}

const DUE_TONES = {
  overdue: 'late',
  due_soon: 'soon',
  ok: 'ok',
  never_logged: 'none',
} as const satisfies Record<DueStatus | 'never_logged', Tone>

type Said = { tone: Tone; words: string }

/** How a due item is shown: one that was never logged is not up to date, and nobody knows how it is. */
export const dueWords = ({ status, never_logged }: NonNullable<Dossier['due']>[number], { texts }: Words): Said => {
  const shown = never_logged ? 'never_logged' : status
  return { tone: DUE_TONES[shown], words: texts.due[shown] }
}

/** All due items in one phrase: "2 overdue", else "1 due soon", else "up to date"; null where they are not shared. */
export const dueSummary = ({ due }: Dossier, { texts: { summary } }: Words): Said | null => {
  if (!due) return null
  if (due.length === 0) return { tone: 'none', words: summary.none }
  const of = (status: DueStatus) => due.filter((item) => item.status === status).length
  if (of('overdue') > 0) return { tone: 'late', words: summary.overdue(of('overdue')) }
  if (of('due_soon') > 0) return { tone: 'soon', words: summary.due_soon(of('due_soon')) }
  const unknown = due.filter(({ never_logged }) => never_logged).length
  return unknown > 0 ? { tone: 'none', words: summary.never_logged(unknown) } : { tone: 'ok', words: summary.ok }
}

/**
 * One line for link previews, which show it under the headline: "Sailboat · 11.7 m · Health 92 / 100 · Maintenance: 2 overdue ·
 * 1,204 engine hours".
 */
export const summary = (dossier: Dossier, words: Words): string => {
  const { texts, number } = words
  const due = dueSummary(dossier, words)
  const { health, hours: engine } = dossier
  const parts = [
    ...kindAndLength(dossier, words),
    health && health.score !== null && `${texts.health} ${health.score} / 100`,
    due && texts.preview.due(due.words),
    engine && engine.meter !== null && texts.preview.hours(number(engine.meter)),
  ].filter(Boolean)
  return parts.length > 0 ? parts.join(' · ') : texts.preview.nothing
}
