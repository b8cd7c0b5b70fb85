import { Type } from 'typebox'
import { route } from './route.ts'
import { flag, named, optional, text, title } from './schema.ts'

/**
 * Signing up and in, codes of an authenticator app, and passkeys: better-auth does these, and the names of their fields are its
 * own. Only what is declared here reaches it, and only what is declared here comes back.
 */
const anyone = { tag: 'app', auth: 'public', scope: null, resource: null, method: 'POST' } as const
const signedIn = { ...anyone, auth: 'session' } as const

const email = text(320, 'E-mail address', 'ada@example.org', 3)
const password = text(128, 'Password', 'correct horse battery', 1)
const newPassword = text(128, 'Password, at least 8 characters', 'correct horse battery', 8)

const done = (description: string) => ({ 200: { description, schema: Type.Object({}, { description }) } })

export const signUp = route({
  ...anyone,
  id: 'signUp',
  path: '/api/auth/sign-up/email',
  summary: 'Make an account',
  description:
    'Makes an account and signs it in: the answer sets the session cookie. The first account is the operator; after it the installation may be closed.',
  body: named('SignUp', 'An account to make', { name: title(200, 'Name', 'Ada'), email, password: newPassword }),
  answers: done('The account is made and signed in'),
  errors: ['signups_closed', 'email_taken', 'rate_limited', 'cross_site_request'],
})

export const signIn = route({
  ...anyone,
  id: 'signIn',
  path: '/api/auth/sign-in/email',
  summary: 'Sign in',
  description:
    'Signs in: the answer sets the session cookie; or, where the account has an authenticator app, a cookie of ten minutes with which verifyTotp or verifyBackupCode finishes it.',
  body: named('SignIn', 'An account to sign in', { email, password }),
  answers: {
    200: {
      description: 'Signed in, or a code is needed',
      schema: Type.Object({ twoFactorRedirect: optional(flag('A code is needed before there is a session')) }),
    },
  },
  errors: ['invalid_email_or_password', 'rate_limited', 'cross_site_request'],
})

export const signOut = route({
  ...anyone,
  id: 'signOut',
  path: '/api/auth/sign-out',
  summary: 'Sign out',
  description: "Ends the cookie's session at once.",
  answers: done('Signed out'),
  errors: ['rate_limited', 'cross_site_request'],
})

export const changePassword = route({
  ...signedIn,
  id: 'changePassword',
  path: '/api/auth/change-password',
  summary: 'Change the password',
  description: 'Changes the password, and ends the other sessions if asked to.',
  body: named('PasswordChange', 'The old and the new password', {
    currentPassword: password,
    newPassword,
    revokeOtherSessions: optional(flag('Whether the other sessions end')),
  }),
  answers: done('It is changed'),
  errors: ['wrong_password', 'rate_limited'],
})

export const changeProfile = route({
  ...signedIn,
  id: 'changeProfile',
  path: '/api/auth/update-user',
  summary: 'Change the name',
  description: "Changes the account's name.",
  body: named('ProfileChange', 'What to change', { name: title(200, 'Name', 'Ada') }),
  answers: done('It is changed'),
  errors: ['rate_limited'],
})

export const revokeOtherSessions = route({
  ...signedIn,
  id: 'revokeOtherSessions',
  path: '/api/auth/revoke-other-sessions',
  summary: 'End the other sessions',
  description: "Ends all of the account's sessions but this one.",
  answers: done('They are ended'),
  errors: ['rate_limited'],
})

const confirmed = named('PasswordConfirmed', 'The password, once more', { password })
const backupCodes = Type.Array(text(20, 'A code that signs in once', 'k3Vb9-Xq2Lm'), {
  description: 'Codes for when the authenticator app is not at hand: shown this once',
})

export const enableTotp = route({
  ...signedIn,
  id: 'enableTotp',
  path: '/api/auth/two-factor/enable',
  summary: 'Set up an authenticator app',
  description:
    'Makes a new secret and backup codes. They are in force once verifyTotp has had a right code; until then signing in is as it was.',
  body: confirmed,
  answers: {
    200: {
      description: 'What the authenticator app needs',
      schema: Type.Object({
        totpURI: text(2000, "The secret, as authenticator apps read it (Google's Key URI Format)", 'otpauth://totp/…'),
        backupCodes,
      }),
    },
  },
  errors: ['wrong_password', 'conflict', 'rate_limited'],
})

const code = (description: string, example: string) =>
  named('SignInCode', 'A code', { code: text(20, description, example, 1) })

export const verifyTotp = route({
  ...anyone,
  id: 'verifyTotp',
  path: '/api/auth/two-factor/verify-totp',
  summary: 'Check a code of the authenticator app',
  description:
    'Finishes a sign-in: the answer sets the session cookie. With a session, finishes enableTotp. Five wrong codes end the sign-in, ten in a row hold the account up for 15 minutes.',
  body: code('The six digits that the app shows', '492039'),
  answers: done('The code is right'),
  errors: ['invalid_code', 'sign_in_again', 'conflict', 'rate_limited', 'cross_site_request'],
})

