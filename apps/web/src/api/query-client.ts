import { QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiProblem, isEnded, wantsSecondFactor } from './client.ts'

const DAY_MS = 86_400_000
const TRIES = 3
/** The longest that a timer can wait is 24.8 days: with more it fires at once, and what is on no page yet is gone as it comes. */
const KEPT_MS = 24 * DAY_MS

/** Worth another try soon. Without a network it is tried again when live events are back. */
const isWorthRetrying = (error: unknown) => error instanceof ApiProblem && (error.status >= 500 || error.status === 429)

/**
 * What the app knows of the service's data. Live events say what is out of date (see live/), so data stays fresh until then;
 * `signedOut` is called when a session has ended and nobody signs in over the page, and `secondFactorWanted` when
 * the account must set one up first.
 */
export function makeQueryClient(signedOut: () => void, secondFactorWanted: () => void): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error) => {
        if (isEnded(error)) signedOut()
        if (wantsSecondFactor(error)) secondFactorWanted()
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 60_000,
        gcTime: KEPT_MS,
        retry: (count, error) => isWorthRetrying(error) && count < TRIES,
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  })
}
