import { Type } from 'typebox'
import { LANGUAGES } from '../common/languages.ts'
import { route } from '../common/route.ts'
import { anyObject, flag, named, oneOf, optional, text, title } from '../common/schema.ts'

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
  summary: 'Create an account',
  description:
    'Creates an account and signs in: the answer sets the session cookie. The first account becomes the operator; unless the request comes from the machine itself, it needs the set-up token. The operator may close sign-up.',
  body: named('SignUp', 'An account to create', {
    name: title(200, 'Name', 'Ada'),
    email,
    password: newPassword,
    setupToken: optional(
      text(100, "For the first account: the set-up token from the service's log", '3f9a1-77b2c-0d4e8-51c6f'),
    ),
  }),
  answers: done('The account was created and signed in'),
  errors: [
    'setup_token_required',
    'signups_closed',
    'weak_password',
    'email_taken',
    'conflict',
    'rate_limited',
    'cross_site_request',
  ],
})

export const signIn = route({
  ...anyone,
  id: 'signIn',
  path: '/api/auth/sign-in/email',
  summary: 'Sign in',
  description:
    'Signs in: the answer sets the session cookie. If the account has an authenticator app, the cookie is for ten minutes, and verifyTotp or verifyBackupCode completes the sign-in.',
  body: named('SignIn', 'An account to sign in', { email, password }),
  answers: {
    200: {
      description: 'Signed in, or a code is needed',
      schema: Type.Object({ twoFactorRedirect: optional(flag('Whether a code is needed to complete the sign-in')) }),
    },
  },
  errors: ['invalid_email_or_password', 'account_suspended', 'rate_limited', 'cross_site_request'],
})

export const signOut = route({
  ...anyone,
  id: 'signOut',
  path: '/api/auth/sign-out',
  summary: 'Sign out',
  description: 'Ends the session at once.',
  answers: done('Signed out'),
  errors: ['rate_limited', 'cross_site_request'],
})

export const changePassword = route({
  ...signedIn,
  id: 'changePassword',
  path: '/api/auth/change-password',
  summary: 'Change the password',
  description: 'Changes the password. revokeOtherSessions also ends the other sessions.',
  body: named('PasswordChange', 'The old and the new password', {
    currentPassword: password,
    newPassword,
    revokeOtherSessions: optional(flag('Whether to end the other sessions')),
  }),
  answers: done('It was changed'),
  errors: ['wrong_password', 'weak_password', 'rate_limited'],
})

export const changeProfile = route({
  ...signedIn,
  id: 'changeProfile',
  path: '/api/auth/update-user',
  summary: 'Change the name',
  description: "Changes the account's name.",
  body: named('ProfileChange', 'What to change', { name: title(200, 'Name', 'Ada') }),
  answers: done('It was changed'),
  errors: ['rate_limited'],
})

export const revokeOtherSessions = route({
  ...signedIn,
  id: 'revokeOtherSessions',
  path: '/api/auth/revoke-other-sessions',
  summary: 'End the other sessions',
  description: 'Ends all sessions of the account except this one.',
  answers: done('The sessions were ended'),
  errors: ['rate_limited'],
})

const confirmed = named('PasswordConfirmed', 'The password, to confirm', { password })
const backupCodes = Type.Array(text(20, 'A code that signs in once', 'k3Vb9-Xq2Lm'), {
  description: 'Codes for signing in without the authenticator app. They are shown only here',
})

