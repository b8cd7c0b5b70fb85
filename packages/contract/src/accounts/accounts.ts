import { type Static, Type } from 'typebox'
import { PLANS } from '../common/plans.ts'
import { DEFAULT_SCOPES, route, SCOPES } from '../common/route.ts'
import { dateTime, flag, idParam, named, nullable, oneOf, optional, text, title, uuid } from '../common/schema.ts'
import { listed } from '../common/words.ts'
import { removed } from '../vessels/vessels.ts'

export const Account = named('Account', 'An account', {
  id: uuid("The account's id", 'account'),
  name: text(200, 'Name', 'Ada'),
  email: text(320, 'E-mail address', 'ada@example.org'),
  plan: oneOf(PLANS, 'Plan; access keys come with pro and fleet'),
  operator: flag('Whether the account is an operator of this installation', false),
})
export type Account = Static<typeof Account>

const app = { tag: 'app', auth: 'session', scope: null } as const

export const getMe = route({
  ...app,
  id: 'getMe',
  withoutSecondFactor: true,
  method: 'GET',
  path: '/app/me',
  resource: null,
  summary: 'Get the signed-in account',
  description: 'The account of the session.',
  answers: { 200: { description: 'The account', schema: Type.Object({ account: Account }) } },
  errors: [],
})

const use = (description: string, used: number, max: number) =>
  Type.Object(
    {
      used: Type.Integer({ minimum: 0, description: 'How much there is', examples: [used] }),
      max: nullable(Type.Integer({ minimum: 0, description: 'The quota; null: unlimited', examples: [max] })),
    },
    { description },
  )

export const AccountUse = named('AccountUse', 'What an account has, and what its plan allows; for all its boats', {
  vessels: use('Boats', 2, 50),
  access_keys: use('Personal access keys', 1, 50),
  connections: use('Connections', 3, 200),
  photos: use('Photos of inspections', 40, 10_000),
  storage_bytes: use('Storage of camera pictures and photos, bytes', 61_000_000, 50_000_000_000),
})
export type AccountUse = Static<typeof AccountUse>

export const getUse = route({
  ...app,
  id: 'getUse',
  method: 'GET',
  path: '/app/use',
  resource: null,
  summary: 'Get what the account uses',
  description:
    'What the account has of each quota of its plan. Creating more than a quota allows is refused with quota_exceeded. Telemetry has no quota. When storage is full, new photos of inspections are refused, and a camera with a new picture drops its oldest ones.',
  answers: { 200: { description: 'The use', schema: Type.Object({ use: AccountUse }) } },
  errors: [],
})

const scopes = Type.Array(
  oneOf(
    SCOPES,
    'read:vessel allows every GET but those of alarms; write:log allows every other method; read:alarms and write:alarms allow what is about alarms',
  ),
  {
    minItems: 1,
    uniqueItems: true,
    description: `What the key may do; defaults to ${listed(DEFAULT_SCOPES)}`,
  },
)

export const AccessKey = named('AccessKey', 'A personal access key', {
  id: uuid("The key's id", 'access_key'),
  name: title(80, "The owner's name for it", 'Home Assistant'),
  prefix: text(12, 'The start of the key', 'bnk_8fK2qR'),
  scopes,
  created_at: dateTime('When it was created'),
  expires_at: nullable(dateTime('When it expires; null: never', '2099-05-14T09:30:00.000Z')),
  last_used_at: nullable(dateTime('When it was last used, rounded to the minute')),
})
export type AccessKey = Static<typeof AccessKey>

export const listAccessKeys = route({
  ...app,
  id: 'listAccessKeys',
  method: 'GET',
  path: '/app/access-keys',
  resource: null,
  summary: 'The access keys',
  description: 'The personal access keys of the account, newest first.',
  answers: { 200: { description: 'The keys', schema: Type.Object({ access_keys: Type.Array(AccessKey) }) } },
  errors: [],
})

export const createAccessKey = route({
  ...app,
  id: 'createAccessKey',
  method: 'POST',
  path: '/app/access-keys',
  resource: null,
  summary: 'Create an access key',
  description:
    'Creates a personal access key. The key is only in this answer. The session must be fresh: at most 15 minutes since it signed in or since confirmSession.',
  body: named('NewAccessKey', 'A key to create', {
    name: AccessKey.properties.name,
    scopes: optional(scopes),
    expires_at: optional(
      nullable(
        dateTime('When it expires; must be in the future. Absent: in a year. null: never', '2099-05-14T09:30:00.000Z'),
      ),
    ),
  }),
  answers: {
    201: {
      description: 'The key',
      schema: Type.Object({
        access_key: AccessKey,
        key: text(60, 'The key. It is shown only here', 'bnk_8fK2qR9vT1xW4yZ7aB3cD5eF6gH8jK0mN2pQ4rS6tU83V327D'),
      }),
    },
  },
  errors: ['plan_required', 'quota_exceeded', 'fresh_session_required'],
})

export const deleteAccessKey = route({
  ...app,
  id: 'deleteAccessKey',
  method: 'DELETE',
  path: '/app/access-keys/{id}',
  resource: 'access_key',
  summary: 'Revoke an access key',
  description:
    'Revokes the key at once, and turns off the connections that were created with it, unless their key was replaced or they were turned on again in the app.',
  params: idParam('access_key'),
  answers: { 200: { description: 'It was deleted', schema: removed } },
  errors: [],
})

export const deleteAccessKeys = route({
  ...app,
  id: 'deleteAccessKeys',
  method: 'DELETE',
  path: '/app/access-keys',
  resource: null,
  summary: 'Revoke all access keys',
  description: 'Revokes every access key of the account, as deleteAccessKey does.',
  answers: { 200: { description: 'They were deleted', schema: removed } },
  errors: [],
})

export const confirmSession = route({
  ...app,
  id: 'confirmSession',
  method: 'PUT',
  path: '/app/session-confirmation',
  resource: null,
  summary: 'Confirm who is signed in',
  description:
    'Checks the password and makes the session fresh for 15 minutes, for what asks for a fresh session. A sign-in does the same.',
  body: named('SessionConfirmation', 'Proof that the owner asks', {
    password: text(128, 'Password', 'correct horse battery', 1),
  }),
  answers: { 200: { description: 'It is fresh', schema: Type.Object({}) } },
  errors: ['wrong_password', 'fresh_session_required', 'rate_limited'],
})
