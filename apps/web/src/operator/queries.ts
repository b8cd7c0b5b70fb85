import type { OperatorSettings, Plan, Provider } from '@binnacle/contract'
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { providersQuery } from '../connections/queries.ts'

/** How many accounts the service gives at once. */
const PAGE = 200

export const figuresQuery = queryOptions({
  queryKey: ['operator', 'figures'],
  queryFn: ({ signal }) => api('GET /app/operator/figures', { signal }).then(({ figures }) => figures),
})

export const settingsQuery = queryOptions({
  queryKey: ['operator', 'settings'],
  queryFn: ({ signal }) => api('GET /app/operator/settings', { signal }).then(({ settings }) => settings),
})

export const brandInterestQuery = queryOptions({
  queryKey: ['operator', 'brand-requests'],
  queryFn: ({ signal }) => api('GET /app/operator/brand-requests', { signal }).then(({ systems }) => systems),
})

/** Accounts, oldest first, whose name or address holds a text. */
export const accountsQuery = (search: string) =>
  infiniteQueryOptions({
    queryKey: ['operator', 'accounts', search],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ signal, pageParam: after }) =>
      api('GET /app/operator/accounts', { query: { after, search: search || undefined }, signal }).then(
        ({ accounts }) => accounts,
      ),
    getNextPageParam: (page) => (page.length === PAGE ? page.at(-1)?.id : undefined),
  })

export function useChangePlan() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id, plan }: { id: string; plan: Plan }) =>
      api('PATCH /app/operator/accounts/{id}', { params: { id }, body: { plan } }),
    // The account may be one's own.
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: ['operator', 'accounts'] }),
        queries.invalidateQueries({ queryKey: ['me'] }),
      ]),
  })
}

export function useChangeSettings() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: Partial<OperatorSettings>) => api('PATCH /app/operator/settings', { body }),
    onSuccess: ({ settings }) => queries.setQueryData(settingsQuery.queryKey, settings),
  })
}

export function usePutProvider() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ slug, ...body }: Provider) => api('PUT /app/operator/providers/{slug}', { params: { slug }, body }),
    onSettled: () => queries.invalidateQueries({ queryKey: providersQuery.queryKey }),
  })
}
