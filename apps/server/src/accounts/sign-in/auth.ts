import { randomUUID } from 'node:crypto'
import { passkey } from '@better-auth/passkey'
import type { Plan } from '@binnacle/contract'
import { betterAuth } from 'better-auth'
import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api'
import { twoFactor } from 'better-auth/plugins/two-factor'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../db/database.ts'
import { anyAccount, signupsOpen } from '../../service/settings.ts'
import type { LostPasswords } from '../lost-password/lost-passwords.ts'
import type { OidcPlugin } from '../oidc/plugin.ts'
import { forgetBegun } from './forget-begun.ts'
import { makeCodeAttempts } from './guesses/code-attempts.ts'

interface AuthSettings {
  baseUrl: string
  secret: string
  defaultPlan: Plan
  signups: 'open' | 'closed'
}

interface Plugins {
  oidc?: OidcPlugin | null
  /** Without it nobody gets a new password by e-mail. */
  lostPasswords?: LostPasswords | null
}

const times = { createdAt: 'created_at', updatedAt: 'updated_at' }

const MINUTE_S = 60
const HOUR_S = 60 * MINUTE_S
const DAY_S = 24 * 60 * MINUTE_S

/**
 * Accounts, passwords, authenticator apps, passkeys and sessions, by better-auth on our tables. Its "user" is our owner, its
 * "account" our credential. The first account becomes the operator (a trigger decides which one it is); after it, sign-up needs
 * `signups` open.
 */
export function makeAuth(db: Db, settings: AuthSettings, log: FastifyBaseLogger, plugins: Plugins = {}) {
  const { origin, hostname, protocol } = new URL(settings.baseUrl)
  const secure = protocol === 'https:'
  const { oidc, lostPasswords } = plugins
  const codeAttempts = makeCodeAttempts(db)
  return betterAuth({
    appName: 'Binnacle',
    // Only its origin: better-auth takes a path in it instead of basePath.
    baseURL: origin,
    basePath: '/api/auth',
    secret: settings.secret,
    database: { db, type: 'postgres' },
    emailAndPassword: {
      enabled: true,
      autoSignIn: true,
      minPasswordLength: 8,
      maxPasswordLength: 128,
      revokeSessionsOnPasswordReset: true,
      resetPasswordTokenExpiresIn: HOUR_S,
      ...lostPasswords?.hooks,
    },
    user: {
      modelName: 'owner',
      fields: { emailVerified: 'email_verified', ...times },
      additionalFields: {
        plan: { type: 'string', input: false, defaultValue: settings.defaultPlan },
        operator: { type: 'boolean', input: false, defaultValue: false },
        suspendedAt: { type: 'date', input: false, required: false, fieldName: 'suspended_at' },
      },
    },
    session: {
      modelName: 'session',
      fields: {
        userId: 'owner_id',
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
        ...times,
      },
      // An owner who opens the app once a month stays signed in.
      expiresIn: 31 * DAY_S,
      // "Last seen" is exact to this; each update is a write.
      updateAge: 15 * MINUTE_S,
      // auth-routes.ts asks for a fresh session, by the rule of access keys.
      freshAge: 0,
    },
    account: {
      modelName: 'credential',
      fields: {
        userId: 'owner_id',
        accountId: 'provider_account_id',
        providerId: 'provider_id',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
        ...times,
      },
      // An owner links an account at the OIDC provider, whatever address it has; nothing else does: see oidc/find-account.ts.
      accountLinking: { disableImplicitLinking: true, allowDifferentEmails: true },
    },
    verification: {
      modelName: 'verification',
      fields: { expiresAt: 'expires_at', ...times },
      // Who reads the database or a backup cannot set passwords.
      storeIdentifier: { default: 'plain', overrides: { 'reset-password:': 'hashed' } },
    },
    plugins: [authenticatorApp(), passkeys(hostname, origin), ...(oidc ? [oidc.plugin] : [])],
    advanced: {
      // Only this host over https can set such cookies; better-auth's own prefix is __Secure-.
      cookiePrefix: secure ? '__Host-binnacle' : 'binnacle',
      useSecureCookies: false,
      defaultCookieAttributes: { secure },
      // auth-routes.ts checks where a request comes from, by the same rule as every other route.
      disableCSRFCheck: true,
      disableOriginCheck: true,
      database: { generateId: () => randomUUID() },
      // The list of sessions shows the whole address.
      ipAddress: { ipAddressHeaders: ['x-binnacle-client-ip'], ipv6Subnet: 128 },
    },
    // auth-limits.ts counts, before anything else.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    // Other errors go to http/server.ts, which answers 503 when the database is unavailable.
    onAPIError: { throw: true },
    logger: { log: (level, message) => log[level === 'debug' ? 'debug' : level](`better-auth: ${message}`) },
    databaseHooks: {
      session: { create: { before: ({ userId }) => refuseSuspended(db, userId) } },
      verification: { create: { before: forgetBegun(db) } },
      user: {
        create: {
          before: async (user) => {
            // first-account.ts has checked who asks. The trigger refuses this account if another one is the first.
            if (!(await anyAccount(db))) return { data: { ...user, operator: true } }
            if (!(await signupsOpen(db, settings.signups))) throw new APIError('FORBIDDEN', { code: 'SIGNUPS_CLOSED' })
            return { data: user }
          },
        },
      },
    },
    hooks: {
      before: createAuthMiddleware(async (context) => {
        await codeAttempts.before(context)
        // better-auth would replace the secret at once, and lock out an owner who does not finish the set-up.
        if (context.path !== '/two-factor/enable') return
        const session = await getSessionFromCtx<{ twoFactorEnabled?: boolean }>(context)
        if (session?.user.twoFactorEnabled) throw new APIError('CONFLICT', { code: 'TWO_FACTOR_ENABLED' })
      }),
      after: createAuthMiddleware((context) => codeAttempts.after(context)),
    },
  })
}

