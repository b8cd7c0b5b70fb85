/**
 * The routes whose requests may wait in the browser. Each POST takes an Idempotency-Key; a PATCH says what is to be, so that it can
 * be sent again; what a DELETE does not find is gone already.
 */
export type EntryRoute =
  | 'POST /v1/vessels/{id}/service-log'
  | 'POST /app/vessels/{id}/services'
  | 'POST /app/vessels/{id}/hours'
  | 'POST /app/vessels/{id}/tasks'
  | 'POST /app/vessels/{id}/task-sets'
  | 'POST /app/vessels/{id}/inspections'
  | 'POST /app/inspections/{id}/complete'
  | 'PATCH /app/tasks/{id}'
  | 'PATCH /app/service-logs/{id}'
  | 'PATCH /app/hour-logs/{id}'
  | 'DELETE /app/tasks/{id}'
  | 'DELETE /app/service-logs/{id}'
  | 'DELETE /app/hour-logs/{id}'
  | 'DELETE /app/inspections/{id}'
  | 'DELETE /app/inspection-photos/{id}'

/** Something that was entered for a boat, on its way to the service. It is kept in the browser until the service has it. */
export interface Entry {
  /** Its Idempotency-Key. */
  key: string
  route: EntryRoute
  vesselId: string
  /** What it changes, completes or deletes; the boat unless given. */
  id?: string
  body?: object
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

/** What can be sent: not what the service refused, nor what waits for something that the service does not have yet. */
export const canGo = ({ refused, id }: Entry): boolean => refused === undefined && !(id && isLocal(id))

export const nextEntry = (entries: readonly Entry[]): Entry | null => entries.find(canGo) ?? null

const LOCAL = 'local-'

/** The id here of what an entry starts, until the service has given it one. */
export const localId = ({ key }: Pick<Entry, 'key'>): string => LOCAL + key

export const isLocal = (id: string): boolean => id.startsWith(LOCAL)

/** What hangs on something that an entry starts. */
export const dependentsOf = (entries: readonly Entry[], start: Entry): Entry[] =>
  entries.filter(({ id }) => id === localId(start))

/** The entry that starts the inspection with this local id. */
export const startOf = (waiting: readonly Entry[], id: string): Entry | undefined =>
  waiting.find((entry) => isStart(entry) && localId(entry) === id)

export const isStart = ({ route }: Pick<Entry, 'route'>): boolean => route === 'POST /app/vessels/{id}/inspections'

/** The entry that will complete this inspection, unless the service refused to. */
export const completionOf = (waiting: readonly Entry[], inspectionId: string): Entry | undefined =>
  waiting.find(({ route, id, refused }) => isCompletion({ route }) && id === inspectionId && refused === undefined)

export const isCompletion = ({ route }: Pick<Entry, 'route'>): boolean =>
  route === 'POST /app/inspections/{id}/complete'

/** What is shown as waiting on a boat's pages: not what is under way for the first time. */
export const waitingOf = (entries: readonly Entry[], fresh: ReadonlySet<string>, vesselId: string): Entry[] =>
  entries.filter((entry) => entry.vesselId === vesselId && !fresh.has(entry.key))

/** Throws an inspection away that the service knows. */
export const isDiscard = ({ route }: Pick<Entry, 'route'>): boolean => route === 'DELETE /app/inspections/{id}'

export type DeletionRoute = Extract<EntryRoute, `DELETE ${string}`>

/** Asks to delete something of a boat; twice is once. */
export const deletion = <R extends DeletionRoute>(route: R, vesselId: string, id: string, title: string) => ({
  ...{ route, vesselId, id, title, key: `delete ${id}`, at: Date.now() },
})

export const isDeletion = ({ route }: Pick<Entry, 'route'>): boolean => route.startsWith('DELETE ')

/** The entry that will delete this, unless the service refused to. */
export const deletionOf = (waiting: readonly Entry[], id: string): Entry | undefined =>
  waiting.find((entry) => isDeletion(entry) && entry.id === id && entry.refused === undefined)
