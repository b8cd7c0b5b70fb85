import type { Plan } from './plans.ts'

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
}

/** What an installation has that sets nothing. */
export const INSTALLATION_DEFAULTS = {
  rateLimitPerMinute: 60,
  telemetryGapMs: 5_000,
  frameGapMs: 10_000,
  defaultPlan: 'pro',
  telemetryKeepDays: null,
} as const satisfies Omit<Installation, 'baseUrl'>

/** Signed-in browsers send it. On https its name makes browsers refuse it over plain http, and from other hosts of the domain. */
export const sessionCookie = ({ baseUrl }: Pick<Installation, 'baseUrl'>): string =>
  `${baseUrl.startsWith('https:') ? '__Host-' : ''}binnacle.session_token`
