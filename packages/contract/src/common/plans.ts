export const PLANS = ['free', 'plus', 'pro', 'fleet'] as const
export type Plan = (typeof PLANS)[number]

/** Personal access keys come with the two higher paid plans. Source: vessel-data-api.md, "Authentication". */
export const PLANS_WITH_KEYS: readonly Plan[] = ['pro', 'fleet']
