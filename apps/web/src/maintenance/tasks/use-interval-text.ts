import { useFormat } from '../../format/use-format.ts'
import { useTexts } from '../../texts/use-texts.ts'
import { timeOfDays } from './interval.ts'

const MONTHS_A_YEAR = 12

interface Intervals {
  interval_days: number | null
  interval_hours: number | null
}

/** Says a task's intervals: "12 months or 200 h", whole years from two on as years. */
export function useIntervalText(): (task: Intervals) => string {
  const { interval } = useTexts().maintenance
  const format = useFormat()
  return ({ interval_days, interval_hours }) => {
    const time = interval_days === null ? null : timeText(interval_days)
    const hours = interval_hours === null ? null : format.hours(interval_hours)
    return time && hours ? interval.or(time, hours) : (time ?? hours ?? '')
  }

  function timeText(days: number): string {
    const { amount, unit } = timeOfDays(days)
    const count = Number(amount)
    if (unit === 'days') return interval.days(count)
    const isYears = count % MONTHS_A_YEAR === 0 && count > MONTHS_A_YEAR
    return isYears ? interval.years(count / MONTHS_A_YEAR) : interval.months(count)
  }
}
