import type { InspectionPoint, Verdict } from '@binnacle/contract'

/** What was said of a point; a field that is absent was not touched. */
export interface Answer {
  verdict?: Verdict | null
  note?: string | null
}

/** A photo that was taken and is not with the service yet. */
export interface UnsentPhoto {
  /** Made here. */
  id: string
  itemId: string
  /** A data URL. */
  image: string
}

/** Why the service will not have something, ever: its error code. */
type Refusals = Readonly<Record<string, string>>

/** All of an inspection that was said and is not with the service yet. It is kept in the browser. */
export interface Unsent {
  answers: Readonly<Record<string, Answer>>
  photos: readonly UnsentPhoto[]
  /** By the id of the item or of the photo. */
  refused: Refusals
}

export const NOTHING: Unsent = { answers: {}, photos: [], refused: {} }

const without = <T>(record: Readonly<Record<string, T>>, key: string): Record<string, T> => {
  const { [key]: _gone, ...rest } = record
  return rest
}

export const withAnswer = (unsent: Unsent, itemId: string, answer: Answer): Unsent => ({
  ...unsent,
  answers: { ...unsent.answers, [itemId]: { ...unsent.answers[itemId], ...answer } },
  refused: without(unsent.refused, itemId),
})

export const withPhoto = (unsent: Unsent, photo: UnsentPhoto): Unsent => ({
  ...unsent,
  photos: [...unsent.photos, photo],
})

/** After the service took `sent`: what was changed again meanwhile stays. */
export function answerTaken(unsent: Unsent, itemId: string, sent: Answer): Unsent {
  const now = unsent.answers[itemId] ?? {}
  const left = Object.fromEntries(Object.entries(now).filter(([field, value]) => sent[field as keyof Answer] !== value))
  const answers = without(unsent.answers, itemId)
  return { ...unsent, answers: Object.keys(left).length > 0 ? { ...answers, [itemId]: left } : answers }
}

export const withoutPhoto = (unsent: Unsent, id: string): Unsent => ({
  ...unsent,
  photos: unsent.photos.filter((photo) => photo.id !== id),
  refused: without(unsent.refused, id),
})

export const withoutAnswer = (unsent: Unsent, itemId: string): Unsent => ({
  ...unsent,
  answers: without(unsent.answers, itemId),
  refused: without(unsent.refused, itemId),
})

/** Of what was discarded on its way nothing is refused. */
export const withRefusal = (unsent: Unsent, id: string, code: string): Unsent =>
  id in unsent.answers || unsent.photos.some((photo) => photo.id === id)
    ? { ...unsent, refused: { ...unsent.refused, [id]: code } }
    : unsent

/** What was kept in the browser, with what came since. */
export const merged = (kept: Unsent | undefined, { answers, photos, refused }: Unsent): Unsent => ({
  answers: {
    ...kept?.answers,
    ...Object.fromEntries(Object.entries(answers).map(([id, answer]) => [id, { ...kept?.answers[id], ...answer }])),
  },
  photos: [...(kept?.photos ?? []).filter(({ id }) => photos.every((photo) => photo.id !== id)), ...photos],
  refused: { ...kept?.refused, ...refused },
})

/** What waits of an inspection that the service has now: `items` gives the item of each point. */
export function readdressed({ answers, photos, refused }: Unsent, items: ReadonlyMap<string, string>): Unsent {
  const now = (id: string) => items.get(id) ?? id
  return {
    answers: Object.fromEntries(Object.entries(answers).map(([id, answer]) => [now(id), answer])),
    photos: photos.map((photo) => ({ ...photo, itemId: now(photo.itemId) })),
    refused,
  }
}

export type Parcel = { kind: 'answer'; itemId: string; answer: Answer } | ({ kind: 'photo' } & UnsentPhoto)

/** What to send next: answers before photos, since they are small; null when nothing is left that the service might take. */
export function nextParcel({ answers, photos, refused }: Unsent): Parcel | null {
  const answer = Object.entries(answers).find(([itemId]) => !(itemId in refused))
  if (answer) return { kind: 'answer', itemId: answer[0], answer: answer[1] }
  const photo = photos.find(({ id }) => !(id in refused))
  return photo ? { kind: 'photo', ...photo } : null
}

/** How much is not with the service yet. */
export const countUnsent = ({ answers, photos }: Unsent): number => Object.keys(answers).length + photos.length

/** The points as they are with what is not sent yet. */
export const pointsWith = (points: readonly InspectionPoint[], { answers }: Unsent): InspectionPoint[] =>
  points.map((point) => ({ ...point, ...answers[point.id] }))
