import { queryOptions } from '@tanstack/react-query'
import { api } from '../api/client.ts'

/** Who is signed in. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => api('GET /app/me', { signal }).then(({ account }) => account),
})

/** One boat, as its owner gave it. */
export const vesselQuery = (id: string) =>
  queryOptions({
    queryKey: ['vessel', id, 'vessel'],
    queryFn: ({ signal }) => api('GET /v1/vessels/{id}', { params: { id }, signal }).then(({ vessel }) => vessel),
  })
