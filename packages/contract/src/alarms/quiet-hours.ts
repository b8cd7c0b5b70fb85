import { type Static, Type } from 'typebox'
import { route } from '../common/route.ts'
import { named, text } from '../common/schema.ts'
import { removed } from '../vessels/vessels.ts'

/** What is sent to a channel during quiet hours. */
export const QUIET_PASSES = ['alarms', 'everything', 'nothing'] as const
export type QuietPasses = (typeof QUIET_PASSES)[number]

const localTime = (description: string, example: string) =>
  Type.String({ maxLength: 5, pattern: '^([01]\\d|2[0-3]):[0-5]\\d$', description, examples: [example] })

export const QuietHours = named('QuietHours', 'The quiet hours of an account: when it is not disturbed, each day', {
  from: localTime('When they begin, local time', '22:00'),
  until: localTime('When they end, local time; before `from`: on the next day', '07:00'),
  time_zone: text(64, 'IANA time zone of these times', 'Europe/Berlin'),
})
export type QuietHours = Static<typeof QuietHours>

const app = { tag: 'app', auth: 'session', scope: null, resource: null, path: '/app/quiet-hours' } as const

export const putQuietHours = route({
  ...app,
  id: 'putQuietHours',
  method: 'PUT',
  summary: 'Set the quiet hours',
  description:
    'Messages that a channel does not let pass are held until the quiet hours end: see `quiet_passes` of a channel. Those of one boat are then one message.',
  body: QuietHours,
  answers: { 200: { description: 'The quiet hours', schema: Type.Object({ quiet_hours: QuietHours }) } },
  errors: [],
})

export const deleteQuietHours = route({
  ...app,
  id: 'deleteQuietHours',
  method: 'DELETE',
  summary: 'Switch the quiet hours off',
  description: 'What is held is sent now.',
  answers: { 200: { description: 'They are off', schema: removed } },
  errors: [],
})
