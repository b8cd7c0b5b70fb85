import { preferHourMeter } from '@binnacle/contract'
import { besideMeter } from '../admit/hour-meter.ts'
import { readJsonFile, writeJsonFile } from '../files/json-file.ts'
import type { Log } from '../log.ts'
import type { Batch, Queue, Queued } from '../queue/queue.ts'
import type { WireReading } from '../readings/reading.ts'

/** In the folder of the onboard device. Without it a correction is not noticed until hours were sent again. */
export const METER_FILE = 'meter.json'

/** While nothing of the meter is sent: so long until a correction is known. Each request that asks costs the service a query. */
const ASK_EVERY_MS = 5 * 60_000

/** Whole hours of an engine, as they were sent for the vessel's hour meter. */
export interface MeterHours {
  instance: string | null
  hours: number
}

/** What is known of the hour meter in the service. */
export interface MeterKnown {
  /** The highest hours of each engine that the service has taken and that the owner has not corrected since. */
  confirmed: readonly MeterHours[]
  /** The last correction, and the number of the first reading that was queued after it was known. */
  corrected: { hours: number | null; next: number } | null
}

const NOTHING: MeterKnown = { confirmed: [], corrected: null }

const isAbove = (hours: number, meter: number | null): boolean => Math.floor(hours) > (meter ?? -1)

/**
 * What is known after the service has taken `sent` and told its meter, and which of our hours are wrong by it. The meter only
 * falls when the owner corrects it, and the service took our hours: where it is below them, it has been corrected since. What is
 * queued before `next` comes from before that was known.
 */
export function told(
  { confirmed, corrected }: MeterKnown,
  sent: readonly MeterHours[],
  meter: number | null,
  next: number,
): { known: MeterKnown; wrong: MeterHours[] } {
  const ours = highest([...confirmed, ...sent])
  const wrong = ours.filter(({ hours }) => isAbove(hours, meter))
  if (wrong.length === 0) return { known: { confirmed: ours, corrected }, wrong }
  const left = meter === null ? [] : ours.map(({ instance, hours }) => ({ instance, hours: Math.min(hours, meter) }))
  return { known: { confirmed: left, corrected: { hours: meter, next } }, wrong }
}

function highest(all: readonly MeterHours[]): MeterHours[] {
  const engines = new Map<string | null, MeterHours>()
  for (const one of all) if (!((engines.get(one.instance)?.hours ?? -1) >= one.hours)) engines.set(one.instance, one)
  return [...engines.values()]
}

/** A queued reading as it may be sent: hours above a correction that they were measured before are stored and move no meter. */
export function afterCorrection({ seq, reading }: Queued, { corrected }: MeterKnown): Queued['reading'] {
  const isOld = reading.metric === 'engine_hours' && corrected !== null && seq < corrected.next
  return isOld && reading.unit === undefined && isAbove(reading.value ?? 0, corrected.hours)
    ? besideMeter(reading)
    : reading
}

/** The hours in a request's body that may move the meter. */
function hoursIn(body: string): MeterHours[] {
  if (!body.includes('"engine_hours"')) return []
  const { readings } = JSON.parse(body) as { readings: WireReading[] }
  return readings
    .filter(({ metric, unit }) => metric === 'engine_hours' && unit === 'h')
    .map(({ instance = null, value = 0 }) => ({ instance, hours: Math.floor(value) }))
}

interface MeterOptions {
  queue: Pick<Queue, 'next' | 'flush'>
  /** The owner has corrected these hours to `meter`: the engine's are wrong as far as they are above. At once, then on disk. */
  forget(wrong: MeterHours, meter: number | null): Promise<void>
  log: Log
}

/** Asks the service for its hour meter, and finds out when the owner has corrected what came from here; over a restart too. */
export class MeterMemory {
  readonly #path: string
  readonly #options: MeterOptions
  #known: MeterKnown
  #written: string
  /** Steady ms. */
  #askedAt = Number.NEGATIVE_INFINITY

  private constructor(path: string, options: MeterOptions, known: MeterKnown) {
    this.#path = path
    this.#options = options
    this.#known = known
    this.#written = JSON.stringify(known)
  }

  static async open(path: string, options: MeterOptions): Promise<MeterMemory> {
    return new MeterMemory(path, options, (await readJsonFile(path, readKnown, options.log)) ?? NOTHING)
  }

  /** The Prefer header of a batch; undefined where there is nothing to be asked. `now` in steady ms. */
  preference({ body }: Batch, now: number): string | undefined {
    const confirmed = this.#known.confirmed.map(({ hours }) => hours)
    const isDue = confirmed.length > 0 && now - this.#askedAt >= ASK_EVERY_MS
    if (!isDue && hoursIn(body).length === 0) return undefined
    return preferHourMeter(confirmed.length === 0 ? null : Math.max(...confirmed))
  }

  /** A queued reading as it may be sent now. */
  sendable(queued: Queued): Queued['reading'] {
    return afterCorrection(queued, this.#known)
  }

  /**
   * The service has taken a batch that asked, and told its meter; undefined where it is one that does not tell. To be called
   * before the batch is acknowledged: after a crash in between it is sent again, and told again.
   */
  async answered({ body }: Batch, meter: number | null | undefined, now: number): Promise<void> {
    this.#askedAt = now
    if (meter === undefined) return
    const { queue, forget, log } = this.#options
    const { known, wrong } = told(this.#known, hoursIn(body), meter, queue.next)
    this.#known = known
    try {
      // The readings first, or after a crash new ones have numbers of before `next`; what is known last, or nobody would look again.
      await Promise.all([wrong.length > 0 && queue.flush(), ...wrong.map((one) => forget(one, meter))])
      await this.#write()
    } catch (error) {
      log.warn(`${this.#path} cannot be written: ${(error as Error).message}`)
    }
  }

  async #write(): Promise<void> {
    const text = JSON.stringify(this.#known)
    if (text === this.#written) return
    await writeJsonFile(this.#path, this.#known)
    this.#written = text
  }
}

/** Throws at what no MeterKnown can be. */
function readKnown(value: unknown): MeterKnown {
  const { confirmed, corrected } = Object(value)
  const isHours = (one: unknown) => {
    const { instance, hours } = Object(one)
    return (instance === null || typeof instance === 'string') && Number.isFinite(hours)
  }
  const isCorrection = ({ hours, next }: Record<string, unknown>) =>
    (hours === null || Number.isFinite(hours)) && Number.isFinite(next)
  if (!Array.isArray(confirmed) || !confirmed.every(isHours)) throw new TypeError('not a list of hours')
  if (corrected !== null && !isCorrection(Object(corrected))) throw new TypeError('not a correction')
  return { confirmed, corrected }
}
