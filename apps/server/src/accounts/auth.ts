import { randomUUID } from 'node:crypto'
import { passkey } from '@better-auth/passkey'
import type { Plan } from '@binnacle/contract'
import { betterAuth } from 'better-auth'
import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api'
import { twoFactor } from 'better-auth/plugins/two-factor'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../db/database.ts'
import type { Limits } from '../limits/limits.ts'
import { signupsOpen } from '../operator/settings.ts'
import { authLimits } from './auth-limits.ts'
import { makeUsedCodes } from './used-codes.ts'

export interface AuthSettings {
  baseUrl: string
  secret: string
  defaultPlan: Plan
  signups: 'open' | 'closed'
}

const times = { createdAt: 'created_at', updatedAt: 'updated_at' }

const CODE_PATH = '/two-factor/verify-totp'

const MINUTE_S = 60
const DAY_S = 24 * 60 * MINUTE_S

/**
 * Accounts, passwords, authenticator apps, passkeys and sessions, by better-auth on our tables. Its "user" is our owner, its
 * "account" our credential. The first account becomes the operator (a trigger decides it); after it, sign-up needs `signups` open.
 */
export function makeAuth(db: Db, settings: AuthSettings, limits: Limits, log: FastifyBaseLogger) {
  const { origin, hostname } = new URL(settings.baseUrl)
  const usedCodes = makeUsedCodes(limits)
  return betterAuth({
    appName: 'Binnacle',
    // Only its origin: better-auth takes a path in it instead of basePath.
    baseURL: origin,
    basePath: '/api/auth',
    secret: settings.secret,
    database: { db, type: 'postgres' },
    emailAndPassword: { enabled: true, autoSignIn: true, minPasswordLength: 8, maxPasswordLength: 128 },
    user: {
      modelName: 'owner',
      fields: { emailVerified: 'email_verified', ...times },
      additionalFields: {
        plan: { type: 'string', input: false, defaultValue: settings.defaultPlan },
        operator: { type: 'boolean', input: false, defaultValue: false },
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
      // Whoever looks at the boat once a month stays signed in.
      expiresIn: 31 * DAY_S,
      // How exact "last seen" is, at the price of one write.
      updateAge: 15 * MINUTE_S,
      // A passkey outlives the session that adds it, so an old session that was stolen must not do.
      freshAge: DAY_S,
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
    },
    verification: { modelName: 'verification', fields: { expiresAt: 'expires_at', ...times } },
    plugins: [authenticatorApp(), passkeys(hostname, origin)],
    advanced: {
      cookiePrefix: 'binnacle',
      // auth-routes.ts checks where a request comes from, by the same rule as every other route.
      disableCSRFCheck: true,
      disableOriginCheck: true,
      database: { generateId: () => randomUUID() },
      ipAddress: { ipAddressHeaders: ['x-binnacle-client-ip'] },
    },
    // For each address: enough for a family behind one router, too little to guess passwords or codes.
    rateLimit: {
      enabled: true,
      customStorage: authLimits(limits),
      customRules: {
        '/sign-in/email': { window: 60, max: 20 },
        '/sign-up/email': { window: 60, max: 30 },
        '/change-password': { window: 60, max: 10 },
        '/two-factor/*': { window: 60, max: 20 },
        '/passkey/*': { window: 60, max: 60 },
      },
    },
    telemetry: { enabled: false },
    // What is no error of the API's comes to http/server.ts, which knows a database that is away.
    onAPIError: { throw: true },
    logger: { log: (level, message) => log[level === 'debug' ? 'debug' : level](`better-auth: ${message}`) },
    databaseHooks: {
      user: {
        create: {
          before: async () => {
            if (!(await signupsOpen(db, settings.signups))) throw new APIError('FORBIDDEN', { code: 'SIGNUPS_CLOSED' })
          },
        },
      },
    },
    hooks: {
      before: createAuthMiddleware(async (context) => {
        if (context.path === CODE_PATH) await usedCodes.before(context)
        // better-auth would put the new secret in force at once, and lock out whoever then gives the set-up up.
        if (context.path !== '/two-factor/enable') return
        const session = await getSessionFromCtx<{ twoFactorEnabled?: boolean }>(context)
        if (session?.user.twoFactorEnabled) throw new APIError('CONFLICT', { code: 'TWO_FACTOR_ENABLED' })
      }),
      after: createAuthMiddleware(async (context) => {
        if (context.path === CODE_PATH) await usedCodes.after(context)
      }),
    },
  })
}

export type Auth = ReturnType<typeof makeAuth>

/** Five wrong codes end a sign-in and ten in a row hold the account up for 15 minutes: both are better-auth's own, in the database. */
const authenticatorApp = () =>
  twoFactor({
    issuer: 'Binnacle',
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

function requireUserVerified(verified: boolean | undefined): void {
  if (!verified) throw new APIError('FORBIDDEN', { code: 'USER_NOT_VERIFIED' })
}
