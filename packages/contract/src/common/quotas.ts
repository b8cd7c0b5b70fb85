import type { Plan } from './plans.ts'

/** What an account may have at most, in the order in which it is shown. */
export const QUOTAS = ['vessels', 'access_keys', 'connections', 'photos', 'storage_bytes'] as const
export type Quota = (typeof QUOTAS)[number]

/** Null: unlimited. */
export type QuotaByPlan = Record<Plan, number | null>

/** For all boats of an account together. Storage is that of camera pictures and of photos of inspections. */
export const DEFAULT_QUOTAS: Record<Quota, QuotaByPlan> = {
  vessels: { free: 3, plus: 10, pro: 50, fleet: 1000 },
  // No keys on free and plus: PLANS_WITH_KEYS.
  access_keys: { free: 0, plus: 0, pro: 50, fleet: 200 },
  connections: { free: 12, plus: 40, pro: 200, fleet: 4000 },
  photos: { free: 500, plus: 2000, pro: 10_000, fleet: 200_000 },
  storage_bytes: { free: 2e9, plus: 10e9, pro: 50e9, fleet: 1000e9 },
}
