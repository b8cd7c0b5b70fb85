import { daysOfMonths, type Language, type TaskSet, type TaskSetGroup, type VesselType } from '@binnacle/contract'

/** A text in each language. */
export type Words = Record<Language, string>

export interface KeptTask {
  slug: string
  title: Words
  hint: Words | null
  /** Falls due by time, months. */
  months: number | null
  /** Falls due by running, engine hours. */
  hours: number | null
}

/** A set as it is kept: the one place for its intervals and for its texts in every language. */
export interface KeptSet {
  slug: string
  group: TaskSetGroup
  name: Words
  hint: Words
  applies_to: readonly VesselType[]
  tasks: readonly KeptTask[]
}

/** One line of a set. */
export const task = (
  slug: string,
  en: string,
  de: string,
  { months = null, hours = null }: { months?: number | null; hours?: number | null },
  hint: Words | null = null,
): KeptTask => ({ slug, title: { en, de }, hint, months, hours })

export const SAIL: readonly VesselType[] = ['sailboat', 'catamaran', 'trimaran']
export const MOTOR: readonly VesselType[] = ['motorboat', 'houseboat', 'fishing', 'workboat']
export const CABIN: readonly VesselType[] = [...SAIL, ...MOTOR, 'other']
export const ANY: readonly VesselType[] = [...CABIN, 'rib']

/** The set as the contract shows it, in one language. */
export const inLanguage = (set: KeptSet, language: Language): TaskSet => ({
  slug: set.slug,
  group: set.group,
  name: set.name[language],
  hint: set.hint[language],
  applies_to: [...set.applies_to],
  tasks: set.tasks.map(({ slug, title, hint, months, hours }) => ({
    slug,
    title: title[language],
    hint: hint?.[language] ?? null,
    interval_days: months === null ? null : daysOfMonths(months),
    interval_hours: hours,
  })),
})
