import type {
  BodyOf,
  ChannelKind,
  changeChannel,
  Language,
  QuietHours,
  Severity,
  WebhookEvent,
} from '@binnacle/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { subscribe } from '../../push/subscribe.ts'

/** Where the account is told of alarms. */
export const channelsQuery = queryOptions({
  queryKey: ['channels'],
  queryFn: ({ signal }) => api('GET /app/channels', { signal }),
})

export interface NewChannel {
  kind: ChannelKind
  name: string
  address: string
  token?: string
  severity: Severity
  events?: WebhookEvent[]
  language: Language
}

function useChannelMutation<T, A>(mutationFn: (variables: T) => Promise<A>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn,
    onSuccess: () => queries.invalidateQueries({ queryKey: channelsQuery.queryKey }),
  })
}

/** With a `pushKey`, this browser is the address. Throws NotAllowed. */
export const useMakeChannel = () =>
  useChannelMutation(async ({ pushKey, ...body }: NewChannel & { pushKey?: string }) =>
    api('POST /app/channels', { body: { ...body, ...(pushKey && (await subscribe(pushKey))) } }),
  )

export const useChangeChannel = (id: string) =>
  useChannelMutation((body: BodyOf<typeof changeChannel>) => api('PATCH /app/channels/{id}', { params: { id }, body }))

export const useSetQuietHours = () => useChannelMutation((body: QuietHours) => api('PUT /app/quiet-hours', { body }))

export const useEndQuietHours = () => useChannelMutation(() => api('DELETE /app/quiet-hours', {}))

export const useDeleteChannel = (id: string) =>
  useChannelMutation(() => api('DELETE /app/channels/{id}', { params: { id } }))

export const useVerifyChannel = (id: string) =>
  useChannelMutation((code: string) => api('PUT /app/channels/{id}/verification', { params: { id }, body: { code } }))

/** Why the test was not accepted; null: it was. */
export const useTestChannel = (id: string) =>
  useChannelMutation(() => api('POST /app/channels/{id}/test', { params: { id } }).then(({ error }) => error))

/** The newest messages to a channel. */
export const deliveriesQuery = (channelId: string) =>
  queryOptions({
    queryKey: ['deliveries', channelId],
    queryFn: ({ signal }) =>
      api('GET /v1/deliveries', { query: { channel_id: channelId }, signal }).then(({ deliveries }) => deliveries),
  })

export function useSendAgain(channelId: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => api('POST /v1/deliveries/{id}/send-again', { params: { id } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: deliveriesQuery(channelId).queryKey }),
  })
}
