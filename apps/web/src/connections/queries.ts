import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../api/client.ts'

/** A boat's connections, and the address that they send to. */
export const connectionsQuery = (vesselId: string) =>
  queryOptions({
    queryKey: ['vessel', vesselId, 'connections', 'overview'],
    queryFn: ({ signal }) => api('GET /app/vessels/{id}/connections', { params: { id: vesselId }, signal }),
  })

/** The catalogue, in the operator's order. */
export const providersQuery = queryOptions({
  queryKey: ['providers'],
  queryFn: ({ signal }) => api('GET /v1/telemetry/providers', { signal }).then(({ providers }) => providers),
})

interface Change {
  enabled?: boolean
  label?: string | null
}

/** What an owner can do with a boat's connections. An answer that has a key is not kept when nothing shows it any more. */
export function useConnectionActions(vesselId: string) {
  const queries = useQueryClient()
  const onSettled = () => queries.invalidateQueries({ queryKey: ['vessel', vesselId, 'connections'] })
  return {
    create: useMutation({
      mutationFn: (provider: string) =>
        api('POST /v1/vessels/{id}/connections', { params: { id: vesselId }, body: { provider } }),
      gcTime: 0,
      onSettled,
    }),
    change: useMutation({
      mutationFn: ({ id, ...body }: Change & { id: string }) =>
        api('PATCH /app/connections/{id}', { params: { id }, body }),
      onSettled,
    }),
    rotate: useMutation({
      mutationFn: (id: string) => api('POST /app/connections/{id}/rotate-key', { params: { id } }),
      gcTime: 0,
      onSettled,
    }),
    remove: useMutation({
      mutationFn: (id: string) => api('DELETE /v1/connections/{id}', { params: { id } }),
      onSettled,
    }),
  }
}
