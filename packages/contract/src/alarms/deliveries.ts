import { type Static, Type } from 'typebox'
import { LIMITS } from '../common/limits.ts'
import { route } from '../common/route.ts'
import { dateTime, idParam, integer, limit, named, nullable, oneOf, optional, text, uuid } from '../common/schema.ts'
import { SEVERITIES } from './rule-kinds.ts'
import { MESSAGE_TYPES } from './webhooks.ts'

export const DELIVERY_STATES = ['waiting', 'accepted', 'given_up'] as const

export const Delivery = named('Delivery', 'A message to a channel', {
  id: uuid("The delivery's id; also the webhook-id", 'delivery'),
  channel_id: uuid('Where it is sent', 'channel'),
  vessel_id: nullable(uuid('The vessel; null: it is about the installation', 'vessel')),
  vessel_name: nullable(text(200, 'Its name then', 'Aurora')),
  alarm_id: nullable(uuid('The alarm; null: it is about none', 'alarm')),
  event: oneOf(
    [...MESSAGE_TYPES, 'vessel.summary'],
    'What it tells; the `type` of a webhook. `vessel.summary`: the summary of a boat, which no webhook gets',
  ),
  severity: nullable(oneOf(SEVERITIES, 'How urgent the alarm is; null: it is about none')),
  state: oneOf(
    DELIVERY_STATES,
    '`waiting`: it is held, sent, or sent again; `given_up`: nobody accepted it for a day, or it was not needed any more',
  ),
  tries: integer(0, 1000, 'How often it was sent', 1),
  error: nullable(
    text(300, 'Why it was not accepted the last time; null: it was, or it was not sent yet', 'answered 404'),
  ),
  created_at: dateTime('When it was written'),
  held_until: nullable(dateTime('When the quiet hours end, or ended, for which it waits or waited; null: it does not')),
  done_at: nullable(dateTime('When it was accepted or given up')),
})
export type Delivery = Static<typeof Delivery>

const common = { tag: 'alarms', auth: 'owner' } as const

export const listDeliveries = route({
  ...common,
  id: 'listDeliveries',
  method: 'GET',
  path: '/v1/deliveries',
  scope: 'read:alarms',
  resource: null,
  summary: 'The messages to channels',
  description:
    'To all channels of the account or to one, the newest first. They are kept for 30 days, those about frames for two days.',
  query: Type.Object({
    ...limit(LIMITS.deliveriesPerRead).properties,
    channel_id: optional(uuid('Only those to this channel', 'channel')),
  }),
  answers: { 200: { description: 'The messages', schema: Type.Object({ deliveries: Type.Array(Delivery) }) } },
  errors: [],
})

export const sendAgain = route({
  ...common,
  id: 'sendAgain',
  method: 'POST',
  path: '/v1/deliveries/{id}/send-again',
  scope: 'write:alarms',
  resource: 'delivery',
  summary: 'Send a message again',
  description: `Sends it now, also one that was accepted. It has the same id, by which receivers know it. An account may do this ${LIMITS.sentAgainPerHour} times an hour.`,
  params: idParam('delivery'),
  answers: { 200: { description: 'The message', schema: Type.Object({ delivery: Delivery }) } },
  errors: [],
})
