import type { DueForecast, DueItem } from '@binnacle/contract'
import { useFormat } from '../../format/use-format.ts'
import { useTexts } from '../../texts/use-texts.ts'
import { useNow } from '../../ui/clock.ts'
import { dueLeft } from './due-left.ts'

/**
 * Says when a task is due, by date and by hours, and when that is expected if the hours come first: "88 h left, about in 5 weeks".
 * `meter` is the boat's, whole hours.
 */
export function useDueText(): (item: DueItem | DueForecast, meter: number | null) => string {
  const { due } = useTexts().boats
  const format = useFormat()
  const now = useNow()
  return (item, meter) => {
    const { date, hours } = dueLeft(item, meter, now)
    const byDate = date && (Date.parse(date) <= now ? due.was : due.onDate)(format.daysAway(date, now))
    const byHours = hours !== null && [hoursText(hours), expectedText(item)].filter(Boolean).join(', ')
    return [byDate, byHours].filter(Boolean).join(' · ') || due.fromFirstHours
  }

  function expectedText(item: DueItem | DueForecast): string | null {
    if (!('predicted_date' in item) || item.predicted_date === null || item.trips_by === 'date') return null
    return due.about(format.daysAway(item.predicted_date, now))
  }

  function hoursText(hours: number): string {
    if (hours === 0) return due.hoursNow
    return hours > 0 ? due.hoursLeft(format.hours(hours)) : due.hoursOver(format.hours(-hours))
  }
}
