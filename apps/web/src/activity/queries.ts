import { AUDIT_PAGE } from '@binnacle/contract'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { api } from '../api/client.ts'

const paged = {
  initialPageParam: undefined as string | undefined,
  // Looked up each time, since other browsers act without telling.
  staleTime: 0,
  meta: { persist: false },
}

const nextOf = (page: { id: string }[]) => (page.length === AUDIT_PAGE ? page.at(-1)?.id : undefined)

/** What happened in the account, newest first. */
export const activityQuery = infiniteQueryOptions({
  ...paged,
  queryKey: ['me', 'activity'],
  queryFn: ({ signal, pageParam: before }) =>
    api('GET /app/activity', { query: { before }, signal }).then(({ events }) => events),
  getNextPageParam: (page) => nextOf(page),
})

/** What happened in all accounts, newest first. */
export const installationActivityQuery = infiniteQueryOptions({
  ...paged,
  queryKey: ['operator', 'activity'],
  queryFn: ({ signal, pageParam: before }) =>
    api('GET /app/operator/activity', { query: { before }, signal }).then(({ events }) => events),
  getNextPageParam: (page) => nextOf(page),
})
