import type { ChannelKind, Language, Severity } from '@binnacle/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'

/** Where the account is told of alarms. */
export const channelsQuery = queryOptions({
  queryKey: ['channels'],
  queryFn: ({ signal }) => api('GET /app/channels', { signal }),
})

export interface NewChannel {
  kind: ChannelKind
  name: string
  address: string
  severity: Severity
  language: Language
}

function useChannelMutation<T, A>(mutationFn: (variables: T) => Promise<A>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn,
    onSuccess: () => queries.invalidateQueries({ queryKey: channelsQuery.queryKey }),
  })
}

export const useMakeChannel = () => useChannelMutation((body: NewChannel) => api('POST /app/channels', { body }))

export const useChangeChannel = (id: string) =>
  useChannelMutation((body: { enabled?: boolean; severity?: Severity }) =>
    api('PATCH /app/channels/{id}', { params: { id }, body }),
  )

export const useDeleteChannel = (id: string) =>
  useChannelMutation(() => api('DELETE /app/channels/{id}', { params: { id } }))

export const useVerifyChannel = (id: string) =>
  useChannelMutation((code: string) => api('POST /app/channels/{id}/verify', { params: { id }, body: { code } }))

/** Why the test was not accepted; null: it was. */
export const useTestChannel = (id: string) =>
  useChannelMutation(() => api('POST /app/channels/{id}/test', { params: { id } }).then(({ error }) => error))
