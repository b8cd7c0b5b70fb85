import type { Plan } from './plans.ts'
import { DEFAULT_QUOTAS, type QuotaByPlan } from './quotas.ts'

/** The settings of an installation that its callers notice, under the names that the server's configuration has for them. */
export interface Installation {
  /** Without a trailing slash; every link that the service gives out begins with it. */
  baseUrl: string
  rateLimitPerMinute: number
  telemetryGapMs: number
  frameGapMs: number
  defaultPlan: Plan
  /** Older telemetry is deleted, where a vessel's owner has not set fewer days; null: unlimited. */
  telemetryKeepDays: number | null
  /** What an account may have, by its plan. */
  quotaBoats: QuotaByPlan
  quotaAccessKeys: QuotaByPlan
  quotaConnections: QuotaByPlan
  quotaPhotos: QuotaByPlan
  quotaStorageBytes: QuotaByPlan
}

/** What an installation has that sets nothing. */
export const INSTALLATION_DEFAULTS = {
  rateLimitPerMinute: 60,
  telemetryGapMs: 5_000,
  frameGapMs: 10_000,
  defaultPlan: 'pro',
  telemetryKeepDays: null,
  quotaBoats: DEFAULT_QUOTAS.vessels,
  quotaAccessKeys: DEFAULT_QUOTAS.access_keys,
  quotaConnections: DEFAULT_QUOTAS.connections,
  quotaPhotos: DEFAULT_QUOTAS.photos,
  quotaStorageBytes: DEFAULT_QUOTAS.storage_bytes,
} as const satisfies Omit<Installation, 'baseUrl'>

/** Signed-in browsers send it. On https its name makes browsers refuse it over plain http, and from other hosts of the domain. */
export const sessionCookie = ({ baseUrl }: Pick<Installation, 'baseUrl'>): string =>
  `${baseUrl.startsWith('https:') ? '__Host-' : ''}binnacle.session_token`
