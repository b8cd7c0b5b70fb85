import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'

/** The address of the account's calendar; null: there is none. */
export const calendarQuery = queryOptions({
  queryKey: ['calendar'],
  queryFn: ({ signal }) => api('GET /app/calendar', { signal }).then(({ url }) => url),
})

function useCalendarMutation<T>(mutationFn: () => Promise<T>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn,
    onSuccess: () => queries.invalidateQueries({ queryKey: calendarQuery.queryKey }),
  })
}

export const useMakeCalendar = () => useCalendarMutation(() => api('POST /app/calendar', {}))

export const useRevokeCalendar = () => useCalendarMutation(() => api('DELETE /app/calendar', {}))
