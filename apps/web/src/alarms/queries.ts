import type { Alarm, AlarmRule } from '@binnacle/contract'
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, type RequestOf } from '../api/client.ts'

/** The alarms of a boat that are open, newest first. */
export const openAlarmsQuery = (id: string) =>
  queryOptions({
    queryKey: ['vessel', id, 'alarms', 'open'],
    queryFn: ({ signal }): Promise<Alarm[]> =>
      api('GET /v1/vessels/{id}/alarms', { params: { id }, query: { state: 'open', limit: 200 }, signal }).then(
        ({ alarms }) => alarms,
      ),
  })

const PAGE = 50

/** The alarms that ended, page by page, those that began last first. */
export const endedAlarmsQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['vessel', id, 'alarms', 'ended'],
    queryFn: ({ pageParam: cursor, signal }) =>
      api('GET /v1/vessels/{id}/alarms', {
        params: { id },
        query: { state: 'ended', limit: PAGE, order: 'desc', ...(cursor && { cursor }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  })

/** When there is an alarm, in the order in which the rules were made. */
export const rulesQuery = (id: string) =>
  queryOptions({
    queryKey: ['vessel', id, 'alarms', 'rules'],
    queryFn: ({ signal }): Promise<AlarmRule[]> =>
      api('GET /v1/vessels/{id}/alarm-rules', { params: { id }, signal }).then(({ rules }) => rules),
  })

/** A change of a boat's alarms or rules; what hangs on them is asked for again. */
function useAlarmMutation<T, A>(boatId: string, mutationFn: (variables: T) => Promise<A>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn,
    onSuccess: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: ['vessel', boatId, 'alarms'] }),
        queries.invalidateQueries({ queryKey: ['vessel', boatId, 'overview'] }),
        queries.invalidateQueries({ queryKey: ['fleet'] }),
      ]),
  })
}

export const useAcknowledge = (boatId: string, id: string) =>
  useAlarmMutation(boatId, () => api('POST /v1/alarms/{id}/acknowledge', { params: { id } }))

/** `until` absent: until it ends. */
export const useSilence = (boatId: string, id: string) =>
  useAlarmMutation(boatId, (until: Date | undefined) =>
    api('POST /v1/alarms/{id}/silence', { params: { id }, body: { ...(until && { until: until.toISOString() }) } }),
  )

export const useEndSilence = (boatId: string, id: string) =>
  useAlarmMutation(boatId, () => api('DELETE /v1/alarms/{id}/silence', { params: { id } }))

export type NewRule = NonNullable<RequestOf<'POST /v1/vessels/{id}/alarm-rules'>['body']>
export type RuleChange = NonNullable<RequestOf<'PATCH /v1/alarm-rules/{id}'>['body']>

export const useMakeRule = (boatId: string) =>
  useAlarmMutation(boatId, (body: NewRule) =>
    api('POST /v1/vessels/{id}/alarm-rules', { params: { id: boatId }, body }),
  )

/** Adds them one after the other, in their order. */
export const useMakeRules = (boatId: string) =>
  useAlarmMutation(boatId, async (rules: readonly NewRule[]) => {
    for (const body of rules) await api('POST /v1/vessels/{id}/alarm-rules', { params: { id: boatId }, body })
  })

export const useChangeRule = (boatId: string, id: string) =>
  useAlarmMutation(boatId, (body: RuleChange) => api('PATCH /v1/alarm-rules/{id}', { params: { id }, body }))

export const useDeleteRule = (boatId: string, id: string) =>
  useAlarmMutation(boatId, () => api('DELETE /v1/alarm-rules/{id}', { params: { id } }))
