import { type InspectionPhoto, type InspectionPoint, LANGUAGES, type Language } from '@binnacle/contract'
import type { Links } from '../../cameras/links/frame-links.ts'
import { checklistsIn } from './checklists/checklists.ts'
import type { PhotoRow, WalkRow } from './walk-sql.ts'

type Dates = 'updated_at' | 'created_at' | 'completed_at'
/** The contract's type with Date instead of text for dates. */
type WithDateObjects<T> = T extends object
  ? { [K in keyof T]: K extends Dates ? Date : T[K] extends (infer E)[] ? WithDateObjects<E>[] : WithDateObjects<T[K]> }
  : T

type PhotoLinks = Pick<Links, 'url' | 'thumb_url'>
type PhotoAnswer = WithDateObjects<InspectionPhoto>
type PointAnswer = WithDateObjects<InspectionPoint>

/** The texts of every point, by its id, in a language. */
const wordsIn = (language: Language) =>
  new Map(
    checklistsIn(language).flatMap(({ slug, items }) =>
      items.map(({ id, section, title, hint }) => [id, { checklist: slug, section, title, hint }] as const),
    ),
  )
const WORDS = new Map(LANGUAGES.map((language) => [language, wordsIn(language)]))
/** For points that no checklist of this version has. */
const UNKNOWN = { checklist: null, section: '', title: '', hint: '' }

/** The points of an inspection as the app shows them; `links`: the links of each photo, by its id. */
export function pointsOfWalk(
  { items, photos, previous, tasks }: WalkRow,
  language: Language,
  links: ReadonlyMap<string, PhotoLinks>,
): PointAnswer[] {
  const words = WORDS.get(language)!
  const photosOf = Map.groupBy(photos, ({ item_id }) => item_id)
  const before = new Map(previous.map(({ template_item_id, ...finding }) => [template_item_id, finding]))
  return items.map((item) => ({
    ...item,
    ...((item.template_item_id && words.get(item.template_item_id)) || UNKNOWN),
    previous: (item.template_item_id && before.get(item.template_item_id)) || null,
    task_id: tasks.get(item.id) ?? null,
    photos: (photosOf.get(item.id) ?? []).map((photo) => photoAnswer(photo, links.get(photo.id)!)),
  }))
}

export const photoAnswer = (
  { id, width, height, created_at }: PhotoRow,
  { url, thumb_url }: PhotoLinks,
): PhotoAnswer => ({ id, width, height, created_at, url, thumb_url })
