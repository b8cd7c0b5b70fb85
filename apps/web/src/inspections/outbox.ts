import type { InspectionItem, InspectionPhoto } from '@binnacle/contract'
import { del, get, set } from 'idb-keyval'
import { ApiProblem, api } from '../api/client.ts'
import { retryInMs } from '../live/retry.ts'
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

/** Worth another try, without end: the network, or the service, is away. */
const isPassing = (error: unknown) =>
  error instanceof ApiProblem && (error.status === 0 || error.status >= 500 || [401, 408, 429].includes(error.status))

const keyOf = (inspectionId: string) => `inspection ${inspectionId}`

/** Drops what waits of an inspection that is no longer there. */
export const forgetUnsent = (inspectionId: string): Promise<void> => del(keyOf(inspectionId)).catch(() => undefined)

/**
 * Holds what was said of an inspection until the service has it, in the browser's database, so that neither a network that goes nor
 * a page that is closed loses anything. One thing travels at a time.
 */
export class Outbox {
  readonly #key: string
  readonly #taken: Taken
  readonly #watchers = new Set<() => void>()
  #state: OutboxState = { unsent: NOTHING, sending: false, trouble: false, progress: 0 }
  #failures = 0
  #timer: ReturnType<typeof setTimeout> | undefined

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
    void get<Unsent>(this.#key)
      .catch(() => undefined)
      .then((kept) => {
        if (!kept) return
        const { answers, photos, refused } = this.#state.unsent
        this.#keep({
          answers: { ...kept.answers, ...answers },
          photos: [...kept.photos, ...photos],
          refused: { ...kept.refused, ...refused },
        })
        void this.#send()
      })
    const online = () => this.retry()
    addEventListener('online', online)
    return () => {
      clearTimeout(this.#timer)
      removeEventListener('online', online)
    }
  }

  answer(itemId: string, answer: Answer): void {
    this.#keep(withAnswer(this.#state.unsent, itemId, answer))
    void this.#send()
  }

  addPhoto(photo: UnsentPhoto): void {
    this.#keep(withPhoto(this.#state.unsent, photo))
    void this.#send()
  }

  /** Gives up on what the service refused, or on a photo that waits. */
  discard(...ids: string[]): void {
    this.#keep(ids.reduce((unsent, id) => withoutPhoto(withoutAnswer(unsent, id), id), this.#state.unsent))
  }

  retry(): void {
    clearTimeout(this.#timer)
    void this.#send()
  }

  async #send(): Promise<void> {
    if (this.#state.sending) return
    clearTimeout(this.#timer)
    this.#set({ sending: true, progress: 0 })
    try {
      for (let parcel = nextParcel(this.#state.unsent); parcel; parcel = nextParcel(this.#state.unsent)) {
        await this.#deliver(parcel)
        this.#failures = 0
        this.#set({ trouble: false, progress: 0 })
      }
    } catch {
      this.#failures += 1
      this.#set({ trouble: true })
      this.#timer = setTimeout(() => void this.#send(), retryInMs(this.#failures, Math.random()))
    } finally {
      this.#set({ sending: false })
    }
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
    const photo = await postPhoto(itemId, image, (progress) => this.#set({ progress }))
    this.#taken.photo(itemId, photo)
    this.#keep(withoutPhoto(this.#state.unsent, id))
  }

  #keep(unsent: Unsent): void {
    this.#set({ unsent })
    // A browser that keeps nothing (private windows) still sends.
    void (countUnsent(unsent) > 0 ? set(this.#key, unsent) : del(this.#key)).catch(() => undefined)
  }

  #set(change: Partial<OutboxState>): void {
    this.#state = { ...this.#state, ...change }
    for (const watcher of this.#watchers) watcher()
  }
}
