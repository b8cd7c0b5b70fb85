import { daysOfMonths, monthsOfDays } from '@binnacle/contract/interval'

/** An interval of time as a form holds it; the number as the field gives it, '' while it is empty. */
export interface TimeInterval {
  amount: number | string
  unit: 'months' | 'days'
}

/** Days as people say them: in months where these are exactly the same days, so that nothing changes by opening a form. */
export function timeOfDays(days: number | null): TimeInterval {
  if (days === null) return { amount: '', unit: 'months' }
  const months = monthsOfDays(days)
  return months === null ? { amount: days, unit: 'days' } : { amount: months, unit: 'months' }
}

export const daysOfTime = ({ amount, unit }: TimeInterval): number | null =>
  amount === '' ? null : unit === 'days' ? Number(amount) : daysOfMonths(Number(amount))
