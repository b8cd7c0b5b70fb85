import { type Static, Type } from 'typebox'
import { route } from '../common/route.ts'
import { dateTime, flag, idParam, named, nullable, text, title, uuid } from '../common/schema.ts'
import { removed } from '../vessels/vessels.ts'

const app = { tag: 'app', auth: 'session', scope: null } as const

export const Passkey = named('Passkey', 'A passkey of the account', {
  id: uuid("The passkey's id", 'passkey'),
  name: title(80, "The owner's name for it", "Ada's phone"),
  synced: flag('Whether a password manager has a copy'),
  created_at: dateTime('When it was added'),
})
export type Passkey = Static<typeof Passkey>

export const SignInMethods = named('SignInMethods', 'How the account can sign in', {
  password: flag('Whether the account has a password', true),
  two_factor: flag('Whether sign-in with the password needs a code of an authenticator app'),
  backup_codes_left: nullable(
    Type.Integer({
      minimum: 0,
      description: 'Backup codes that are not used yet; null without two_factor',
      examples: [10],
    }),
  ),
  passkeys: Type.Array(Passkey, { description: 'Passkeys, oldest first' }),
  oidc: nullable(
    named('OidcLink', "The operator's sign-in provider; null: none is set up", {
      name: text(40, 'Name of the provider', 'Authentik'),
      linked_at: nullable(dateTime('When an account at the provider was linked; null: none is')),
    }),
  ),
})
export type SignInMethods = Static<typeof SignInMethods>

export const getSignInMethods = route({
  ...app,
  id: 'getSignInMethods',
  method: 'GET',
  path: '/app/sign-in-methods',
  resource: null,
  summary: 'Get the sign-in methods',
  description: 'How the account can sign in.',
  answers: { 200: { description: 'The sign-in methods', schema: SignInMethods } },
  errors: [],
})

export const renamePasskey = route({
  ...app,
  id: 'renamePasskey',
  method: 'PATCH',
  path: '/app/passkeys/{id}',
  resource: 'passkey',
  summary: 'Rename a passkey',
  description: 'Changes the name of the passkey.',
  params: idParam('passkey'),
  body: named('PasskeyChange', 'What to change', { name: Passkey.properties.name }),
  answers: { 200: { description: 'The passkey', schema: Type.Object({ passkey: Passkey }) } },
  errors: [],
})

export const deletePasskey = route({
  ...app,
  id: 'deletePasskey',
  method: 'DELETE',
  path: '/app/passkeys/{id}',
  resource: 'passkey',
  summary: 'Remove a passkey',
  description: 'The passkey stops working. Its sessions stay signed in. conflict: there is no other way to sign in.',
  params: idParam('passkey'),
  answers: { 200: { description: 'It was deleted', schema: removed } },
  errors: ['conflict'],
})

export const Session = named('Session', 'A signed-in browser', {
  id: uuid("The session's id", 'session'),
  current: flag('Whether it is the session of this request'),
  user_agent: nullable(text(1000, 'The User-Agent of the browser', 'Mozilla/5.0 (iPhone; …) Safari/604.1')),
  ip: nullable(text(50, 'The address it signed in from', '203.0.113.7')),
  created_at: dateTime('When it signed in'),
  last_seen_at: dateTime('When it was last used, within 15 minutes'),
})
export type Session = Static<typeof Session>

export const listSessions = route({
  ...app,
  id: 'listSessions',
  method: 'GET',
  path: '/app/sessions',
  resource: null,
  summary: 'The sessions',
  description: 'Where the account is signed in, last used first.',
  answers: { 200: { description: 'The sessions', schema: Type.Object({ sessions: Type.Array(Session) }) } },
  errors: [],
})

export const deleteSession = route({
  ...app,
  id: 'deleteSession',
  method: 'DELETE',
  path: '/app/sessions/{id}',
  resource: 'session',
  summary: 'End a session',
  description: 'Ends the session at once.',
  params: idParam('session'),
  answers: { 200: { description: 'It was ended', schema: removed } },
  errors: [],
})
