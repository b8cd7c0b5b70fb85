import type { LiveChange } from '@binnacle/contract'
import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { justReadSince } from './just-read.ts'
import { OutOfDate } from './out-of-date.ts'
import { type LiveState, listen } from './stream.ts'

export type { LiveState }

/** How often what waits is looked through, ms. */
const LOOK_MS = 250

/** What of the service's data a page shows that may have changed while no stream stood. */
const LIVE_ROOTS = new Set<unknown>(['vessel', 'fleet', 'inspection', 'me', 'access-keys', 'operator'])

/** Keeps what is shown up to date while the page is open: what the service says has changed is read again, if it is on the page. */
export function useLive(): LiveState {
  const queries = useQueryClient()
  const [state, setState] = useState<LiveState>('connecting')
  useEffect(() => {
    const refresher = new Refresher(queries)
    const stop = listen({
      state: setState,
      hello: () => refresher.readAll(),
      changed: (change) => refresher.note(change),
      failed: () => void queries.invalidateQueries({ queryKey: ['me'], exact: true }),
    })
    return () => {
      stop()
      refresher.stop()
    }
  }, [queries])
  return state
}

/** Has what is out of date read again: on the page at once, elsewhere when it is opened. */
class Refresher {
  readonly #queries: QueryClient
  readonly #old = new OutOfDate()
  #timer: ReturnType<typeof setTimeout> | undefined
  #stood = false

  constructor(queries: QueryClient) {
    this.#queries = queries
  }

  note(change: LiveChange): void {
    this.#old.note(change)
    this.#read()
  }

  /** The stream is open: changes before it were not reported. What waits goes on waiting, since it may be new. */
  readAll(): void {
    const before = this.#stood ? Date.now() : justReadSince(Date.now(), performance.timeOrigin)
    this.#stood = true
    const predicate = ({ queryKey, state }: Query) => LIVE_ROOTS.has(queryKey[0]) && state.dataUpdatedAt < before
    void this.#queries.invalidateQueries({ predicate }, { cancelRefetch: false })
  }

  stop(): void {
    clearTimeout(this.#timer)
  }

  #read(): void {
    clearTimeout(this.#timer)
    const due = this.#old.take(performance.now(), (queryKey) => this.#queries.isFetching({ queryKey }) > 0)
    for (const queryKey of due) void this.#queries.invalidateQueries({ queryKey })
    if (!this.#old.isEmpty) this.#timer = setTimeout(() => this.#read(), LOOK_MS)
  }
}
