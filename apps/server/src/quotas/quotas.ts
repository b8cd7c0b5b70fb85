import { PLANS, PLANS_WITH_KEYS, type Plan, type Quota, type QuotaByPlan } from '@binnacle/contract'
import type { Config } from '../settings/config.ts'

/** The quotas of each plan; null: unlimited. */
export type Quotas = Record<Plan, Record<Quota, number | null>>

/** The settings by plan. A plan without access keys has none, whatever the setting says. */
export function quotasOf(config: Config): Quotas {
  const settings: Record<Quota, QuotaByPlan> = {
    vessels: config.quotaBoats,
    access_keys: config.quotaAccessKeys,
    connections: config.quotaConnections,
    photos: config.quotaPhotos,
    storage_bytes: config.quotaStorageBytes,
  }
  const ofPlan = (plan: Plan) => {
    const quotas = Object.entries(settings).map(([quota, byPlan]) => [quota, byPlan[plan]])
    return { ...Object.fromEntries(quotas), ...(!PLANS_WITH_KEYS.includes(plan) && { access_keys: 0 }) }
  }
  return Object.fromEntries(PLANS.map((plan) => [plan, ofPlan(plan)])) as Quotas
}
