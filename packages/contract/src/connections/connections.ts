import { type Static, Type } from 'typebox'
import { LIMITS } from '../common/limits.ts'
import { route } from '../common/route.ts'
import {
  anyObject,
  dateTime,
  flag,
  idParam,
  named,
  nullable,
  oneOf,
  optional,
  optionalOrNull,
  text,
  uuid,
} from '../common/schema.ts'
import { removed } from '../vessels/vessels.ts'

export const PROVIDER_DIRECTIONS = ['push', 'pull'] as const
export const PROVIDER_STATUSES = ['live', 'beta', 'planned', 'unavailable'] as const

export const providerFields = {
  name: text(80, 'Name for people', 'Signal K', 1),
  summary: text(400, 'A short description', 'Open marine data server on the boat'),
  direction: oneOf(PROVIDER_DIRECTIONS, 'push: the boat sends; pull: the other side must grant access'),
  status: oneOf(
    PROVIDER_STATUSES,
    'live and beta work now; planned: there is no software for it yet, but a push provider can be connected; unavailable: it cannot be connected',
  ),
  covers: Type.Array(text(80, 'A brand', 'Volvo Penta'), {
    maxItems: 200,
    description: 'Engine and system brands that it covers',
  }),
  install_notes: nullable(text(2000, 'How to set it up', 'Install signalk-binnacle on the Signal K server')),
  docs_url: nullable(
    Type.String({
      maxLength: 400,
      pattern: '^https?://',
      description: 'Documentation of the system',
      examples: ['https://signalk.org'],
    }),
  ),
}

export const Provider = named('Provider', 'A system that can send data to the service', {
  slug: text(60, 'Its name in requests', 'signalk'),
  ...providerFields,
})
export type Provider = Static<typeof Provider>

const connectionLabel = text(60, "The owner's name for it", 'Raspberry Pi at the chart table')
const config = anyObject(
  `Notes of the owner, at most ${LIMITS.connectionConfigBytes} bytes of JSON, without secrets; {} unless given. The service stores them and does not use them`,
  { examples: [{ host: '192.168.1.10' }] },
)

export const Connection = named('Connection', 'One onboard device on one boat', {
  id: uuid("The connection's id", 'connection'),
  provider: text(60, 'Slug of the provider', 'signalk'),
  label: nullable(connectionLabel),
  config,
  ingest_key_prefix: nullable(text(12, 'The start of its key', 'ct_8fK2qR')),
  enabled: flag('Whether the device may send'),
  last_seen_at: nullable(dateTime('When the device last sent something')),
  last_error: nullable(
    text(
      200,
      'Why its last request was refused (an error code, and what was wrong), or why the first rejected reading of its last batch was; null after a request of which everything was stored. Requests of a disabled connection, repeated batches, telemetry refused with 422, 429 or 503, and other requests with an unknown query parameter do not change it',
      'too_many_readings',
    ),
  ),
  created_at: dateTime('When it was created'),
})
export type Connection = Static<typeof Connection>

const ConnectionWithKey = Type.Object({
  connection: Connection,
  ingest_key: text(
    60,
    'The connection key. It is shown only here',
    'ct_8fK2qR9vT1xW4yZ7aB3cD5eF6gH8jK0mN2pQ4rS6tU834RL7G',
  ),
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
  description: 'The systems that can send data to the service. The operator can change the catalogue at any time.',
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
  description: 'The connections of the vessel, oldest first.',
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
  summary: 'Create a connection',
  description:
    'Creates a connection for a push provider; a vessel can have one for each provider. The connection key is only in this answer. A connection that an access key made is turned off when that key is revoked, or within an hour after it expires: its device gets `connection_disabled`. The owner keeps it by turning it on again, or replacing its key, in the app.',
  params: idParam('vessel'),
  body: named('NewConnection', 'A connection to create', {
    provider: text(60, 'Slug of the provider', 'signalk', 1),
    label: optionalOrNull(connectionLabel),
    config: optionalOrNull(config),
  }),
  answers: { 201: { description: 'The connection and its key', schema: ConnectionWithKey } },
  errors: [
    'unknown_provider',
    'credentials_not_accepted',
    'already_connected',
    'quota_exceeded',
    'provider_not_connectable',
  ],
})

export const deleteConnection = route({
  ...common,
  scope: 'write:log',
  resource: 'connection',
  id: 'deleteConnection',
  method: 'DELETE',
  path: '/v1/connections/{id}',
  summary: 'Remove a connection',
  description: 'Removes the connection and revokes its key at once. Its readings are kept.',
  params: idParam('connection'),
  answers: { 200: { description: 'It was deleted', schema: removed } },
  errors: [],
})

const app = { tag: 'app', auth: 'session', scope: null, resource: 'connection' } as const

export const changeConnection = route({
  ...app,
  id: 'changeConnection',
  method: 'PATCH',
  path: '/app/connections/{id}',
  summary: 'Change a connection',
  description: 'Enables, disables or renames the connection, or changes its notes.',
  params: idParam('connection'),
  body: named('ConnectionChange', 'Fields to change; absent fields keep their value', {
    enabled: optional(flag('Whether the device may send')),
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
  description: 'Gives the connection a new key. The old key stops at once. The new key is only in this answer.',
  params: idParam('connection'),
  answers: { 200: { description: 'The connection and its new key', schema: ConnectionWithKey } },
  errors: [],
})
