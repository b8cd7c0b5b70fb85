import type { Static } from 'typebox'
import { Type } from 'typebox'
import { route } from './route.ts'
import { oneOf, uuid } from './schema.ts'

/** What of a vessel can change. The web app keeps what it has read under the same words. */
export const LIVE_TOPICS = [
  'vessel',
  'due',
  'logbook',
  'inspections',
  'telemetry',
  'connections',
  'cameras',
  'share',
] as const
export type LiveTopic = (typeof LIVE_TOPICS)[number]

/** The data of a `changed` event. */
export const LiveChange = Type.Object({
  vessel_id: uuid('The vessel of which something changed'),
  topics: Type.Array(oneOf(LIVE_TOPICS, 'What is to be read again'), { description: 'What changed' }),
})
export type LiveChange = Static<typeof LiveChange>

export const watchLive = route({
  tag: 'app',
  auth: 'session',
  scope: null,
  resource: null,
  id: 'watchLive',
  method: 'GET',
  path: '/app/live',
  summary: 'What changes, as it changes',
  description:
    "Server-sent events: `hello` when the stream stands, then a `changed` event for each of the account's vessels of which something changed, with the vessel's id and the topics to read again. It says that something changed and not what. It ends with its session, and an account may hold 20 in each process. A comment with a `still` event every 25 seconds keeps it open.",
  answers: { 200: { description: 'The events', content: 'text/event-stream' } },
  errors: ['rate_limited'],
})
