import type { Language } from '@binnacle/contract'
import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { logChanged } from '../outbox/log-changed.ts'
import type { LogSearch } from './logbook/log-search.ts'

const params = (id: string) => ({ params: { id } })

/** What is due, and when the rest is expected to be. */
export const dueQuery = (id: string) =>
  queryOptions({
    queryKey: ['vessel', id, 'due', 'forecast'],
    queryFn: ({ signal }) => api('GET /app/vessels/{id}/due', { ...params(id), signal }),
  })

export const tasksQuery = (id: string) =>
  queryOptions({
    queryKey: ['vessel', id, 'due', 'tasks'],
    queryFn: ({ signal }) => api('GET /app/vessels/{id}/tasks', { ...params(id), signal }).then(({ tasks }) => tasks),
  })

/** The ready-made tasks in a language. They change with the service only. */
export const taskSetsQuery = (language: Language) =>
  queryOptions({
    queryKey: ['task-sets', language],
    queryFn: ({ signal }) =>
      api('GET /app/task-sets', { query: { language }, signal }).then((answer) => answer.task_sets),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** The hour meter over time. */
export const hoursQuery = (id: string) =>
  queryOptions({
    queryKey: ['vessel', id, 'logbook', 'hours'],
    queryFn: ({ signal }) => api('GET /app/vessels/{id}/hours', { ...params(id), signal }),
  })

/** What of the address the service filters by. Years are those of UTC, as the days of services are. */
export const filterOf = ({ view: _view, ...filter }: LogSearch) => filter

const PAGE = 50

/** The logbook, page by page. */
export const logQuery = (id: string, search: LogSearch) =>
  infiniteQueryOptions({
    queryKey: ['vessel', id, 'logbook', 'pages', filterOf(search)],
    queryFn: ({ pageParam: after, signal }) =>
      api('GET /app/vessels/{id}/log', {
        ...params(id),
        query: { ...filterOf(search), limit: PAGE, ...(after && { after }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  })

export const costsQuery = (id: string) =>
  queryOptions({
    queryKey: ['vessel', id, 'logbook', 'costs'],
    queryFn: ({ signal }) => api('GET /app/vessels/{id}/log/costs', { ...params(id), signal }).then(({ sums }) => sums),
  })

export function useLogChanged(id: string): () => Promise<unknown> {
  const queries = useQueryClient()
  return () => logChanged(queries, id)
}
