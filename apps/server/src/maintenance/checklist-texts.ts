import { type InspectionTemplate, LANGUAGES, type Language } from '@binnacle/contract'
import type { Static } from 'typebox'
import { INSPECTION_TEMPLATES } from './inspection-templates.ts'
import { GERMAN } from './inspection-templates-de.ts'

type Template = Static<typeof InspectionTemplate>

/** The checklists' texts in another language than the English of inspection-templates.ts. */
export interface ChecklistTexts {
  /** By slug. */
  names: Readonly<Record<string, string>>
  /** By the English name. */
  sections: Readonly<Record<string, string>>
  /** By the point's id. */
  points: Readonly<Record<string, { title: string; hint: string }>>
}

const TEXTS: Record<Language, ChecklistTexts> = { en: { names: {}, sections: {}, points: {} }, de: GERMAN }

/** What is not translated stays English. */
const translated = ({ names, sections, points }: ChecklistTexts): Template[] =>
  INSPECTION_TEMPLATES.map((template) => ({
    ...template,
    name: names[template.slug] ?? template.name,
    items: template.items.map((item) => ({
      ...item,
      section: sections[item.section] ?? item.section,
      ...points[item.id],
    })),
  }))

const CHECKLISTS = new Map(LANGUAGES.map((language) => [language, translated(TEXTS[language])]))

/** The checklists in a language. */
export const checklistsIn = (language: Language): Template[] => CHECKLISTS.get(language)!
