import { Type } from 'typebox'
import { route } from './route.ts'
import { flag, named, optional, text, title } from './schema.ts'

/**
 * Signing up and in, which better-auth does: it answers these, and also with codes of its own in lower case, such as
 * invalid_email_or_password.
 */
const auth = { tag: 'app', auth: 'public', scope: null, resource: null, bodyCheckedBy: 'handler' } as const

const email = text(320, 'E-mail address', 'ada@example.org')
const password = text(128, 'Password, at least 8 characters', 'correct horse battery', 8)
const answer = (description: string) => ({
  200: { description, schema: Type.Object({}, { description: "better-auth's answer" }) },
})
const session = { errors: ['unauthorized', 'rate_limited', 'cross_site_request'] } as const

export const signUp = route({
  ...auth,
  id: 'signUp',
  method: 'POST',
  path: '/api/auth/sign-up/email',
  summary: 'Make an account',
  description:
    'Makes an account and signs it in: the answer sets the session cookie. The first account is the operator; after it the installation may be closed.',
  body: named('SignUp', 'An account to make', { name: title(200, 'Name', 'Ada'), email, password }),
  answers: answer('The account is made and signed in'),
  errors: ['signups_closed', 'rate_limited', 'cross_site_request'],
})

export const signIn = route({
  ...auth,
  id: 'signIn',
  method: 'POST',
  path: '/api/auth/sign-in/email',
  summary: 'Sign in',
  description: 'Signs in: the answer sets the session cookie.',
  body: named('SignIn', 'An account to sign in', { email, password }),
  answers: answer('Signed in'),
  errors: session.errors,
})

export const signOut = route({
  ...auth,
  id: 'signOut',
  method: 'POST',
  path: '/api/auth/sign-out',
  summary: 'Sign out',
  description: "Ends the cookie's session at once.",
  answers: answer('Signed out'),
  errors: session.errors,
})

export const getSession = route({
  ...auth,
  id: 'getSession',
  method: 'GET',
  path: '/api/auth/get-session',
  summary: 'The session',
  description: "The cookie's session and account, or null.",
  answers: answer('The session'),
  errors: session.errors,
})

export const changePassword = route({
  ...auth,
  id: 'changePassword',
  method: 'POST',
  path: '/api/auth/change-password',
  summary: 'Change the password',
  description: 'Changes the password, and ends the other sessions if asked to.',
  body: named('PasswordChange', 'The old and the new password', {
    currentPassword: password,
    newPassword: password,
    revokeOtherSessions: optional(flag('Whether the other sessions end')),
  }),
  answers: answer('It is changed'),
  errors: session.errors,
})

export const changeProfile = route({
  ...auth,
  id: 'changeProfile',
  method: 'POST',
  path: '/api/auth/update-user',
  summary: 'Change the name',
  description: "Changes the account's name.",
  body: named('ProfileChange', 'What to change', { name: title(200, 'Name', 'Ada') }),
  answers: answer('It is changed'),
  errors: session.errors,
})

export const listSessions = route({
  ...auth,
  id: 'listSessions',
  method: 'GET',
  path: '/api/auth/list-sessions',
  summary: 'The sessions',
  description: 'Where the account is signed in.',
  answers: { 200: { description: 'The sessions', schema: Type.Array(Type.Object({}, { description: 'A session' })) } },
  errors: session.errors,
})

export const revokeSession = route({
  ...auth,
  id: 'revokeSession',
  method: 'POST',
  path: '/api/auth/revoke-session',
  summary: 'End a session',
  description: "Ends one of the account's sessions.",
  body: named('SessionToEnd', 'A session', { token: text(200, "The session's token, from the list", 'kB3vJ…') }),
  answers: answer('It is ended'),
  errors: session.errors,
})

export const revokeOtherSessions = route({
  ...auth,
  id: 'revokeOtherSessions',
  method: 'POST',
  path: '/api/auth/revoke-other-sessions',
  summary: 'End the other sessions',
  description: "Ends all of the account's sessions but this one.",
  answers: answer('They are ended'),
  errors: session.errors,
})

/** The routes that better-auth answers, all of them. */
export const AUTH_ROUTES = [
  signUp,
  signIn,
  signOut,
  getSession,
  changePassword,
  changeProfile,
  listSessions,
  revokeSession,
  revokeOtherSessions,
]
