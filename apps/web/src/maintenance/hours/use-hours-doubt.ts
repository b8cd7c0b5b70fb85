import { useQueryClient } from '@tanstack/react-query'
import { useFormat } from '../../format/use-format.ts'
import { useBoat } from '../../shell/use-boat.ts'
import { useTexts } from '../../texts/use-texts.ts'
import { hoursQuery } from '../queries.ts'
import { isLargeStep, isPlausibleStep, readingBefore } from './plausible-step.ts'

/** Asks whether hours can be true at a time: null, or what makes it doubtful, in words. */
export function useHoursDoubt(): (hours: number, at: number) => Promise<string | null> {
  const { id, engine_hours: meter } = useBoat()
  const queries = useQueryClient()
  const { hours: words } = useTexts().maintenance
  const format = useFormat()
  return async (hours, time) => {
    if (!isLargeStep(meter, hours)) return null
    // The engine has run until now at most.
    const at = Math.min(time, Date.now())
    const query = hoursQuery(id)
    // Without a network a query would wait for it; then the step alone is doubtful.
    const known = navigator.onLine
      ? queries.fetchQuery(query).catch(() => undefined)
      : queries.getQueryData(query.queryKey)
    const before = readingBefore((await known)?.readings ?? [], at)
    if (before && isPlausibleStep(before, hours, at)) return null
    return words.doubt(format.hours(hours), format.hours(hours - (before?.hours ?? meter!)))
  }
}
