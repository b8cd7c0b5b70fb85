import { type Static, Type } from 'typebox'
import { inLanguage } from './languages.ts'
import { LIMITS } from './limits.ts'
import { Inspection, InspectionItem, VERDICTS } from './maintenance.ts'
import { route } from './route.ts'
import { dateTime, idParam, integer, named, nullable, oneOf, orNull, text, uuid } from './schema.ts'
import { removed } from './vessels.ts'

const count = (of: string, example: number) => integer(0, 10_000, of, example)

export const InspectionSummary = named('InspectionSummary', 'An inspection with what was found, counted', {
  ...Inspection.properties,
  points: count('How many points it has', 43),
  operational: count('How many of them work', 38),
  attention: count('How many need attention', 3),
  non_operational: count('How many do not work', 1),
})
export type InspectionSummary = Static<typeof InspectionSummary>

const side = (of: string) => integer(1, 100_000, `${of} as shown, px`, 1600)

export const InspectionPhoto = named('InspectionPhoto', 'A photo of a point', {
  id: uuid("The photo's id"),
  width: side('Width'),
  height: side('Height'),
  created_at: dateTime('When it arrived'),
  url: text(2000, 'A signed link, valid for 30 minutes', 'https://boat.example/frames/0b9f…?exp=1&sig=…'),
  thumb_url: text(
    2000,
    'As url, to a picture that is at most 320 px wide',
    'https://boat.example/frames/0b9f…?exp=1&sig=…&size=thumb',
  ),
})
export type InspectionPhoto = Static<typeof InspectionPhoto>

const Previous = named('PreviousFinding', 'What was found at a point the last time', {
  verdict: oneOf(VERDICTS, 'What was found'),
  note: nullable(text(2000, 'What was noted', 'Impeller cracked, replaced')),
  completed_at: dateTime('When that inspection was finished'),
})

export const InspectionPoint = named('InspectionPoint', 'One point of an inspection, with its words and photos', {
  ...InspectionItem.properties,
  checklist: nullable(
    text(60, 'Slug of its checklist; null for a point that no checklist has any more', 'engine-diesel'),
  ),
  section: text(120, 'The part of the boat', 'Cooling'),
  title: text(120, 'What to look at', 'Raw-water impeller'),
  hint: text(400, 'What to look for', 'Age, cracked vanes, a spare on board'),
  previous: orNull(Previous, 'The last verdict in a finished inspection before this one; null when there is none'),
  photos: Type.Array(InspectionPhoto, { description: 'Its photos, oldest first' }),
})
export type InspectionPoint = Static<typeof InspectionPoint>

const app = { tag: 'app', auth: 'session', scope: null } as const

export const overviewInspections = route({
  ...app,
  id: 'overviewInspections',
  method: 'GET',
  path: '/app/vessels/{id}/inspections',
  resource: 'vessel',
  summary: 'The inspections at a glance',
  description: `The last ${LIMITS.inspectionsListed} inspections, newest first, each with what was found.`,
  params: idParam('vessel'),
  answers: {
    200: { description: 'The inspections', schema: Type.Object({ inspections: Type.Array(InspectionSummary) }) },
  },
  errors: [],
})

export const walkInspection = route({
  ...app,
  id: 'walkInspection',
  method: 'GET',
  path: '/app/inspections/{id}',
  resource: 'inspection',
  summary: 'One inspection to walk through or to read',
  description:
    'The inspection and each of its points in the order of the walk, with its words, what was found there the last time, and its photos.',
  params: idParam('inspection'),
  query: inLanguage,
  answers: {
    200: {
      description: 'The inspection',
      schema: Type.Object({
        inspection: Inspection,
        vessel_id: uuid('The vessel that is inspected'),
        points: Type.Array(InspectionPoint),
      }),
    },
  },
  errors: [],
})

export const deleteInspection = route({
  ...app,
  id: 'deleteInspection',
  method: 'DELETE',
  path: '/app/inspections/{id}',
  resource: 'inspection',
  summary: 'Throw an inspection away',
  description: 'Deletes an inspection that is in progress, with its photos. A finished one is a report and stays.',
  params: idParam('inspection'),
  answers: { 200: { description: 'It is gone', schema: removed } },
  errors: ['conflict'],
})

export const addInspectionPhoto = route({
  ...app,
  id: 'addInspectionPhoto',
  method: 'POST',
  path: '/app/inspection-items/{id}/photos',
  resource: 'inspection_item',
  summary: 'Add a photo to a point',
  description: `Stores a photo of a point of an inspection that is in progress; a point has at most ${LIMITS.photosPerPoint}.`,
  params: idParam('item'),
  body: named('NewInspectionPhoto', 'A photo', {
    image_base64: Type.String({
      description: `A JPEG, PNG or WebP, at most ${LIMITS.frameBytes} bytes, as a data URL, or as base64 of a JPEG`,
      contentEncoding: 'base64',
      examples: ['data:image/jpeg;base64,/9j/4AAQSkZJRgABAQEASABIAAD…'],
    }),
  }),
  bodyBytes: Math.ceil(LIMITS.frameBytes / 3) * 4 + LIMITS.frameEnvelopeBytes,
  bodyCheckedBy: 'handler',
  answers: { 201: { description: 'The photo', schema: Type.Object({ photo: InspectionPhoto }) } },
  errors: ['conflict', 'photo_limit', 'frame_too_large', 'unsupported_mime', 'upload_failed'],
})

export const deleteInspectionPhoto = route({
  ...app,
  id: 'deleteInspectionPhoto',
  method: 'DELETE',
  path: '/app/inspection-photos/{id}',
  resource: 'inspection_photo',
  summary: 'Delete a photo of a point',
  description: 'Deletes a photo of an inspection that is in progress.',
  params: idParam('photo'),
  answers: { 200: { description: 'It is gone', schema: removed } },
  errors: ['conflict'],
})
