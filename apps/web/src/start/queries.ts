import { queryOptions } from '@tanstack/react-query'
import { api } from '../api/client.ts'

/** How this installation is set up: whether it has an account yet, takes new ones, and has tiles for the map. */
export const startQuery = queryOptions({
  queryKey: ['start'],
  queryFn: ({ signal }) => api('GET /app/start', { signal }),
})
