import { Type } from 'typebox'
import { route } from '../common/route.ts'
import { idParam, nullable, optional, text } from '../common/schema.ts'
import { removed } from '../vessels/vessels.ts'

const url = text(
  2000,
  'Its address. Whoever knows it can read it',
  'https://boat.example/api/calendar/s7Kq2xW9vT4yZ1aB3cD5eF.ics',
)

const found = {
  200: { description: 'Its address; null: there is none', schema: Type.Object({ url: nullable(url) }) },
} as const
const made = { 201: { description: 'The calendar', schema: Type.Object({ url }) } } as const
const revoked = { 200: { description: 'It was revoked', schema: removed } } as const

const app = { tag: 'app', auth: 'session', scope: null, resource: null, path: '/app/calendar' } as const

export const getCalendar = route({
  ...app,
  id: 'getCalendar',
  method: 'GET',
  summary: "The account's calendar",
  description: 'The address of a calendar with what is due on all boats of the account.',
  answers: found,
  errors: [],
})

export const makeCalendar = route({
  ...app,
  id: 'makeCalendar',
  method: 'POST',
  summary: "Make the account's calendar",
  description: 'Makes a new address. The one before it, if there is one, stops at once.',
  answers: made,
  errors: [],
})

export const deleteCalendar = route({
  ...app,
  id: 'deleteCalendar',
  method: 'DELETE',
  summary: "Revoke the account's calendar",
  description: 'Its address stops at once.',
  answers: revoked,
  errors: [],
})

const ofVessel = { ...app, resource: 'vessel', path: '/app/vessels/{id}/calendar', params: idParam('vessel') } as const

export const getVesselCalendar = route({
  ...ofVessel,
  id: 'getVesselCalendar',
  method: 'GET',
  summary: 'The calendar of a vessel',
  description: 'The address of a calendar with what is due on this boat alone.',
  answers: found,
  errors: [],
})

export const makeVesselCalendar = route({
  ...ofVessel,
  id: 'makeVesselCalendar',
  method: 'POST',
  summary: 'Make the calendar of a vessel',
  description: 'Makes a new address. The one before it, if there is one, stops at once.',
  answers: made,
  errors: [],
})

export const deleteVesselCalendar = route({
  ...ofVessel,
  id: 'deleteVesselCalendar',
  method: 'DELETE',
  summary: 'Revoke the calendar of a vessel',
  description: 'Its address stops at once.',
  answers: revoked,
  errors: [],
})

export const readCalendar = route({
  id: 'readCalendar',
  method: 'GET',
  path: '/api/calendar/{file}',
  tag: 'share',
  auth: 'public',
  scope: null,
  resource: null,
  summary: 'Read a calendar',
  description:
    'For programs that show calendars (iCalendar, RFC 5545): what is due on all boats of an account or on one of them, on whole days in UTC, with a reminder on the day before. What is overdue is on the day of the request.',
  params: Type.Object({
    file: Type.String({ description: 'The secret with .ics at its end', examples: ['s7Kq2xW9vT4yZ1aB3cD5eF.ics'] }),
  }),
  query: Type.Object({
    lang: optional(
      Type.String({
        description: 'Language: en or de. Without one of these, Accept-Language decides.',
        examples: ['de'],
      }),
    ),
  }),
  answers: { 200: { description: 'The calendar', content: 'text/calendar' } },
  errors: ['not_found', 'rate_limited'],
})