export const enableTotp = route({
  ...signedIn,
  id: 'enableTotp',
  withoutSecondFactor: true,
  path: '/api/auth/two-factor/enable',
  summary: 'Set up an authenticator app',
  description:
    'Creates a new secret and backup codes. They take effect when verifyTotp accepts a code; until then sign-in does not change.',
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

const code = (name: string, description: string, example: string) =>
  named(name, 'A code', { code: text(20, description, example, 1) })

export const verifyTotp = route({
  ...anyone,
  id: 'verifyTotp',
  path: '/api/auth/two-factor/verify-totp',
  summary: 'Check a code of the authenticator app',
  description:
    'Completes a sign-in: the answer sets the session cookie. With a session, it completes enableTotp. Five wrong codes end the sign-in. An account has ten wrong codes in 15 minutes.',
  body: code('AuthenticatorCode', 'The six digits that the app shows', '492039'),
  answers: done('The code was accepted'),
  errors: ['invalid_code', 'sign_in_again', 'conflict', 'account_suspended', 'rate_limited', 'cross_site_request'],
})

export const verifyBackupCode = route({
  ...anyone,
  id: 'verifyBackupCode',
  path: '/api/auth/two-factor/verify-backup-code',
  summary: 'Sign in with a backup code',
  description: 'Completes a sign-in as verifyTotp does. Each code works once.',
  body: code('BackupCode', 'A backup code', 'k3Vb9-Xq2Lm'),
  answers: done('The code was accepted'),
  errors: ['invalid_code', 'sign_in_again', 'conflict', 'account_suspended', 'rate_limited', 'cross_site_request'],
})

export const disableTotp = route({
  ...signedIn,
  id: 'disableTotp',
  path: '/api/auth/two-factor/disable',
  summary: 'Remove the authenticator app',
  description: 'Deletes the secret and the backup codes.',
  body: confirmed,
  answers: done('The account needs no code now'),
  errors: ['wrong_password', 'rate_limited'],
})

export const makeBackupCodes = route({
  ...signedIn,
  id: 'makeBackupCodes',
  path: '/api/auth/two-factor/generate-backup-codes',
  summary: 'Create new backup codes',
  description: 'Creates new backup codes. The old ones stop at once.',
  body: confirmed,
  answers: { 200: { description: 'The new codes', schema: Type.Object({ backupCodes }) } },
  errors: ['wrong_password', 'conflict', 'rate_limited'],
})

const options = (description: string) => ({ 200: { description, schema: anyObject(description) } })

const credential = named('PasskeyCredential', "The browser's PublicKeyCredential as JSON, by WebAuthn Level 3", {
  id: text(1400, "The passkey's id, base64url", 'gWAzK0pQ'),
  rawId: text(1400, 'The same', 'gWAzK0pQ'),
  type: text(20, 'What it is', 'public-key'),
  response: anyObject<object>('What the authenticator answered'),
  clientExtensionResults: anyObject<object>('What extensions answered'),
  authenticatorAttachment: optional(text(20, 'How it is attached', 'platform')),
})

export const passkeyToAdd = route({
  ...signedIn,
  id: 'passkeyToAdd',
  method: 'GET',
  path: '/api/auth/passkey/generate-register-options',
  summary: 'Start adding a passkey',
  description:
    'The options for navigator.credentials.create(), valid for five minutes. The session must be fresh: a sign-in, or the password, within the last 15 minutes.',
  answers: options("WebAuthn's PublicKeyCredentialCreationOptionsJSON"),
  errors: ['fresh_session_required', 'rate_limited'],
})

export const addPasskey = route({
  ...signedIn,
  id: 'addPasskey',
  path: '/api/auth/passkey/verify-registration',
  summary: 'Add a passkey',
  description: 'Stores the passkey that the browser created with passkeyToAdd.',
  body: named('NewPasskey', 'A passkey to store', {
    name: title(80, "The owner's name for it", "Ada's phone"),
    response: credential,
  }),
  answers: done('It was added'),
  errors: ['passkey_not_accepted', 'sign_in_again', 'rate_limited'],
})

export const passkeyToSignIn = route({
  ...anyone,
  id: 'passkeyToSignIn',
  method: 'GET',
  path: '/api/auth/passkey/generate-authenticate-options',
  summary: 'Start signing in with a passkey',
  description: 'The options for navigator.credentials.get(), valid for five minutes.',
  answers: options("WebAuthn's PublicKeyCredentialRequestOptionsJSON"),
  errors: ['rate_limited'],
})

export const signInWithPasskey = route({
  ...anyone,
  id: 'signInWithPasskey',
  path: '/api/auth/passkey/verify-authentication',
  summary: 'Sign in with a passkey',
  description:
    'Signs in: the answer sets the session cookie. It needs no code, because the device has verified its user.',
  body: named('PasskeySignIn', 'The answer of the passkey', { response: credential }),
  answers: done('Signed in'),
  errors: ['passkey_not_accepted', 'sign_in_again', 'account_suspended', 'rate_limited', 'cross_site_request'],
})

export const requestPasswordReset = route({
  ...anyone,
  id: 'requestPasswordReset',
  path: '/api/auth/request-password-reset',
  summary: 'Ask for a new password by e-mail',
  description:
    'If an account with a password has this e-mail address, a link is sent there that is valid for an hour. The answer is the same if there is none.',
  body: named('PasswordResetRequest', 'Whose password was lost', {
    email,
    language: optional(oneOf(LANGUAGES, 'Language of the message', { default: 'en' })),
  }),
  answers: done('It is sent if there is such an account'),
  errors: ['email_unavailable', 'rate_limited', 'cross_site_request'],
})

export const resetPassword = route({
  ...anyone,
  id: 'resetPassword',
  path: '/api/auth/reset-password',
  summary: 'Set a new password with a link',
  description:
    'Changes the password with the token of the link, which works once. All sessions of the account end. An authenticator app stays.',
  body: named('PasswordReset', 'The new password', {
    token: text(100, 'What follows # in the link', 'k3Vb9Xq2LmTz0pWc8RfYhAsD', 1),
    newPassword,
  }),
  answers: done('It was changed'),
  errors: ['link_invalid', 'weak_password', 'rate_limited', 'cross_site_request'],
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
  requestPasswordReset,
  resetPassword,
] as const
