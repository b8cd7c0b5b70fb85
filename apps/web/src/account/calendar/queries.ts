import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'

/** The boat whose calendar it is; null: the calendar of the account, with all boats. */
export type BoatId = string | null

/** The address of a calendar; null: there is none. */
export const calendarQuery = (boatId: BoatId) =>
  queryOptions({
    queryKey: boatId === null ? ['calendar'] : ['vessel', boatId, 'calendar'],
    queryFn: async ({ signal }) => {
      const { url } = await (boatId === null
        ? api('GET /app/calendar', { signal })
        : api('GET /app/vessels/{id}/calendar', { params: { id: boatId }, signal }))
      return url
    },
  })

function useCalendarMutation<T>(boatId: BoatId, mutationFn: () => Promise<T>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn,
    onSuccess: () => queries.invalidateQueries({ queryKey: calendarQuery(boatId).queryKey }),
  })
}

export const useMakeCalendar = (boatId: BoatId) =>
  useCalendarMutation(boatId, () =>
    boatId === null
      ? api('POST /app/calendar', {})
      : api('POST /app/vessels/{id}/calendar', { params: { id: boatId } }),
  )

export const useRevokeCalendar = (boatId: BoatId) =>
  useCalendarMutation(boatId, () =>
    boatId === null
      ? api('DELETE /app/calendar', {})
      : api('DELETE /app/vessels/{id}/calendar', { params: { id: boatId } }),
  )
