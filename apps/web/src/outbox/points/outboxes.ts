import type { QueryClient } from '@tanstack/react-query'
import { Outbox } from './outbox.ts'
import { takenInto } from './walk-cache.ts'

const made = new WeakMap<QueryClient, Map<string, Outbox>>()

/** The one outbox of an inspection. */
export function outboxOf(queries: QueryClient, vesselId: string, id: string): Outbox {
  const outboxes = all(queries)
  const outbox = outboxes.get(id) ?? new Outbox(id, takenInto(queries, vesselId))
  outboxes.set(id, outbox)
  return outbox
}

/** The same outbox under the id that the service gave its inspection. */
export function renameOutbox(queries: QueryClient, outbox: Outbox, id: string): void {
  all(queries).set(id, outbox)
}

/** Those of the account before. */
export function forgetOutboxes(queries: QueryClient): void {
  made.delete(queries)
}

function all(queries: QueryClient): Map<string, Outbox> {
  const outboxes = made.get(queries) ?? new Map<string, Outbox>()
  made.set(queries, outboxes)
  return outboxes
}
