import { Type } from 'typebox'
import { route } from '../common/route.ts'
import { nullable, optional, text } from '../common/schema.ts'
import { removed } from '../vessels/vessels.ts'

const url = text(
  2000,
  'Its address. Whoever knows it can read it',
  'https://boat.example/api/calendar/s7Kq2xW9vT4yZ1aB3cD5eF.ics',
)

const app = { tag: 'app', auth: 'session', scope: null, resource: null, path: '/app/calendar' } as const

export const getCalendar = route({
  ...app,
  id: 'getCalendar',
  method: 'GET',
  summary: "The account's calendar",
  description: 'The address of a calendar with what is due on all boats of the account.',
  answers: {
    200: { description: 'Its address; null: there is none', schema: Type.Object({ url: nullable(url) }) },
  },
  errors: [],
})

export const makeCalendar = route({
  ...app,
  id: 'makeCalendar',
  method: 'POST',
  summary: "Make the account's calendar",
  description: 'Makes a new address. The one before it, if there is one, stops at once.',
  answers: { 201: { description: 'The calendar', schema: Type.Object({ url }) } },
  errors: [],
})

export const deleteCalendar = route({
  ...app,
  id: 'deleteCalendar',
  method: 'DELETE',
  summary: "Revoke the account's calendar",
  description: 'Its address stops at once.',
  answers: { 200: { description: 'It was revoked', schema: removed } },
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
    'For programs that show calendars (iCalendar, RFC 5545): what is due on all boats of an account, on whole days in UTC, with a reminder on the day before. What is overdue is on the day of the request.',
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
