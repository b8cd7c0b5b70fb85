import type { InstallationRuleKind } from '@binnacle/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, type RequestOf } from '../../api/client.ts'

/** Nothing says when they change: live events are about boats. */
const EVERY_MS = 30_000

/** The alarms of the installation: open ones, the worst first, and those that ended. */
export const installationAlarmsQuery = queryOptions({
  queryKey: ['operator', 'alarms'],
  queryFn: ({ signal }) => api('GET /app/operator/alarms', { signal }),
  refetchInterval: EVERY_MS,
})

export const installationRulesQuery = queryOptions({
  queryKey: ['operator', 'alarm-rules'],
  queryFn: ({ signal }) => api('GET /app/operator/alarm-rules', { signal }).then(({ rules }) => rules),
})

function useOperatorMutation<T, A>(mutationFn: (variables: T) => Promise<A>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn,
    onSuccess: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: installationAlarmsQuery.queryKey }),
        queries.invalidateQueries({ queryKey: installationRulesQuery.queryKey }),
      ]),
  })
}

export const useAcknowledge = (id: string) =>
  useOperatorMutation(() => api('POST /app/operator/alarms/{id}/acknowledge', { params: { id } }))

/** `until` absent: until it ends. */
export const useSilence = (id: string) =>
  useOperatorMutation((until: Date | undefined) =>
    api('POST /app/operator/alarms/{id}/silence', {
      params: { id },
      body: { ...(until && { until: until.toISOString() }) },
    }),
  )

export const useEndSilence = (id: string) =>
  useOperatorMutation(() => api('DELETE /app/operator/alarms/{id}/silence', { params: { id } }))

export type RuleChange = NonNullable<RequestOf<'PATCH /app/operator/alarm-rules/{kind}'>['body']>

export const useChangeRule = (kind: InstallationRuleKind) =>
  useOperatorMutation((body: RuleChange) => api('PATCH /app/operator/alarm-rules/{kind}', { params: { kind }, body }))
