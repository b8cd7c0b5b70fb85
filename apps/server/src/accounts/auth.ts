import { randomUUID } from 'node:crypto'
import type { Plan } from '@binnacle/contract'
import { betterAuth } from 'better-auth'
import { APIError } from 'better-auth/api'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../db/database.ts'
import { signupsOpen } from '../operator/settings.ts'

export interface AuthSettings {
  baseUrl: string
  secret: string
  defaultPlan: Plan
  signups: 'open' | 'closed'
}

const times = { createdAt: 'created_at', updatedAt: 'updated_at' }

/**
 * Accounts, passwords and sessions, by better-auth on our tables. Its "user" is our owner, its "account" our credential.
 * The first account becomes the operator (a trigger decides it); after it, sign-up needs `signups` open.
 */
export function makeAuth(db: Db, settings: AuthSettings, log: FastifyBaseLogger) {
  return betterAuth({
    appName: 'Binnacle',
    // Only its origin: better-auth takes a path in it instead of basePath.
    baseURL: new URL(settings.baseUrl).origin,
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
    advanced: {
      cookiePrefix: 'binnacle',
      // auth-routes.ts checks where a request comes from, by the same rule as every other route.
      disableCSRFCheck: true,
      disableOriginCheck: true,
      database: { generateId: () => randomUUID() },
      ipAddress: { ipAddressHeaders: ['x-binnacle-client-ip'] },
    },
    // For each address: enough for a family behind one router, too little to guess passwords.
    rateLimit: {
      enabled: true,
      storage: 'memory',
      customRules: {
        '/sign-in/email': { window: 60, max: 20 },
        '/sign-up/email': { window: 60, max: 30 },
        '/change-password': { window: 60, max: 10 },
      },
    },
    telemetry: { enabled: false },
    logger: { log: (level, message) => log[level === 'debug' ? 'debug' : level](`better-auth: ${message}`) },
    databaseHooks: {
      user: {
        create: {
          before: async () => {
            if (!(await signupsOpen(db, settings.signups)))
              throw new APIError('FORBIDDEN', { code: 'SIGNUPS_CLOSED', message: 'signups_closed' })
          },
        },
      },
    },
  })
}

export type Auth = ReturnType<typeof makeAuth>
