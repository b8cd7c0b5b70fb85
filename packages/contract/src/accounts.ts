import { type Static, Type } from 'typebox'
import { route, SCOPES } from './route.ts'
import { dateTime, flag, idParam, named, nullable, oneOf, optional, text, title, uuid } from './schema.ts'
import { removed } from './vessels.ts'

export const PLANS = ['free', 'plus', 'pro', 'fleet'] as const
export type Plan = (typeof PLANS)[number]

/** Personal access keys come with the two higher paid plans. Source: vessel-data-api.md, "Authentication". */
export const PLANS_WITH_KEYS: readonly Plan[] = ['pro', 'fleet']

export const Account = named('Account', 'An account', {
  id: uuid("The account's id"),
  name: text(200, 'Name', 'Ada'),
  email: text(320, 'E-mail address', 'ada@example.org'),
  plan: oneOf(PLANS, 'Plan; access keys come with pro and fleet'),
  operator: flag('Whether it runs this installation', false),
})
export type Account = Static<typeof Account>

const app = { tag: 'app', auth: 'session', scope: null } as const

export const getMe = route({
  ...app,
  id: 'getMe',
  method: 'GET',
  path: '/app/me',
  resource: null,
  summary: 'Who is signed in',
  description: 'The account of the session.',
  answers: { 200: { description: 'The account', schema: Type.Object({ account: Account }) } },
  errors: [],
})

const scopes = Type.Array(oneOf(SCOPES, 'read:vessel for every GET, write:log for all else'), {
  minItems: 1,
  uniqueItems: true,
  description: 'What the key may do; both unless given',
})

export const AccessKey = named('AccessKey', 'A personal access key', {
  id: uuid("The key's id"),
  name: title(80, "The owner's name for it", 'Home Assistant'),
  prefix: text(12, 'The start of the key', 'bnk_8fK2qR9v'),
  scopes,
  created_at: dateTime('When it was made'),
  expires_at: nullable(dateTime('When it stops; null: never', '2027-05-14T09:30:00.000Z')),
  last_used_at: nullable(dateTime('When it was last used, to the minute')),
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
  summary: 'Make an access key',
  description: 'Makes a personal access key. It is in this answer and nowhere else.',
  body: named('NewAccessKey', 'A key to make', {
    name: AccessKey.properties.name,
    scopes: optional(scopes),
    expires_at: optional(nullable(dateTime('When it stops; must lie ahead', '2027-05-14T09:30:00.000Z'))),
  }),
  answers: {
    201: {
      description: 'The key',
      schema: Type.Object({
        access_key: AccessKey,
        key: text(60, 'The key: shown this once', 'bnk_8fK2qR9vT1xW4yZ7aB3cD5eF6gH8jK0mN2pQ4rS6tU8vW'),
      }),
    },
  },
  errors: ['plan_required'],
})

export const deleteAccessKey = route({
  ...app,
  id: 'deleteAccessKey',
  method: 'DELETE',
  path: '/app/access-keys/{id}',
  resource: 'access_key',
  summary: 'Revoke an access key',
  description: 'The key stops at once.',
  params: idParam('key'),
  answers: { 200: { description: 'It is gone', schema: removed } },
  errors: [],
})
