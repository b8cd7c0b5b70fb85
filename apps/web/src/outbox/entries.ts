import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { del, get, getMany, keys, set, update } from 'idb-keyval'
import { useSyncExternalStore } from 'react'
import { type AnswerOf, ApiProblem, api, isPassing } from '../api/client.ts'
import { randomKey } from '../api/request-keys.ts'
import { ifKept } from '../api/store.ts'
import { Courier } from './courier.ts'
import {
  canGo,
  dependentsOf,
  type Entry,
  type EntryRoute,
  isCompletion,
  isDeletion,
  isDiscard,
  isStart,
  localId,
  nextEntry,
  waitingOf,
  withEntry,
  withoutEntry,
} from './entry.ts'
import { logChanged } from './log-changed.ts'
import { forgetAnswers, sendAnswers, takeUpStarted } from './points/entry-steps.ts'
import { forgetOutboxes } from './points/outboxes.ts'

type Started = AnswerOf<'POST /app/vessels/{id}/inspections'>

/**
 * What was entered for a boat, on its way to the service. Each is in the browser's database before it is sent, so that neither a
 * network that goes nor a page that is closed loses it, and it is sent with its Idempotency-Key, so that it is logged once.
 */
export class Entries {
  readonly #queries: QueryClient
  readonly #courier = new Courier<Entry>(
    () => nextEntry(this.#entries.filter(({ key }) => !this.#fresh.has(key))),
    (entry) => this.#deliver(entry),
    () => this.#tell(),
  )
  readonly #watchers = new Set<() => void>()
  #entries: readonly Entry[] = []
  /** Those that the browser has kept in the store with this name: one that is no longer there was sent by another tab. */
  readonly #stored = new Set<string>()
  #store: string | undefined
  /** Sent for the first time, while its form waits for the answer. */
  readonly #fresh = new Set<string>()
  /** What was started here: the id that the service gave it, by its local id. */
  readonly #started = new Map<string, string>()
  #account = ''
  #version = 0
  #takenUp = false

  constructor(queries: QueryClient) {
    this.#queries = queries
  }

