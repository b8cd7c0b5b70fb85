import { hash } from 'node:crypto'
import type { Broker } from './broker.ts'
import type { BoatState } from './entities.ts'
import {
  aStateOfEachBoat,
  type EntityMessages,
  type Installation,
  messagesOf,
  ownerOfState,
  statesOf,
  topicsOf,
} from './home-assistant.ts'

/** What the time alone changes: whether a task is due, whether a boat is connected. */
const AGAIN_MS = 10 * 60_000

const NONE: EntityMessages = ['', '', '']
/** The places of the configuration, the attributes and the state. */
const KINDS = [0, 1, 2] as const
const STATE = 2

/** Of messages only digests are kept, all of an entity's in one text: a fleet has hundreds of thousands. */
const DIGEST_LENGTH = 8
const digest = (message: string) =>
  message ? hash('sha1', message, 'base64').slice(0, DIGEST_LENGTH) : ' '.repeat(DIGEST_LENGTH)
const digestsOf = (messages: EntityMessages) => messages.map(digest).join('')
const NO_DIGESTS = digestsOf(NONE)
const nth = (digests: string, kind: number) => digests.slice(kind * DIGEST_LENGTH, (kind + 1) * DIGEST_LENGTH)

interface PublishedBoat {
  fingerprint: string
  readAt: number
  /** By entity: the digests of its messages at the broker. */
  entities: Map<string, string>
}

/** What is at the broker, over one connection, as far as this process knows. */
export class Publisher {
  readonly #boats = new Map<string, PublishedBoat>()
  /** Boats whose states the broker tells. */
  readonly #watched = new Set<string>()
  /** By topic: states of entities that are not there any more. */
  readonly #leftovers = new Map<string, { boatId: string; entities: string[] }>()
  #looked = false
  readonly broker: Broker
  readonly #installation: Installation

  constructor(broker: Broker, installation: Installation) {
    this.broker = broker
    this.#installation = installation
  }

  /** Which of the boats are to be read and published, those that are not there any more too. */
  toPublish(fingerprints: ReadonlyMap<string, string>, now: number): string[] {
    const gone = [...this.#boats.keys()].filter((id) => !fingerprints.has(id))
    const changed = [...fingerprints].filter(([id, fingerprint]) => {
      const known = this.#boats.get(id)
      return known?.fingerprint !== fingerprint || now - known.readAt >= AGAIN_MS
    })
    return [...gone, ...changed.map(([id]) => id)]
  }

  /** Without a state, the boat is removed. */
  async publish(id: string, state: BoatState | undefined, fingerprint: string, now: number): Promise<void> {
    const boat = this.#boats.getOrInsertComputed(id, () => ({ fingerprint, readAt: now, entities: new Map() }))
    Object.assign(boat, { fingerprint, readAt: now })
    const wanted = state ? messagesOf(state, this.#installation) : new Map<string, EntityMessages>()
    const gone = [...boat.entities.keys()].filter((entity) => !wanted.has(entity))
    const all = [...wanted, ...gone.map((entity) => [entity, NONE] as const)]
    await Promise.all(all.map(([entity, messages]) => this.#publishEntity(id, boat, entity, messages)))
    for (const entity of gone) boat.entities.delete(entity)
    if (!state) this.#boats.delete(id)
  }

  async #publishEntity(id: string, boat: PublishedBoat, entity: string, messages: EntityMessages): Promise<void> {
    const known = boat.entities.get(entity) ?? NO_DIGESTS
    const digests = digestsOf(messages)
    if (digests === known) return
    boat.entities.set(entity, digests)
    await this.#send(
      id,
      entity,
      messages,
      KINDS.filter((kind) => nth(digests, kind) !== nth(known, kind)),
    )
  }

  /** What has a configuration has a state, whenever the process is killed: by its state a leftover is found. */
  async #send(id: string, entity: string, messages: EntityMessages, kinds: readonly number[]): Promise<void> {
    const topics = topicsOf(this.#installation.prefix, id, entity)
    const inOrder = messages === NONE ? kinds : kinds.toReversed()
    await Promise.all(inOrder.map((kind) => this.broker.publish(topics[kind]!, messages[kind]!)))
  }

  /**
   * Notices what an earlier process left of these boats. A broker drops what a client does not read quickly enough, so that a
   * subscription to all topics would bring only the beginning.
   */
  async watch(ids: readonly string[]): Promise<void> {
    const news = ids.filter((id) => !this.#watched.has(id))
    for (const id of news) this.#watched.add(id)
    if (news.length > 0) await this.broker.subscribe(news.map((id) => statesOf(this.#installation.prefix, id)))
  }

  /** Removes what an earlier process left, once every boat is published: entities that are not there any more, and whole boats. */
  async removeLeftovers(): Promise<void> {
    if (!this.#looked) await this.broker.subscribe([aStateOfEachBoat(this.#installation.prefix)])
    this.#looked = true
    for (const [topic, { boatId, entities }] of this.#leftovers) {
      await this.watch([boatId])
      if (!this.#entityOf(boatId, entities))
        for (const entity of entities) await this.#send(boatId, entity, NONE, KINDS)
      this.#leftovers.delete(topic)
    }
  }

  /** A retained message of another process: one that is killed, or that hung and lost its lease. */
  heard(topic: string, message: string): void {
    const owner = ownerOfState(topic)
    if (!owner) return
    const entity = this.#entityOf(owner.boatId, owner.entities)
    if (!entity) {
      if (message) this.#leftovers.set(topic, owner)
      return
    }
    const boat = this.#boats.get(owner.boatId)!
    if (nth(boat.entities.get(entity)!, STATE) === digest(message)) return
    boat.entities.set(entity, NO_DIGESTS)
    boat.fingerprint = ''
  }

  #entityOf(boatId: string, entities: readonly string[]): string | undefined {
    const boat = this.#boats.get(boatId)
    return entities.find((entity) => boat?.entities.has(entity))
  }
}
