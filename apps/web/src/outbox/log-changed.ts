import type { QueryClient } from '@tanstack/react-query'

/** Tells that a boat's log or tasks changed: what hangs on them is asked for again. */
export const logChanged = (queries: QueryClient, id: string): Promise<unknown> =>
  Promise.all([
    ...['vessel', 'due', 'logbook', 'overview'].map((topic) =>
      queries.invalidateQueries({ queryKey: ['vessel', id, topic] }),
    ),
    queries.invalidateQueries({ queryKey: ['fleet'] }),
  ])
