import { createHash } from 'node:crypto'
import { VESSEL_ID } from '@binnacle/contract'
import { readJsonFile, writeJsonFile } from '../files/json-file.ts'
import { inTurn } from '../in-turn.ts'
import type { Log } from '../log.ts'
import { askVessel, type Outcome, type Target, type Try } from './post-readings.ts'

/** In the folder of the onboard device: whose boat's data it holds. Without it the boat of the next key is the one. */
export const BOAT_FILE = 'boat.json'

/** The keys of a boat that are remembered: those of readings and cameras, and what they were before. */
const KEYS_KEPT = 10

interface Kept {
  vessel: string
  /** Hashes of the keys that were known to be of this vessel. */
  keys: string[]
}

/** What came of asking with a key. */
type KeyOutcome = { kind: 'own' } | { kind: 'other boat'; sentence: string } | Exclude<Outcome, { kind: 'accepted' }>

/**
 * Knows whether a key is of the boat whose readings, pictures and hours are in the folder: the service tells the vessel of each key.
 * Nothing is sent with a key of another boat. See docs/decisions/0052-whose-data-a-folder-holds.md.
 */
export class BoatMemory {
  readonly #path: string
  readonly #folder: string
  readonly #log: Pick<Log, 'warn'>
  #kept: Kept | undefined
  /** Of services that do not tell the vessel: not asked again until the next start. */
  readonly #untold = new Set<string>()
  /** The uploader and the cameras ask at the same time, each with its key. */
  readonly #inTurn = inTurn()

  private constructor(path: string, folder: string, log: Pick<Log, 'warn'>, kept: Kept | undefined) {
    this.#path = path
    this.#folder = folder
    this.#log = log
    this.#kept = kept
  }

  static async open(path: string, folder: string, log: Pick<Log, 'warn'>): Promise<BoatMemory> {
    return new BoatMemory(path, folder, log, await readJsonFile(path, readKept, log))
  }

  /** Whether a key may be used without asking. */
  knows(key: string): boolean {
    const hash = hashOf(key)
    return this.#untold.has(hash) || (this.#kept?.keys.includes(hash) ?? false)
  }

  /** Asks the service whose key this is, and whether it takes it. */
  async ask(to: Target, signal?: AbortSignal): Promise<Pick<Try, 'date' | 'bytes'> & { outcome: KeyOutcome }> {
    const { outcome, vessel, ...rest } = await askVessel(to, signal)
    if (outcome.kind !== 'accepted') return { outcome, ...rest }
    if (isOther(this.#kept?.vessel, vessel))
      return { outcome: { kind: 'other boat', sentence: this.#refusal() }, ...rest }
    await this.#remember(hashOf(to.key), vessel)
    return { outcome: { kind: 'own' }, ...rest }
  }

  #refusal(): string {
    return `The connection key belongs to another boat than the data in ${this.#folder}. Enter a key of that boat. To use this computer on the new boat, remove that data: what waits in it is lost.`
  }

  async #remember(key: string, vessel: string | undefined): Promise<void> {
    if (vessel === undefined) return void this.#untold.add(key)
    if (this.#kept?.keys.includes(key)) return
    this.#kept = { vessel, keys: [...(this.#kept?.keys ?? []), key].slice(-KEYS_KEPT) }
    await this.#inTurn(() => writeJsonFile(this.#path, this.#kept)).catch((error: Error) =>
      this.#log.warn(`${this.#path} cannot be written: ${error.message}`),
    )
  }
}

const isOther = (kept: string | undefined, vessel: string | undefined): boolean =>
  kept !== undefined && vessel !== undefined && kept !== vessel

/** Nobody finds a key by its hash: it has 128 random bits. */
const hashOf = (key: string): string => createHash('sha256').update(key).digest('hex')

/** Whether an answer of the service to a key is of another boat than the data in a folder; false where either does not tell. */
export const isOfOtherBoat = (kept: unknown, { headers }: Pick<Response, 'headers'>): boolean =>
  isOther(keptVessel(kept), headers.get(VESSEL_ID) ?? undefined)

const keptVessel = (kept: unknown): string | undefined => {
  const { vessel } = Object(kept)
  return typeof vessel === 'string' ? vessel : undefined
}

function readKept(value: unknown): Kept {
  const vessel = keptVessel(value)
  const { keys } = Object(value)
  if (vessel === undefined || !Array.isArray(keys) || !keys.every((key) => typeof key === 'string'))
    throw new TypeError('not a boat')
  return { vessel, keys }
}
