import type { Scope } from '@binnacle/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../api/client.ts'

/** The account's access keys, newest first. */
export const accessKeysQuery = queryOptions({
  queryKey: ['access-keys'],
  queryFn: ({ signal }) => api('GET /app/access-keys', { signal }).then(({ access_keys }) => access_keys),
})

export interface NewKey {
  name: string
  scopes: Scope[]
  expires_at: string | null
}

/** Makes a key. The answer, which has the key, is forgotten when nothing shows it any more. */
export function useMakeKey() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: NewKey) => api('POST /app/access-keys', { body }),
    gcTime: 0,
    onSettled: () => queries.invalidateQueries({ queryKey: accessKeysQuery.queryKey }),
  })
}

export function useRevokeKey() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => api('DELETE /app/access-keys/{id}', { params: { id } }),
    onSettled: () => queries.invalidateQueries({ queryKey: accessKeysQuery.queryKey }),
  })
}
