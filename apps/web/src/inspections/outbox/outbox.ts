import type { InspectionItem, InspectionPhoto } from '@binnacle/contract'
import { del, get, set } from 'idb-keyval'
import { ApiProblem, api, inSession } from '../../api/client.ts'
import { ifKept } from '../../api/store.ts'
import { Courier, isPassing } from '../../outbox/courier.ts'
import { postPhoto } from './post-photo.ts'
import {
  type Answer,
  answerTaken,
  countUnsent,
  NOTHING,
  nextParcel,
  type Parcel,
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
  /** The part of the photo under way that has gone, 0 to 1. */
  progress: number
}

interface Taken {
  item(item: InspectionItem): void
  photo(itemId: string, photo: InspectionPhoto): void
}

const keyOf = (inspectionId: string) => `inspection ${inspectionId}`

/** Drops what waits of an inspection that is no longer there. */
export const forgetUnsent = (inspectionId: string): Promise<void> => ifKept(() => del(keyOf(inspectionId)))

/**
 * Holds what was said of an inspection until the service has it, in the browser's database, so that neither a network that goes nor
 * a page that is closed loses anything. One thing travels at a time.
 */
export class Outbox {
  readonly #key: string
  readonly #taken: Taken
  readonly #watchers = new Set<() => void>()
  #state: OutboxState = { unsent: NOTHING, sending: false, trouble: false, progress: 0 }
  readonly #courier = new Courier<Parcel>(
    () => nextParcel(this.#state.unsent),
    (parcel) => this.#deliver(parcel),
    () => this.#set({ sending: this.#courier.sending, trouble: this.#courier.trouble, progress: 0 }),
  )

  constructor(inspectionId: string, taken: Taken) {
    this.#key = keyOf(inspectionId)
    this.#taken = taken
  }

  readonly state = (): OutboxState => this.#state

  readonly watch = (changed: () => void): (() => void) => {
    this.#watchers.add(changed)
    return () => this.#watchers.delete(changed)
  }

  /** Takes up what was left here the last time. Returns what stops it. */
  open(): () => void {
    void ifKept(() => get<Unsent>(this.#key)).then((kept) => {
      if (!kept) return
      const { answers, photos, refused } = this.#state.unsent
      this.#keep({
        answers: { ...kept.answers, ...answers },
        photos: [...kept.photos, ...photos],
        refused: { ...kept.refused, ...refused },
      })
      this.retry()
    })
    return this.#courier.open()
  }

  answer(itemId: string, answer: Answer): void {
    this.#keep(withAnswer(this.#state.unsent, itemId, answer))
    this.retry()
  }

  addPhoto(photo: UnsentPhoto): void {
    this.#keep(withPhoto(this.#state.unsent, photo))
    this.retry()
  }

  /** Gives up on what the service refused, or on a photo that waits. */
  discard(...ids: string[]): void {
    this.#keep(ids.reduce((unsent, id) => withoutPhoto(withoutAnswer(unsent, id), id), this.#state.unsent))
  }

  retry(): void {
    void this.#courier.send()
  }

  /** Throws when it is worth another try. */
  async #deliver(parcel: Parcel): Promise<void> {
    try {
      if (parcel.kind === 'answer') await this.#deliverAnswer(parcel.itemId, parcel.answer)
      else await this.#deliverPhoto(parcel)
    } catch (error) {
      if (isPassing(error)) throw error
      const code = error instanceof ApiProblem ? error.code : 'unavailable'
      this.#keep(withRefusal(this.#state.unsent, parcel.kind === 'answer' ? parcel.itemId : parcel.id, code))
    }
  }

  async #deliverAnswer(itemId: string, answer: Answer): Promise<void> {
    const { item } = await api('PATCH /app/inspection-items/{id}', { params: { id: itemId }, body: answer })
    this.#taken.item(item)
    this.#keep(answerTaken(this.#state.unsent, itemId, answer))
  }

  async #deliverPhoto({ id, itemId, image }: UnsentPhoto): Promise<void> {
    const photo = await inSession(() => postPhoto({ id, itemId, image }, (progress) => this.#set({ progress })), false)
    this.#taken.photo(itemId, photo)
    this.#keep(withoutPhoto(this.#state.unsent, id))
  }

  #keep(unsent: Unsent): void {
    this.#set({ unsent })
    // A browser that keeps nothing (private windows) still sends.
    void ifKept(() => (countUnsent(unsent) > 0 ? set(this.#key, unsent) : del(this.#key)))
  }

  #set(change: Partial<OutboxState>): void {
    this.#state = { ...this.#state, ...change }
    for (const watcher of this.#watchers) watcher()
  }
}
