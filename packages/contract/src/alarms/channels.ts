import { type Static, Type } from 'typebox'
import { LANGUAGES } from '../common/languages.ts'
import { LIMITS } from '../common/limits.ts'
import { route } from '../common/route.ts'
import {
  dateTime,
  flag,
  idParam,
  named,
  nullable,
  oneOf,
  optional,
  orNull,
  text,
  title,
  uuid,
} from '../common/schema.ts'
import { removed } from '../vessels/vessels.ts'
import { QUIET_PASSES, QuietHours } from './quiet-hours.ts'
import { SEVERITIES } from './rule-kinds.ts'
import { SUMMARIES } from './summary.ts'
import { WEBHOOK_EVENT_NAMES, WEBHOOK_EVENTS, type WebhookEvent } from './webhook-events.ts'

export const CHANNEL_KINDS = ['web_push', 'email', 'telegram', 'ntfy', 'webhook'] as const
export type ChannelKind = (typeof CHANNEL_KINDS)[number]

const SEVERITY = '`alarm`: told of alarms only; `warning`: of warnings too'

const events = WEBHOOK_EVENT_NAMES.map((event) => `- \`${event}\`: ${WEBHOOK_EVENTS[event]}`).join('\n')
const event = oneOf(WEBHOOK_EVENT_NAMES, 'An event')
const EVENTS = `Of a webhook: what it is told of, when\n\n${events}\n\nThe severity counts for \`vessel.alarm\` only.`

const fields = {
  name: title(80, "The owner's name for it", 'My phone'),
  address: Type.String({
    minLength: 1,
    maxLength: 2000,
    description:
      'The e-mail address; the chat of Telegram; or the http or https address of the ntfy topic, of the program that takes webhooks, or of the browser at its push service',
    examples: ['https://ntfy.sh/aurora-7fQ2xW9v'],
  }),
  severity: oneOf(SEVERITIES, SEVERITY),
  language: oneOf(LANGUAGES, 'Language of the messages'),
  enabled: flag('Whether anything is sent'),
  quiet_passes: oneOf(
    QUIET_PASSES,
    'What is sent during quiet hours; the rest is held until they end. `alarms`: what is of the severity `alarm`. A webhook gets everything',
    { examples: ['everything'] },
  ),
  frames: flag(
    'Whether alarms come with the newest frame, and frames that rules ask cameras for are sent. Without it no picture leaves the installation by this channel, and no link to one. The event `frame.stored` of a webhook is chosen by itself',
  ),
  summary: oneOf(
    SUMMARIES,
    'How often it is sent a summary of each boat: hours, miles, what was done and what it cost, alarms, and what is due. It comes after a week or a month has ended, at seven in the time zone of the quiet hours (UTC without), and waits for their end. A webhook gets none',
    { examples: ['off'] },
  ),
}

const chosenEvents = (description: string) =>
  Type.Array(event, {
    minItems: 1,
    maxItems: WEBHOOK_EVENT_NAMES.length,
    uniqueItems: true,
    description,
    examples: [['vessel.alarm', 'service.logged']],
  })

export const Channel = named('Channel', 'Where an account is told of alarms', {
  id: uuid("The channel's id", 'channel'),
  kind: oneOf(CHANNEL_KINDS, 'How it is told'),
  ...fields,
  events: Type.Unsafe<WebhookEvent[] | null>({
    type: ['array', 'null'],
    items: event,
    description: `${EVENTS} null: of another kind, which is told of all alarms`,
    examples: [['vessel.alarm', 'service.logged']],
  }),
  told_at: nullable(dateTime('When a message was last accepted')),
  verified_at: nullable(
    dateTime(
      'When its owner showed that messages arrive there; null: not yet, and nothing is sent to this e-mail address',
    ),
  ),
  last_error: nullable(text(300, 'Why the last message was not accepted; null: it was', 'answered 404')),
  created_at: dateTime('When it was made'),
})
export type Channel = Static<typeof Channel>

const app = { tag: 'app', auth: 'session', scope: null } as const
const ChannelAnswer = Type.Object({ channel: Channel })

export const listChannels = route({
  ...app,
  id: 'listChannels',
  method: 'GET',
  path: '/app/channels',
  resource: null,
  summary: 'Where the account is told of alarms',
  description: 'In the order in which they were made; which kinds this installation can send to; and the quiet hours.',
  answers: {
    200: {
      description: 'The channels',
      schema: Type.Object({
        channels: Type.Array(Channel),
        push_key: text(
          87,
          "The service's key for Web Push: the browser's applicationServerKey",
          'BEl62iUYgUivxIkv69yViEuiBIa-Ib9-SkvMeAtA3LFgDzkrxZJjSgSnfckjBJuBkr3qBUYIHBQFLXYp5Nksh8U',
        ),
        kinds: Type.Array(oneOf(CHANNEL_KINDS, 'A kind that can be added')),
        quiet_hours: orNull(QuietHours, 'The quiet hours of the account; null: there are none'),
      }),
    },
  },
  errors: [],
})