export type Auth = ReturnType<typeof makeAuth>

/**
 * Five wrong codes end a sign-in. better-auth would count the wrong codes of an account after it has checked them, so that codes
 * sent at once are all checked; attempts.ts counts them before.
 */
const authenticatorApp = () =>
  twoFactor({
    issuer: 'Binnacle',
    accountLockout: { enabled: false },
    schema: {
      user: { fields: { twoFactorEnabled: 'two_factor_enabled' } },
      twoFactor: {
        modelName: 'two_factor',
        fields: {
          userId: 'owner_id',
          backupCodes: 'backup_codes',
          failedVerificationCount: 'failed_verification_count',
          lockedUntil: 'locked_until',
        },
      },
    },
  })

/**
 * A passkey signs in without password and code, so it must be two factors by itself: the device checks who holds it, by finger,
 * face or PIN. It names its account, so that nothing need be typed.
 */
function passkeys(rpID: string, origin: string) {
  return passkey({
    rpID,
    rpName: 'Binnacle',
    origin,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    registration: {
      afterVerification: ({ verification }) => requireUserVerified(verification.registrationInfo?.userVerified),
    },
    authentication: {
      afterVerification: ({ verification }) => requireUserVerified(verification.authenticationInfo.userVerified),
    },
    advanced: { webAuthnChallengeCookie: 'passkey' },
    schema: {
      passkey: {
        fields: {
          userId: 'owner_id',
          publicKey: 'public_key',
          credentialID: 'credential_id',
          deviceType: 'device_type',
          backedUp: 'backed_up',
          createdAt: 'created_at',
        },
      },
    },
  })
}

async function refuseSuspended(db: Db, ownerId: string): Promise<void> {
  const { suspended_at } = await db
    .selectFrom('owner')
    .select('suspended_at')
    .where('id', '=', ownerId)
    .executeTakeFirstOrThrow()
  if (suspended_at) throw new APIError('FORBIDDEN', { code: 'ACCOUNT_SUSPENDED' })
}

function requireUserVerified(verified: boolean | undefined): void {
  if (!verified) throw new APIError('FORBIDDEN', { code: 'USER_NOT_VERIFIED' })
}
