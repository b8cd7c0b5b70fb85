import { queryOptions } from '@tanstack/react-query'
import { api } from '../api/client.ts'

/** Authenticator app and passkeys of the account. */
export const accountUseQuery = queryOptions({
  queryKey: ['me', 'use'],
  queryFn: ({ signal }) => api('GET /app/use', { signal }).then(({ use }) => use),
  staleTime: 0,
  meta: { persist: false },
})

/** Looked up each time: the browser comes back from the sign-in provider with a link that no live event tells of. */
export const signInMethodsQuery = queryOptions({
  queryKey: ['me', 'sign-in-methods'],
  queryFn: ({ signal }) => api('GET /app/sign-in-methods', { signal }),
  staleTime: 0,
})

/** Where the account is signed in. Looked up each time, since other browsers come and go without telling. */
export const sessionsQuery = queryOptions({
  queryKey: ['me', 'sessions'],
  queryFn: ({ signal }) => api('GET /app/sessions', { signal }).then(({ sessions }) => sessions),
  staleTime: 0,
  meta: { persist: false },
})
