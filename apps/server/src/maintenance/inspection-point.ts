import { type InspectionPhoto, type InspectionPoint, LANGUAGES, type Language } from '@binnacle/contract'
import type { Links } from '../cameras/frame-links.ts'
import { checklistsIn } from './checklist-texts.ts'
import type { PhotoRow, WalkRow } from './inspection-walk-sql.ts'

type Dates = 'updated_at' | 'created_at' | 'completed_at'
/** As the contract has it, with times that are not written out yet. */
type Unwritten<T> = T extends object
  ? { [K in keyof T]: K extends Dates ? Date : T[K] extends (infer E)[] ? Unwritten<E>[] : Unwritten<T[K]> }
  : T

export type PhotoLinks = Pick<Links, 'url' | 'thumb_url'>
export type PhotoAnswer = Unwritten<InspectionPhoto>
export type PointAnswer = Unwritten<InspectionPoint>

/** The words of every point, by its id, in a language. */
const wordsIn = (language: Language) =>
  new Map(
    checklistsIn(language).flatMap(({ slug, items }) =>
      items.map(({ id, section, title, hint }) => [id, { checklist: slug, section, title, hint }] as const),
    ),
  )
const WORDS = new Map(LANGUAGES.map((language) => [language, wordsIn(language)]))
/** A point that came from a checklist of another version of the service. */
const UNKNOWN = { checklist: null, section: '', title: '', hint: '' }

/** The points of an inspection as the app shows them; `links`: the addresses of each photo. */
export function pointsOfWalk(
  { items, photos, previous }: WalkRow,
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
    photos: (photosOf.get(item.id) ?? []).map((photo) => photoAnswer(photo, links.get(photo.id)!)),
  }))
}

export const photoAnswer = (
  { id, width, height, created_at }: PhotoRow,
  { url, thumb_url }: PhotoLinks,
): PhotoAnswer => ({ id, width, height, created_at, url, thumb_url })
