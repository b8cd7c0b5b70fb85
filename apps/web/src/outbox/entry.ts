/**
 * The routes whose requests may wait in the browser. Each POST takes an Idempotency-Key; a PATCH says what is to be, so that it can
 * be sent again.
 */
export type EntryRoute =
  | 'POST /v1/vessels/{id}/service-log'
  | 'POST /app/vessels/{id}/services'
  | 'POST /app/vessels/{id}/hours'
  | 'POST /app/vessels/{id}/tasks'
  | 'POST /app/vessels/{id}/task-sets'
  | 'PATCH /app/tasks/{id}'
  | 'PATCH /app/service-logs/{id}'
  | 'PATCH /app/hour-logs/{id}'

/** Something that was entered for a boat, on its way to the service. It is kept in the browser until the service has it. */
export interface Entry {
  /** Its Idempotency-Key. */
  key: string
  route: EntryRoute
  vesselId: string
  /** What a PATCH changes. */
  id?: string
  body: object
  /** For people. */
  title: string
  /** When it was entered, ms. */
  at: number
  /** Why the service will not have it, ever: its error code and what follows. */
  refused?: string
}

/** In the order of entering: hours build on one another. */
export const withEntry = (entries: readonly Entry[], entry: Entry): Entry[] =>
  [...entries.filter(({ key }) => key !== entry.key), entry].sort((a, b) => a.at - b.at)

export const withoutEntry = (entries: readonly Entry[], key: string): Entry[] =>
  entries.filter((entry) => entry.key !== key)

export const nextEntry = (entries: readonly Entry[]): Entry | null =>
  entries.find(({ refused }) => refused === undefined) ?? null

/** What is shown as waiting on a boat's pages: not what is under way for the first time. */
export const waitingOf = (entries: readonly Entry[], fresh: ReadonlySet<string>, vesselId: string): Entry[] =>
  entries.filter((entry) => entry.vesselId === vesselId && !fresh.has(entry.key))
