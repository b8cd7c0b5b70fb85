import type { InspectionItem, InspectionPhoto } from '@binnacle/contract'
import { del, get, getMany, update } from 'idb-keyval'
import { ApiProblem, api, inSession, isPassing } from '../../api/client.ts'
import { ifKept } from '../../api/store.ts'
import { Courier } from '../courier.ts'
import { isLocal } from '../entry.ts'
import { postPhoto } from './post-photo.ts'
import {
  type Answer,
  answerTaken,
  merged,
  NOTHING,
  nextParcel,
  type Parcel,
  readdressed,
  type Unsent,
  type UnsentPhoto,
  withAnswer,
  withoutAnswer,
  withoutPhoto,
  withPhoto,
  withRefusal,
} from './unsent.ts'

/** What the outbox tells of; `trouble` while what it holds cannot be sent, and is tried again by itself. */
export interface OutboxState {
  unsent: Unsent
  sending: boolean
  trouble: boolean
  /** Nothing travels: the service does not know the inspection yet. */
  held: boolean
  /** The part of the photo under way that has gone, 0 to 1. */
  progress: number
}

/** Told of what the service says, by the inspection's id. */
interface Taken {
  item(id: string, item: InspectionItem): Promise<void>
  photo(id: string, itemId: string, photo: InspectionPhoto): Promise<void>
  done(id: string): void
  conflict(id: string): void
}

const keyOf = (inspectionId: string) => `inspection ${inspectionId}`

/**
 * Holds what was said of an inspection until the service has it, in the browser's database, so that neither a network that goes nor
 * a page that is closed loses anything. One thing travels at a time. Nothing does while the service does not know the inspection.
 */
export class Outbox {
  #id: string
  readonly #taken: Taken
  /** The item of each point, of an inspection that was started here. */
  #items: ReadonlyMap<string, string> = new Map()
  #loading: Promise<void> | undefined
  readonly #watchers = new Set<() => void>()
  #state: OutboxState
  /** The browser's database lacks something that was said. */
  #behind = false
  readonly #courier = new Courier<Parcel>(
    () => (this.#state.held ? null : nextParcel(this.#state.unsent)),
    (parcel) => this.#deliver(parcel),
    () => this.#changed(),
  )

  constructor(inspectionId: string, taken: Taken) {
    this.#id = inspectionId
    this.#taken = taken
    this.#state = { unsent: NOTHING, sending: false, trouble: false, held: isLocal(inspectionId), progress: 0 }
  }

  readonly state = (): OutboxState => this.#state

  readonly watch = (changed: () => void): (() => void) => {
    this.#watchers.add(changed)
    return () => this.#watchers.delete(changed)
  }

  /** Takes up what was left here the last time. Returns what stops it. */
  open(): () => void {
    void this.#load().then(() => this.retry())
    return this.#courier.open()
  }

  answer(itemId: string, answer: Answer): void {
    this.#keep((unsent) => withAnswer(unsent, this.#itemOf(itemId), answer))
    this.retry()
  }

  addPhoto(photo: UnsentPhoto): void {
    this.#keep((unsent) => withPhoto(unsent, { ...photo, itemId: this.#itemOf(photo.itemId) }))
    this.retry()
  }

  /** Gives up on what the service refused, or on a photo that waits. */
  discard(...ids: string[]): void {
    this.#keep((unsent) => ids.reduce((left, id) => withoutPhoto(withoutAnswer(left, id), id), unsent))
  }

  retry(): void {
    void this.#courier.send()
  }

  /** Drops all: the inspection is no longer there. */
  clear(): void {
    this.#set({ unsent: NOTHING })
    void ifKept(() => del(this.#key))
  }

  /** Ends when all is sent: undefined, or why something was refused. Throws when it is worth another try. */
  async sendAll(): Promise<string | undefined> {
    await this.#load()
    await this.#courier.send()
    if (this.#courier.trouble) throw new ApiProblem(0, 'offline')
    return Object.values(this.#state.unsent.refused)[0]
  }

  /** The service knows the inspection now, by this id, and its points as these items. */
  async readdress(id: string, items: ReadonlyMap<string, string>): Promise<void> {
    await this.#load()
    const before = this.#key
    // Another tab may have kept more; and there is something under the new id where the page was closed half way.
    const [left, there] = (await ifKept(() => getMany<Unsent | undefined>([before, keyOf(id)]))) ?? []
    const unsent = merged(there, readdressed(merged(left, this.#state.unsent), items))
    this.#id = id
    this.#items = items
    this.#set({ held: false, unsent })
    await ifKept(() => update<Unsent>(this.#key, (kept) => merged(kept, unsent)))
    await ifKept(() => del(before))
    this.retry()
  }

  #load(): Promise<void> {
    this.#loading ??= ifKept(() => get<Unsent>(this.#key)).then((kept) =>
      this.#set({ unsent: merged(kept, this.#state.unsent) }),
    )
    return this.#loading
  }

  get #key(): string {
    return keyOf(this.#id)
  }

  /** A page may still name the point. */
  readonly #itemOf = (id: string): string => this.#items.get(id) ?? id

  /** Throws when it is worth another try. */
  async #deliver(parcel: Parcel): Promise<void> {
    try {
      if (parcel.kind === 'answer') await this.#deliverAnswer(parcel.itemId, parcel.answer)
      else await this.#deliverPhoto(parcel)
    } catch (error) {
      if (isPassing(error)) throw error
      const code = error instanceof ApiProblem ? error.code : 'unavailable'
      if (code === 'conflict') this.#taken.conflict(this.#id)
      this.#keep((unsent) => withRefusal(unsent, parcel.kind === 'answer' ? parcel.itemId : parcel.id, code))
    }
  }

  async #deliverAnswer(itemId: string, answer: Answer): Promise<void> {
    const { item } = await api('PATCH /app/inspection-items/{id}', { params: { id: itemId }, body: answer })
    await this.#taken.item(this.#id, item)
    this.#keep((unsent) => answerTaken(unsent, itemId, answer))
  }

  async #deliverPhoto({ id, itemId, image }: UnsentPhoto): Promise<void> {
    const photo = await inSession(() => postPhoto({ id, itemId, image }, (progress) => this.#set({ progress })), false)
    await this.#taken.photo(this.#id, itemId, photo)
    this.#keep((unsent) => withoutPhoto(unsent, id))
  }

  #changed(): void {
    const { sending, trouble } = this.#courier
    this.#set({ sending, trouble, progress: 0 })
    if (!sending && !trouble) this.#taken.done(this.#id)
  }

  /**
   * What is kept is changed by itself, and not replaced: another tab keeps its own there. What a full disk did not take is
   * written with the next change. An empty record is left behind, since only discarding the inspection, or a sign-out, may delete
   * it.
   */
  #keep(change: (unsent: Unsent) => Unsent): void {
    this.#set({ unsent: change(this.#state.unsent) })
    // A browser that keeps nothing (private windows) still sends.
    void ifKept(async () => {
      await update<Unsent>(this.#key, (kept) => {
        const changed = change(kept ?? NOTHING)
        return this.#behind ? merged(changed, this.#state.unsent) : changed
      })
      return true
    }).then((written) => {
      this.#behind = !written
    })
  }

  #set(change: Partial<OutboxState>): void {
    this.#state = { ...this.#state, ...change }
    for (const watcher of this.#watchers) watcher()
  }
}
