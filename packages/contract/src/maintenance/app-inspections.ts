import { type Static, Type } from 'typebox'
import { inLanguage } from '../common/languages.ts'
import { LIMITS } from '../common/limits.ts'
import { route } from '../common/route.ts'
import {
  dateTime,
  EXAMPLE_IMAGE,
  idParam,
  integer,
  named,
  nullable,
  oneOf,
  orNull,
  text,
  uuid,
} from '../common/schema.ts'
import { minutes } from '../common/words.ts'
import { removed } from '../vessels/vessels.ts'
import { Inspection, InspectionItem, VERDICTS } from './maintenance.ts'

const count = (of: string, example: number) => integer(0, 10_000, of, example)

export const InspectionSummary = named('InspectionSummary', 'An inspection with the number of its items by verdict', {
  ...Inspection.properties,
  points: count('Number of items', 43),
  operational: count('Items that are operational', 38),
  attention: count('Items that need attention', 3),
  non_operational: count('Items that are not operational', 1),
})
export type InspectionSummary = Static<typeof InspectionSummary>

const side = (of: string) => integer(1, 100_000, `${of} as shown, px`, 1600)

export const InspectionPhoto = named('InspectionPhoto', 'A photo of an inspection item', {
  id: uuid("The photo's id", 'inspection_photo'),
  width: side('Width'),
  height: side('Height'),
  created_at: dateTime('When it arrived'),
  url: text(
    2000,
    `A signed link, valid for ${minutes(LIMITS.signedLinkSeconds)}`,
    'https://boat.example/frames/0b9f…?exp=1&sig=…',
  ),
  thumb_url: text(
    2000,
    'As url, for a version at most 320 px wide',
    'https://boat.example/frames/0b9f…?exp=1&sig=…&size=thumb',
  ),
})
export type InspectionPhoto = Static<typeof InspectionPhoto>

const Previous = named('PreviousFinding', 'The result of an item in the previous inspection', {
  verdict: oneOf(VERDICTS, 'The verdict'),
  note: nullable(text(2000, 'The note', 'Impeller cracked, replaced')),
  completed_at: dateTime('When that inspection was completed'),
})

export const InspectionPoint = named('InspectionPoint', 'One item of an inspection with its texts and photos', {
  ...InspectionItem.properties,
  checklist: nullable(text(60, 'Slug of its checklist; null if no checklist has the item now', 'engine-diesel')),
  section: text(120, 'The part of the boat', 'Cooling'),
  title: text(120, 'What to check', 'Raw-water impeller'),
  hint: text(400, 'What to look for', 'Age, cracked vanes, a spare on board'),
  previous: orNull(Previous, 'The last verdict in an earlier completed inspection; null without one'),
  photos: Type.Array(InspectionPhoto, { description: 'Its photos, oldest first' }),
  task_id: nullable(uuid('The task that settles this finding; null without one', 'task')),
})
export type InspectionPoint = Static<typeof InspectionPoint>

const app = { tag: 'app', auth: 'session', scope: null } as const

export const overviewInspections = route({
  ...app,
  id: 'overviewInspections',
  method: 'GET',
  path: '/app/vessels/{id}/inspections',
  resource: 'vessel',
  summary: 'List inspections with their results',
  description: `The last ${LIMITS.inspectionsListed} inspections, newest first, each with the number of items by verdict.`,
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
  summary: 'Get an inspection with texts and photos',
  description:
    'The inspection with its items in the order of the checklist: texts, the previous result and photos of each.',
  params: idParam('inspection'),
  query: inLanguage,
  answers: {
    200: {
      description: 'The inspection',
      schema: Type.Object({
        inspection: Inspection,
        vessel_id: uuid('The vessel that is inspected', 'vessel'),
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
  summary: 'Discard an inspection',
  description: 'Deletes an inspection that is in progress, with its photos. A completed inspection cannot be deleted.',
  params: idParam('inspection'),
  answers: { 200: { description: 'It was deleted', schema: removed } },
  errors: ['conflict'],
})

export const addInspectionPhoto = route({
  ...app,
  id: 'addInspectionPhoto',
  method: 'POST',
  path: '/app/inspection-items/{id}/photos',
  resource: 'inspection_item',
  summary: 'Add a photo to an inspection item',
  description: `Stores a photo of an item. The inspection must be in progress. An item has at most ${LIMITS.photosPerPoint} photos.`,
  params: idParam('inspection_item'),
  body: named('NewInspectionPhoto', 'A photo', {
    image_base64: Type.String({
      description: `A JPEG, PNG or WebP, at most ${LIMITS.frameBytes} bytes, as a data URL, or as base64 of a JPEG`,
      contentEncoding: 'base64',
      examples: [EXAMPLE_IMAGE],
    }),
  }),
  bodyBytes: LIMITS.frameTextBytes + LIMITS.frameEnvelopeBytes,
  bodyCheckedBy: 'handler',
  answers: { 201: { description: 'The photo', schema: Type.Object({ photo: InspectionPhoto }) } },
  errors: ['conflict', 'photo_limit', 'quota_exceeded', 'frame_too_large', 'unsupported_mime', 'upload_failed'],
})

export const deleteInspectionPhoto = route({
  ...app,
  id: 'deleteInspectionPhoto',
  method: 'DELETE',
  path: '/app/inspection-photos/{id}',
  resource: 'inspection_photo',
  summary: 'Delete a photo of an inspection item',
  description: 'Deletes a photo. The inspection must be in progress.',
  params: idParam('inspection_photo'),
  answers: { 200: { description: 'It was deleted', schema: removed } },
  errors: ['conflict'],
})
