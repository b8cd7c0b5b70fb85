import type { Account } from '@binnacle/contract'

/** Whether a plan comes with access keys, as the service sees it (PLANS_WITH_KEYS of the contract, whose code is not shipped). */
export const planHasKeys = (plan: Account['plan']): boolean => plan === 'pro' || plan === 'fleet'
