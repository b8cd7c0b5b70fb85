import type { Retention } from '@binnacle/contract'

type Limits = Pick<Retention, 'keep_days' | 'operator_days'>

/** Days that readings can be kept, with room for leap years. */
const CHOICES = [92, 183, 366, 731, 1827] as const

/** What an owner can choose: nothing above the operator's limit, and what is set now. */
export function retentionChoices({ keep_days, operator_days }: Limits): number[] {
  const allowed = CHOICES.filter((days) => operator_days === null || days <= operator_days)
  return [...new Set([...allowed, ...(keep_days === null ? [] : [keep_days])])].sort((a, b) => a - b)
}

/** How long readings are kept by these limits, days; null: unlimited. */
export function keptDays({ keep_days, operator_days }: Limits): number | null {
  const limits = [keep_days, operator_days].filter((days) => days !== null)
  return limits.length > 0 ? Math.min(...limits) : null
}

/** Whether readings that are kept now would go. */
export function isShorter(before: Limits, keep_days: number | null): boolean {
  const days = keptDays({ ...before, keep_days })
  return days !== null && days < (keptDays(before) ?? Number.POSITIVE_INFINITY)
}
