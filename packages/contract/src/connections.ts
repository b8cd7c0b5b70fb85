import { type Static, Type } from 'typebox'
import { LIMITS } from './limits.ts'
import { route } from './route.ts'
import { dateTime, flag, idParam, named, nullable, oneOf, optional, text, uuid } from './schema.ts'
import { removed } from './vessels.ts'

export const PROVIDER_DIRECTIONS = ['push', 'pull'] as const
export const PROVIDER_STATUSES = ['live', 'beta', 'planned', 'unavailable'] as const

export const providerFields = {
  name: text(80, 'Name for people', 'Signal K', 1),
  summary: text(400, 'What it is', 'Open marine data server on the boat'),
  direction: oneOf(PROVIDER_DIRECTIONS, 'push: the boat sends; pull: needs a grant from the other side'),
  status: oneOf(PROVIDER_STATUSES, 'How far it is'),
  covers: Type.Array(text(80, 'A brand', 'Volvo Penta'), {
    maxItems: 200,
    description: 'Engine and system brands that it can carry',
  }),
  install_notes: nullable(text(2000, 'How to set it up', 'Install signalk-binnacle from the app store')),
  docs_url: nullable(
    Type.String({
      maxLength: 400,
      pattern: '^https?://',
      description: 'Where to read more',
      examples: ['https://signalk.org'],
    }),
  ),
}

export const Provider = named('Provider', 'A system that the service can take data from', {
  slug: text(60, 'Name in requests', 'signalk'),
  ...providerFields,
})
export type Provider = Static<typeof Provider>

const connectionLabel = text(60, "The owner's name for it", 'Raspberry Pi at the chart table')
const config = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  description: `Notes of the owner's own, at most ${LIMITS.connectionConfigBytes} bytes of JSON; never a secret. Stored, never acted on`,
  examples: [{ host: '192.168.1.10' }],
})

export const Connection = named('Connection', 'One box on one boat', {
  id: uuid("The connection's id"),
  provider: text(60, 'Slug of the provider', 'signalk'),
  label: nullable(connectionLabel),
  config,
  ingest_key_prefix: nullable(text(12, 'The start of its key', 'ct_8fK2qR9')),
  enabled: flag('Whether the box may send'),
  last_seen_at: nullable(dateTime('When the box last sent something')),
  last_error: nullable(text(200, 'Why its last request was refused; null after one that was not', 'too_many_readings')),
  created_at: dateTime('When it was made'),
})
export type Connection = Static<typeof Connection>

const ConnectionWithKey = Type.Object({
  connection: Connection,
  ingest_key: text(60, 'The connection key: shown this once', 'ct_8fK2qR9vT1xW4yZ7aB3cD5eF6gH8jK0mN2pQ4rS6tU8vW'),
})

export const listProviders = route({
  id: 'listProviders',
  tag: 'telemetry',
  auth: 'owner',
  scope: 'read:vessel',
  resource: null,
  method: 'GET',
  path: '/v1/telemetry/providers',
  summary: 'The catalogue',
  description: 'The systems that the service can take data from. Served live: the operator edits it.',
  answers: { 200: { description: 'The catalogue', schema: Type.Object({ providers: Type.Array(Provider) }) } },
  errors: [],
})

const common = { tag: 'connections', auth: 'owner' } as const

export const listConnections = route({
  ...common,
  scope: 'read:vessel',
  resource: 'vessel',
  id: 'listConnections',
  method: 'GET',
  path: '/v1/vessels/{id}/connections',
  summary: 'The connections of a vessel',
  description: 'The boxes that may send for the vessel, in the order in which they were made.',
  params: idParam('vessel'),
  answers: { 200: { description: 'The connections', schema: Type.Object({ connections: Type.Array(Connection) }) } },
  errors: [],
})

export const createConnection = route({
  ...common,
  scope: 'write:log',
  resource: 'vessel',
  id: 'createConnection',
  method: 'POST',
  path: '/v1/vessels/{id}/connections',
  summary: 'Connect a box',
  description:
    'Makes a connection for a push provider, one for each provider and vessel. Its key is in this answer and nowhere else.',
  params: idParam('vessel'),
  body: named('NewConnection', 'A connection to make', {
    provider: text(60, 'Slug of the provider', 'signalk', 1),
    label: optional(connectionLabel),
    config: optional(config),
  }),
  answers: { 201: { description: 'The connection and its key', schema: ConnectionWithKey } },
  errors: ['unknown_provider', 'credentials_not_accepted', 'already_connected', 'provider_not_connectable'],
})

export const deleteConnection = route({
  ...common,
  scope: 'write:log',
  resource: 'connection',
  id: 'deleteConnection',
  method: 'DELETE',
  path: '/v1/connections/{id}',
  summary: 'Remove a connection',
  description: 'Removes the connection and revokes its key at once. Its readings stay.',
  params: idParam('connection'),
  answers: { 200: { description: 'It is gone', schema: removed } },
  errors: [],
})

const app = { tag: 'app', auth: 'session', scope: null, resource: 'connection' } as const

export const changeConnection = route({
  ...app,
  id: 'changeConnection',
  method: 'PATCH',
  path: '/app/connections/{id}',
  summary: 'Change a connection',
  description: 'Enables or disables the box, names it, or changes its notes.',
  params: idParam('connection'),
  body: named('ConnectionChange', 'What to change; a field that is absent stays', {
    enabled: optional(flag('Whether the box may send')),
    label: optional(nullable(connectionLabel)),
    config: optional(config),
  }),
  answers: { 200: { description: 'The connection as it is now', schema: Type.Object({ connection: Connection }) } },
  errors: ['credentials_not_accepted'],
})

export const rotateConnectionKey = route({
  ...app,
  id: 'rotateConnectionKey',
  method: 'POST',
  path: '/app/connections/{id}/rotate-key',
  summary: 'Rotate a connection key',
  description:
    'Gives the connection a new key; the old one stops at once. The new key is in this answer and nowhere else.',
  params: idParam('connection'),
  answers: { 200: { description: 'The connection and its new key', schema: ConnectionWithKey } },
  errors: [],
})
