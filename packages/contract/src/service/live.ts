import type { Static } from 'typebox'
import { Type } from 'typebox'
import { route } from '../common/route.ts'
import { oneOf, uuid } from '../common/schema.ts'

/** What of a vessel can change. The web app keeps what it has read under the same words. */
export const LIVE_TOPICS = [
  'vessel',
  'due',
  'logbook',
  'inspections',
  'alarms',
  'telemetry',
  'connections',
  'cameras',
  'share',
] as const
export type LiveTopic = (typeof LIVE_TOPICS)[number]

/** The data of a `changed` event. */
export const LiveChange = Type.Object({
  vessel_id: uuid('The vessel of which something changed', 'vessel'),
  topics: Type.Array(oneOf(LIVE_TOPICS, 'What to load again'), { description: 'What changed' }),
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
  summary: 'Watch for changes',
  description:
    "Server-sent events: first `hello`, then `changed` for each change to a vessel of the account, with the vessel's id and the topics to load again. A `still` event every 25 seconds keeps the stream open. It ends with the session. An account may have 20 streams for each process.",
  answers: { 200: { description: 'The events', content: 'text/event-stream' } },
  errors: ['rate_limited'],
})