export const verifyBackupCode = route({
  ...anyone,
  id: 'verifyBackupCode',
  path: '/api/auth/two-factor/verify-backup-code',
  summary: 'Sign in with a backup code',
  description: 'Finishes a sign-in as verifyTotp does. The code is used up.',
  body: code('A backup code', 'k3Vb9-Xq2Lm'),
  answers: done('The code is right'),
  errors: ['invalid_code', 'sign_in_again', 'conflict', 'rate_limited', 'cross_site_request'],
})

export const disableTotp = route({
  ...signedIn,
  id: 'disableTotp',
  path: '/api/auth/two-factor/disable',
  summary: 'Do without an authenticator app',
  description: 'Forgets the secret and the backup codes.',
  body: confirmed,
  answers: done('The password alone signs in'),
  errors: ['wrong_password', 'rate_limited'],
})

export const makeBackupCodes = route({
  ...signedIn,
  id: 'makeBackupCodes',
  path: '/api/auth/two-factor/generate-backup-codes',
  summary: 'Make new backup codes',
  description: 'Makes new backup codes; the old ones stop at once.',
  body: confirmed,
  answers: { 200: { description: 'The new codes', schema: Type.Object({ backupCodes }) } },
  errors: ['wrong_password', 'conflict', 'rate_limited'],
})

const options = (description: string) => ({
  200: {
    description,
    schema: Type.Unsafe<Record<string, unknown>>({ type: 'object', description, additionalProperties: true }),
  },
})

const credential = named('PasskeyCredential', "The browser's PublicKeyCredential as JSON, by WebAuthn Level 3", {
  id: text(1400, "The passkey's id, base64url", 'gWAzK0pQ'),
  rawId: text(1400, 'The same', 'gWAzK0pQ'),
  type: text(20, 'What it is', 'public-key'),
  response: Type.Unsafe<object>({ type: 'object', description: 'What the authenticator answered' }),
  clientExtensionResults: Type.Unsafe<object>({ type: 'object', description: 'What extensions answered' }),
  authenticatorAttachment: optional(text(20, 'How it is attached', 'platform')),
})

export const passkeyToAdd = route({
  ...signedIn,
  id: 'passkeyToAdd',
  method: 'GET',
  path: '/api/auth/passkey/generate-register-options',
  summary: 'Begin to add a passkey',
  description: 'What navigator.credentials.create() needs, good for five minutes. The session must be of the last day.',
  answers: options("WebAuthn's PublicKeyCredentialCreationOptionsJSON"),
  errors: ['fresh_session_required', 'rate_limited'],
})

export const addPasskey = route({
  ...signedIn,
  id: 'addPasskey',
  path: '/api/auth/passkey/verify-registration',
  summary: 'Add a passkey',
  description: 'Keeps the passkey that the browser made with passkeyToAdd.',
  body: named('NewPasskey', 'A passkey to keep', {
    name: title(80, "The owner's name for it", "Ada's phone"),
    response: credential,
  }),
  answers: done('It is kept'),
  errors: ['passkey_not_accepted', 'sign_in_again', 'fresh_session_required', 'rate_limited'],
})

export const passkeyToSignIn = route({
  ...anyone,
  id: 'passkeyToSignIn',
  method: 'GET',
  path: '/api/auth/passkey/generate-authenticate-options',
  summary: 'Begin to sign in with a passkey',
  description: 'What navigator.credentials.get() needs, good for five minutes.',
  answers: options("WebAuthn's PublicKeyCredentialRequestOptionsJSON"),
  errors: ['rate_limited'],
})

export const signInWithPasskey = route({
  ...anyone,
  id: 'signInWithPasskey',
  path: '/api/auth/passkey/verify-authentication',
  summary: 'Sign in with a passkey',
  description:
    'Signs in: the answer sets the session cookie. No code is asked for, as a passkey is accepted only where the device has checked who holds it.',
  body: named('PasskeySignIn', 'What the passkey signed', { response: credential }),
  answers: done('Signed in'),
  errors: ['passkey_not_accepted', 'sign_in_again', 'rate_limited', 'cross_site_request'],
})

/** The routes that better-auth answers, all of them. */
export const AUTH_ROUTES = [
  signUp,
  signIn,
  signOut,
  changePassword,
  changeProfile,
  revokeOtherSessions,
  enableTotp,
  verifyTotp,
  verifyBackupCode,
  disableTotp,
  makeBackupCodes,
  passkeyToAdd,
  addPasskey,
  passkeyToSignIn,
  signInWithPasskey,
] as const
