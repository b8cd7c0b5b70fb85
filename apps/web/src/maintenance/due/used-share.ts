import type { DueForecast } from '@binnacle/contract'

const DAY_MS = 86_400_000

const share = (left: number, interval: number): number => Math.min(1, Math.max(0, 1 - left / interval))

/**
 * How much of a task's interval is used up, 0 to 1: of the one of which more is. null where neither is known, as for an
 * interval of hours without a meter. `now` in ms.
 */
export function usedShare(item: DueForecast, now: number): number | null {
  const { due_date, interval_days, hours_left, interval_hours } = item
  const byDate =
    due_date !== null && interval_days !== null ? share((Date.parse(due_date) - now) / DAY_MS, interval_days) : null
  const byHours = hours_left !== null && interval_hours !== null ? share(hours_left, interval_hours) : null
  return byDate === null && byHours === null ? null : Math.max(byDate ?? 0, byHours ?? 0)
}