  /** Takes up what the account left here the last time. Returns what stops it. */
  open(account: string): () => void {
    if (account !== this.#account) {
      this.#entries = []
      this.#takenUp = false
      forgetOutboxes(this.#queries)
    }
    this.#account = account
    void Promise.all([keptAs(this.#name('')), nameOfStore()]).then(([kept, store]) => {
      if (this.#account === account) {
        this.#store = store
        this.#entries = kept.reduce(withEntry, this.#entries)
        for (const { key } of kept) this.#stored.add(key)
        this.#takenUp = true
      }
      this.#tell()
      void this.#courier.send()
    })
    return this.#courier.open()
  }

  /** The service's answer, or null where it cannot be reached: the entry waits. Throws when the service refuses it. */
  async post<R extends EntryRoute>(entry: Entry & { route: R }): Promise<AnswerOf<R> | null> {
    this.#fresh.add(entry.key)
    this.#keep(entry)
    try {
      // What was entered before goes before.
      await this.#courier.send()
      // What it hangs on may have been sent just now.
      const now = this.#entries.find(({ key }) => key === entry.key)
      if (this.#courier.trouble || !now || !canGo(now)) return null
      return (await this.#send(now)) as AnswerOf<R>
    } catch (error) {
      if (isPassing(error)) return null
      this.discard(entry.key)
      throw error
    } finally {
      this.#fresh.delete(entry.key)
      void this.#courier.send()
    }
  }

  discard(key: string): void {
    this.#entries = withoutEntry(this.#entries, key)
    this.#stored.delete(key)
    void ifKept(() => del(this.#name(key)))
    this.#tell()
  }

  /** Whether what the account left here the last time is known. */
  readonly takenUp = (): boolean => this.#takenUp

  /** The id of what had this one until the service gave it another. */
  readonly idNow = (id: string): string => this.#started.get(id) ?? id

  /** The id that this had first. */
  readonly idFirst = (id: string): string => [...this.#started].find(([, now]) => now === id)?.[0] ?? id

  /** Ends when all is sent, or something cannot be. */
  readonly send = (): Promise<void> => this.#courier.send()

  readonly waiting = (vesselId: string): Entry[] => waitingOf(this.#entries, this.#fresh, vesselId)

  readonly version = (): number => this.#version

  readonly watch = (changed: () => void): (() => void) => {
    this.#watchers.add(changed)
    return () => this.#watchers.delete(changed)
  }

  /** Throws when it is worth another try. */
  async #deliver(entry: Entry): Promise<void> {
    try {
      if (await this.#isGone(entry)) this.discard(entry.key)
      else await this.#send(entry)
      await logChanged(this.#queries, entry.vesselId)
      // A finding knows its task.
      await this.#queries.invalidateQueries({ queryKey: ['inspection', entry.vesselId] })
      await this.#queries.invalidateQueries({ queryKey: ['vessel', entry.vesselId, 'inspections'] })
    } catch (error) {
      if (isPassing(error)) throw error
      this.#keep({ ...entry, refused: error instanceof ApiProblem ? error.message : 'unavailable' })
    }
  }

  /**
   * Another tab has sent it, or discarded it: what is said again would undo what was said since. Not where the store was emptied
   * meanwhile, by a sign-out or by the browser. A start is said again, since what hangs on it needs the answer, which is the same.
   */
  async #isGone(entry: Entry): Promise<boolean> {
    if (isStart(entry) || !this.#stored.has(entry.key)) return false
    const [store, kept] = (await ifKept(() => getMany<unknown>([STORE, this.#name(entry.key)]))) ?? []
    return store !== undefined && store === this.#store && kept === undefined
  }

  /** Sends it after what must go before it, and forgets it. */
  async #send(entry: Entry): Promise<unknown> {
    if (isCompletion(entry)) await sendAnswers(this.#queries, entry)
    const answer = await send(entry)
    if (isStart(entry)) await this.#takeUp(entry, answer as Started)
    if (isDiscard(entry)) forgetAnswers(this.#queries, entry)
    this.discard(entry.key)
    return answer
  }

  /** What hangs on an inspection that was started here now names the one of the service. */
  async #takeUp(entry: Entry, started: Started): Promise<void> {
    const { id } = started.inspection
    await takeUpStarted(this.#queries, entry, started)
    for (const dependent of dependentsOf(this.#entries, entry)) {
      if (await this.#isGone(dependent)) this.discard(dependent.key)
      else this.#keep({ ...dependent, id })
    }
    this.#started.set(localId(entry), id)
  }

  #name(key: string): string {
    return `entry ${this.#account} ${key}`
  }

  #keep(entry: Entry): void {
    this.#entries = withEntry(this.#entries, entry)
    void ifKept(async () => {
      await set(this.#name(entry.key), entry)
      this.#stored.add(entry.key)
    })
    this.#tell()
  }

  #tell(): void {
    this.#version += 1
    for (const watcher of this.#watchers) watcher()
  }
}

/** The entries that wait, of a boat, drawn anew when they change. */
export function useWaiting(boatId: string): readonly Entry[] {
  const entries = entriesOf(useQueryClient())
  useSyncExternalStore(entries.watch, entries.version)
  return entries.waiting(boatId)
}

const kept = new WeakMap<QueryClient, Entries>()

/** Those of the app: there is one query client. */
export function entriesOf(queries: QueryClient): Entries {
  const entries = kept.get(queries) ?? new Entries(queries)
  kept.set(queries, entries)
  return entries
}

/** Under which the browser's store has a name, made anew where it was emptied. */
const STORE = 'store'

const nameOfStore = () =>
  ifKept(async () => {
    await update<string>(STORE, (name) => name ?? randomKey())
    return get<string>(STORE)
  })

async function keptAs(prefix: string): Promise<Entry[]> {
  const names = (await ifKept(() => keys<string>()))?.filter((name) => name.startsWith(prefix)) ?? []
  const found = (await ifKept(() => getMany<Entry>(names))) ?? []
  return found.filter((entry) => entry !== undefined)
}

/** What was to be deleted and is gone already is as it should be. */
async function send({ route, vesselId, id = vesselId, body, key }: Entry): Promise<unknown> {
  try {
    return await api(route, { params: { id }, body, key } as never)
  } catch (error) {
    if (isDeletion({ route }) && error instanceof ApiProblem && error.code === 'not_found') return { removed: true }
    throw error
  }
}