export const createChannel = route({
  ...app,
  id: 'createChannel',
  method: 'POST',
  path: '/app/channels',
  resource: null,
  summary: 'Add a channel',
  description: `The account is told of alarms of all its boats there, when one begins and when it ends. A webhook is signed as Standard Webhooks says; its secret is only in this answer. An e-mail address gets a message with a link first, and nothing else until it was opened: see verifyChannel. An account has at most ${LIMITS.channelsPerAccount} channels: one more is conflict.`,
  body: named(
    'NewChannel',
    'A channel to add',
    {
      kind: oneOf(CHANNEL_KINDS, 'How the account is told'),
      name: fields.name,
      address: fields.address,
      token: optional(
        text(
          120,
          'For Telegram: the token of the bot. No answer has it',
          '110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw',
        ),
      ),
      push: optional(
        named('PushKeys', "For Web Push: the keys of the browser's subscription, base64url", {
          p256dh: Type.String({
            minLength: 87,
            maxLength: 87,
            pattern: '^[\\w-]+$',
            description: 'Its public key',
            examples: ['BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM'],
          }),
          auth: Type.String({
            minLength: 22,
            maxLength: 22,
            pattern: '^[\\w-]+$',
            description: 'Its secret',
            examples: ['tBHItJI5svbpez7KI4CCXg'],
          }),
        }),
      ),
      severity: optional(oneOf(SEVERITIES, SEVERITY, { default: 'alarm' })),
      events: optional(chosenEvents(`${EVENTS} Absent: those that are alarms`)),
      language: optional(oneOf(LANGUAGES, 'Language of the messages', { default: 'en' })),
    },
    {
      examples: [
        {
          ...{ kind: 'webhook', name: 'Shore station', address: 'https://example.org/alarms', severity: 'warning' },
          ...{ events: ['vessel.alarm', 'service.logged'], language: 'en' },
        },
      ],
    },
  ),
  answers: {
    201: {
      description: 'The channel',
      schema: Type.Object({
        channel: Channel,
        secret: nullable(
          text(80, 'Signs webhooks; null for other kinds', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo='),
        ),
      }),
    },
  },
  errors: ['conflict', 'email_unavailable', 'rate_limited'],
})

export const changeChannel = route({
  ...app,
  id: 'changeChannel',
  method: 'PATCH',
  path: '/app/channels/{id}',
  resource: 'channel',
  summary: 'Change a channel',
  description: 'Changes the given fields.',
  params: idParam('channel'),
  body: named('ChannelChange', 'What to change', {
    name: optional(fields.name),
    severity: optional(fields.severity),
    events: optional(chosenEvents(EVENTS)),
    language: optional(fields.language),
    enabled: optional(fields.enabled),
    quiet_passes: optional(fields.quiet_passes),
    frames: optional(fields.frames),
    summary: optional(fields.summary),
  }),
  answers: { 200: { description: 'The channel as it is now', schema: ChannelAnswer } },
  errors: [],
})

export const deleteChannel = route({
  ...app,
  id: 'deleteChannel',
  method: 'DELETE',
  path: '/app/channels/{id}',
  resource: 'channel',
  summary: 'Delete a channel',
  description: 'Nothing more is sent there, also not what waits.',
  params: idParam('channel'),
  answers: { 200: { description: 'It was deleted', schema: removed } },
  errors: [],
})

export const testChannel = route({
  ...app,
  id: 'testChannel',
  method: 'POST',
  path: '/app/channels/{id}/test',
  resource: 'channel',
  summary: 'Send a test',
  description: `Sends a message there now, and says what came of it. An e-mail address that is not verified gets the message with the link again. An account may send ${LIMITS.channelTestsPerHour} tests an hour, and besides ${LIMITS.channelMailsPerHour} e-mails: tests and links.`,
  params: idParam('channel'),
  answers: {
    200: {
      description: 'What came of it',
      schema: Type.Object({
        error: nullable(text(300, 'Why it was not accepted; null: it was', 'answered 404')),
      }),
    },
  },
  errors: ['rate_limited'],
})

export const verifyChannel = route({
  ...app,
  id: 'verifyChannel',
  method: 'PUT',
  path: '/app/channels/{id}/verification',
  resource: 'channel',
  summary: 'Verify an e-mail address',
  description: 'With the code in the link that was sent there. From then on alarms are sent there.',
  params: idParam('channel'),
  body: named('ChannelCode', 'What was sent there', {
    code: text(60, 'The code in the link', 'k3Vb9Xq2LmTz0pWc8RfYhA', 1),
  }),
  answers: { 200: { description: 'The channel as it is now', schema: ChannelAnswer } },
  errors: ['invalid_code'],
})
