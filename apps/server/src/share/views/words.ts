import { type DueStatus, relativeTime, type VesselType } from '@binnacle/contract'
import type { Dossier } from '../dossier/dossier.ts'
import { clean, html, type Markup } from './html.ts'

const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
const MINUTE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })
const FROM_NOW = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
const NUMBER = new Intl.NumberFormat('en')
const AMOUNT = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** "12 May 2026", in UTC whatever the reader's zone: everyone who opens the page reads the same date. */
export const day = (iso: string): string => DAY.format(new Date(iso))

export const dayTag = (iso: string): Markup =>
  html`<time datetime="${new Date(iso).toISOString().slice(0, 10)}">${day(iso)}</time>`

/** "12 May 2026, 10:04 UTC" */
export const minuteTag = (at: Date): Markup =>
  html`<time datetime="${at.toISOString()}">${MINUTE.format(at)} UTC</time>`

const DAY_MS = 86_400_000

/** "in 12 days", "3 weeks ago", "today": whole days between the two dates in UTC. */
export const fromNow = (iso: string, now: Date): string => {
  const days = Math.floor(Date.parse(iso) / DAY_MS) - Math.floor(now.getTime() / DAY_MS)
  return days === 0 ? FROM_NOW.format(0, 'day') : FROM_NOW.format(...relativeTime(days * DAY_MS))
}

/** "1,204 h" */
export const hours = (whole: number): string => `${NUMBER.format(whole)}\u00a0h`

/** "1,204.50 EUR". The currency is what the owner typed: up to three characters, not always a code that Intl would accept. */
export const money = (cost: number, currency: string | null): string =>
  currency ? `${AMOUNT.format(cost)}\u00a0${currency.toUpperCase()}` : AMOUNT.format(cost)

/** "4 services" */
export const count = (n: number, one: string, many = `${one}s`): string => `${NUMBER.format(n)} ${n === 1 ? one : many}`

/** The vessel's name, or a stand-in where nothing of it can be printed. */
export const vesselName = ({ name }: Dossier): string => clean(name).trim() || 'Unnamed vessel'

const TYPES: Record<VesselType, string> = {
  sailboat: 'Sailboat',
  motorboat: 'Motorboat',
  catamaran: 'Catamaran',
  trimaran: 'Trimaran',
  rib: 'RIB',
  houseboat: 'Houseboat',
  fishing: 'Fishing boat',
  workboat: 'Workboat',
  other: 'Vessel',
}

/** "Hallberg-Rassy 38"; empty where neither is known and shared. */
export const makeAndModel = ({ specs }: Dossier): string => [specs?.make, specs?.model].filter(Boolean).join(' ')

/** "Sailboat", "11.7 m" */
export const kindAndLength = ({ specs }: Dossier): string[] => {
  if (!specs) return []
  const length = specs.length_m === null ? [] : [`${NUMBER.format(specs.length_m)}\u00a0m`]
  return [TYPES[specs.vessel_type], ...length]
}

/** "Hallberg-Rassy 38", "Sailboat", "11.7 m": as many of the three as are known and shared. */
export const specParts = (dossier: Dossier): string[] =>
  [makeAndModel(dossier), ...kindAndLength(dossier)].filter(Boolean)

/** The title of the page and of everything that links to it: "Aurora · Hallberg-Rassy 38". */
export const headline = (dossier: Dossier): string =>
  [vesselName(dossier), clean(makeAndModel(dossier))].filter(Boolean).join(' · ')

export type Tone = 'ok' | 'soon' | 'late' | 'none'

/** How a health score is read: its words and its colour, the same on page, card and badge. */
export const healthGrade = (score: number | null): { tone: Tone; words: string } => {
  if (score === null) return { tone: 'none', words: 'No score yet' }
  if (score >= 80) return { tone: 'ok', words: 'In good order' }
  return score >= 50 ? { tone: 'soon', words: 'Needs some attention' } : { tone: 'late', words: 'Needs work' }
}

const DUE_WORDS = {
  overdue: { tone: 'late', words: 'Overdue' },
  due_soon: { tone: 'soon', words: 'Due soon' },
  ok: { tone: 'ok', words: 'Up to date' },
  never_logged: { tone: 'none', words: 'Never logged' },
} as const satisfies Record<DueStatus | 'never_logged', { tone: Tone; words: string }>

/** How a due item is shown: one that was never logged is not up to date, and nobody knows how it is. */
export const dueWords = ({ status, never_logged }: NonNullable<Dossier['due']>[number]) =>
  DUE_WORDS[never_logged ? 'never_logged' : status]

/** All due items in one phrase: "2 overdue", else "1 due soon", else "up to date"; null where they are not shared. */
export const dueSummary = ({ due }: Dossier): { tone: Tone; words: string } | null => {
  if (!due) return null
  if (due.length === 0) return { tone: 'none', words: 'nothing planned' }
  const of = (status: DueStatus) => due.filter((item) => item.status === status).length
  if (of('overdue') > 0) return { tone: 'late', words: `${of('overdue')} overdue` }
  if (of('due_soon') > 0) return { tone: 'soon', words: `${of('due_soon')} due soon` }
  const unknown = due.filter(({ never_logged }) => never_logged).length
  return unknown > 0 ? { tone: 'none', words: `${unknown} never logged` } : { tone: 'ok', words: 'up to date' }
}

/** One line for link previews, which show it under the headline: "Sailboat · 11.7 m · Health 92 / 100 · Maintenance: 2 overdue · 1,204 engine hours". */
export const summary = (dossier: Dossier): string => {
  const due = dueSummary(dossier)
  const { health, hours: engine } = dossier
  const parts = [
    ...kindAndLength(dossier),
    health && health.score !== null && `Health ${health.score} / 100`,
    due && `Maintenance: ${due.words}`,
    engine && engine.meter !== null && `${NUMBER.format(engine.meter)} engine hours`,
  ].filter(Boolean)
  return parts.length > 0 ? parts.join(' · ') : 'A vessel dossier, shared by its owner'
}
