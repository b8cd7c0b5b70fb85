import type { Database } from '../../db/database.ts'
import { isDeadlock } from '../../db/in-transaction.ts'
import { DatabaseUnavailable } from '../../db/pool/pool.ts'
import type { Metrics } from '../../service/metrics.ts'
import { type Arrival, type IngestRules, ingest, type Outcome } from './ingest-sql.ts'

interface Waiting {
  arrival: Arrival
  /** It has been told that it takes too long. */
  late: boolean
  timeout: NodeJS.Timeout
  resolve(outcome: Outcome): void
  reject(error: unknown): void
}

/** Requests in one statement; more wait for the next. What a statement costs over a cluster hardly grows with them. */
const MAX_REQUESTS = 64
const MAX_REQUESTS_SPREAD = 256
const MAX_BYTES = 4 * 1024 * 1024

/** Above these limits requests are refused at once. They are about two seconds of work for a busy service, and its memory limit. */
const MAX_WAITING = 5_000
const MAX_WAITING_BYTES = 128 * 1024 * 1024
/**
 * A request is answered within 5 s, even if its statement hangs: a commit waits for a synchronous standby without limit. If the
 * batch is committed later, it is found as a repeat when the onboard device sends it again.
 */
const STORE_TIMEOUT_MS = 4_500

const isDataError = (error: unknown) => /^2[0-9A-Z]{4}$/.test(String((error as { code?: string }).code))

/**
 * Shares statements: requests that arrive while one is under way wait and go together in the next, so that under load a
 * commit and a round trip serve many, and an idle service adds no delay. One statement at a time: two side by side are smaller,
 * and no quicker on two cores.
 */
export class TelemetryWriter {
  readonly #database: Database
  readonly #rules: IngestRules
  readonly #metrics: Metrics
  readonly #maxRequests: number
  #waiting: Waiting[] = []
  #waitingBytes = 0
  #underWay = false

  constructor(database: Database, rules: IngestRules, metrics: Metrics) {
    this.#database = database
    this.#rules = rules
    this.#metrics = metrics
    this.#maxRequests = database.spread ? MAX_REQUESTS_SPREAD : MAX_REQUESTS
  }

  /** Requests that wait for their statement. */
  get waiting(): number {
    return this.#waiting.length
  }

  /** Whether more wait than the next statement takes: it is at its end. */
  get isBehind(): boolean {
    return this.#waiting.length > this.#maxRequests
  }

  /**
   * Resolves when the outcome of the batch is committed. Throws DatabaseUnavailable after STORE_TIMEOUT_MS, or if too many
   * batches wait.
   */
  store(arrival: Arrival): Promise<Outcome> {
    if (this.#waiting.length >= MAX_WAITING || this.#waitingBytes >= MAX_WAITING_BYTES)
      return Promise.reject(new DatabaseUnavailable('too many batches wait to be stored'))
    return new Promise((resolve, reject) => {
      const timeout = setTimeout(() => {
        request.late = true
        reject(new DatabaseUnavailable('timeout: a batch could not be stored in time'))
      }, STORE_TIMEOUT_MS)
      const request: Waiting = { arrival, late: false, timeout, resolve, reject }
      this.#waiting.push(request)
      this.#waitingBytes += arrival.batch.body.length
      this.#next()
    })
  }

  #next(): void {
    if (this.#underWay) return
    const requests = this.#take()
    if (requests.length === 0) return
    this.#underWay = true
    void this.#run(requests)
  }

  /** The next requests: one of each onboard device, in the order of their arrival. The others of an onboard device keep waiting. */
  #take(): Waiting[] {
    const taken = new Map<string, Waiting>()
    const passed: Waiting[] = []
    let [looked, bytes] = [0, 0]
    for (; looked < this.#waiting.length && taken.size < this.#maxRequests && bytes < MAX_BYTES; looked++) {
      const request = this.#waiting[looked]!
      const { keyHash, batch } = request.arrival
      const device = keyHash.toString('latin1')
      if (request.late) this.#waitingBytes -= batch.body.length
      else if (taken.has(device)) passed.push(request)
      else {
        taken.set(device, request)
        bytes += batch.body.length
      }
    }
    this.#waiting = [...passed, ...this.#waiting.slice(looked)]
    this.#waitingBytes -= bytes
    return [...taken.values()]
  }

  async #run(requests: Waiting[]): Promise<void> {
    this.#metrics.statementRequests.observe(requests.length)
    const answers = await this.#answersOf(requests)
    for (const { timeout } of requests) clearTimeout(timeout)
    this.#underWay = false
    this.#next()
    // A tick later, so that the database is at work on the next statement while the answers to this one are written.
    process.nextTick(() => {
      for (const answer of answers) answer()
    })
  }

  async #answersOf(requests: Waiting[]): Promise<(() => void)[]> {
    try {
      const outcomes = await this.#ingest(requests.map((request) => request.arrival))
      return requests.map((request, place) => () => request.resolve(outcomes[place]!))
    } catch (error) {
      // One batch that the database refuses must not fail those it shares a statement with: half by half, until it is alone.
      if (!isDataError(error) || requests.length === 1) return requests.map((request) => () => request.reject(error))
      const half = requests.length >> 1
      return [...(await this.#answersOf(requests.slice(0, half))), ...(await this.#answersOf(requests.slice(half)))]
    }
  }

  /** Two processes whose onboard devices are of one vessel can lock its meter in different orders; the loser was rolled back whole. */
  async #ingest(arrivals: Arrival[]): Promise<Outcome[]> {
    try {
      return await ingest(this.#database, arrivals, this.#rules)
    } catch (error) {
      if (!isDeadlock(error)) throw error
      return ingest(this.#database, arrivals, this.#rules)
    }
  }
}
