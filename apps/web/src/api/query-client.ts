import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiProblem } from './client.ts'
import { forgetRead } from './persist.ts'

const DAY_MS = 86_400_000
const TRIES = 3
/** The longest that a timer can wait is 24.8 days: with more it fires at once, and what is on no page yet is gone as it comes. */
const KEPT_MS = 24 * DAY_MS

/** Worth another try soon. Without a network it is tried again when live events are back. */
const isPassing = (error: unknown) => error instanceof ApiProblem && (error.status >= 500 || error.status === 429)

/** The session is over: nothing that it has read may stay in this browser. */
const isEnded = (error: unknown) => error instanceof ApiProblem && error.code === 'unauthorized'

/**
 * What the app knows of the service's data. Live events say what is out of date (see live/), so data stays fresh until then;
 * `signedOut` is called when a session has ended.
 */
export function makeQueryClient(signedOut: () => void): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        if (!isEnded(error) || query.queryKey[0] === 'start') return
        signedOut()
        void forgetRead()
      },
    }),
    mutationCache: new MutationCache({ onError: (error) => isEnded(error) && void forgetRead() }),
    defaultOptions: {
      queries: {
        staleTime: 60_000,
        gcTime: KEPT_MS,
        retry: (count, error) => isPassing(error) && count < TRIES,
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  })
}
