import type { InspectionItem, InspectionPoint, InspectionTemplate } from '@binnacle/contract'
import type { Static } from 'typebox'

export type Template = Static<typeof InspectionTemplate>

/** The items that an inspection by these checklists has, each with the id of its point until the service gives it one. */
export const localItems = (slugs: readonly string[], templates: readonly Template[], at: number): InspectionItem[] =>
  templates
    .filter(({ slug }) => slugs.includes(slug))
    .flatMap(({ items }) => items)
    .map(({ id }) => ({
      ...{ id, template_item_id: id, verdict: null, note: null, updated_at: new Date(at).toISOString() },
    }))

/** Items of an inspection that was just started, with the words of the checklists. */
export function pointsOf(items: readonly InspectionItem[], templates: readonly Template[]): InspectionPoint[] {
  const words = new Map(templates.flatMap(({ slug, items }) => items.map((item) => [item.id, { slug, ...item }])))
  return items.map((item) => {
    const { slug = null, section = '', title = '', hint = '' } = words.get(item.template_item_id ?? '') ?? {}
    return { ...item, checklist: slug, section, title, hint, previous: null, photos: [], task_id: null }
  })
}
