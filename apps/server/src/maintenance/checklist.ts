import type { VesselType } from '@binnacle/contract'
import { INSPECTION_TEMPLATES } from './inspection-templates.ts'

const known = new Set(INSPECTION_TEMPLATES.map(({ slug }) => slug))

/** Whether each of the slugs names a checklist. */
export const areChecklists = (slugs: readonly string[]): boolean => slugs.every((slug) => known.has(slug))

/**
 * The ids of the points to walk through: of the checklists chosen, or of all that suit the kind of boat. Always in the
 * order of the walk round the boat, and each once, however they were named.
 */
export const pointsOf = (slugs: readonly string[] | undefined, type: VesselType): string[] =>
  INSPECTION_TEMPLATES.filter(({ slug, applies_to }) => (slugs ? slugs.includes(slug) : applies_to.includes(type)))
    .flatMap(({ items }) => items)
    .map(({ id }) => id)
