import { randomUUID } from 'node:crypto'
import { INSTALLATION_DEFAULTS, LIMITS } from '@binnacle/contract'
import type { Clock, Stamp } from '../clock/clock.ts'
import type { Log } from '../log.ts'
import type { Batch, Queue, Queued } from '../queue/queue.ts'
import { toWire } from '../readings/reading.ts'
import type { BoatMemory } from './boat-memory.ts'
import type { Budget } from './budget.ts'
import type { MeterMemory } from './meter-memory.ts'
import { askTime, type Outcome, postReadings, type Try } from './post-readings.ts'
import { retryDelay } from './retry.ts'

/** The connection to the service. */
export type ConnectionState =
  /** Starting. Nothing has been sent yet. */
  | 'starting'
  /** The last request was answered. */
  | 'connected'
  /** The service cannot be reached or has trouble of its own; readings wait on disk. */
  | 'offline'
  /** The service does not take this key, or is not at this address: a person has to act. */
  | 'refused'

export interface UploaderOptions {
  /** The service's base address. */
  url: string
  /** Empty: none yet. */
  key: string
  queue: Queue
  clock: Clock
  meter: MeterMemory
  boat: BoatMemory
  budget: Budget
  log: Log
  /** Least time between two requests, ms; the service's own is 5 s. */
  gapMs?: number
  /** How long readings wait for company when there is no backlog, ms. */
  sendEveryMs?: number
}

export interface UploaderStatus {
  state: ConnectionState
  sentence: string
  /** Since when it is in this state; null before the first answer or failure. */
  since: Stamp | null
  /** When the service answered last and took what it was sent, or the key. */
  lastAnswer: Stamp | null
  lastUpload: Stamp | null
  rejected: { count: number; last: Rejected[] }
}

export interface Rejected {
  stamp: Stamp
  metric: string
  reason: string
}

/** While nothing is sent: so long a key that was deleted, or a service that is away, may stay unnoticed. */
const ASK_EVERY_MS = 5 * 60_000
/** Every 5 s would cost 500 MB a month in headers alone. */
const SEND_EVERY_MS = 30_000
/** Of the batches of a backlog each twelfth, one a minute, holds the newest: the owner sees the boat as it is now. */
const NEWEST_EVERY = 12
/** While only a person can help. */
const STOPPED_MS = 10 * 60_000
/** With the month's data used up: the newest so many readings, so often, and what is urgent at once. */
const OVER_BUDGET = { everyMs: 3_600_000, readings: 50 }
const USED_UP =
  "This month's data limit is reached. Until the month ends, the newest readings are sent once an hour; faults and bilge water are sent at once."
const REJECTED_KEPT = 20
/** How long close() waits for an answer; without it the batch goes again, under its key, after the next start. */
const LAST_ANSWER_MS = 3_000

/**
 * Sends what the queue holds, one batch at a time, until it is stopped. A batch is prepared on disk, with its true times and its
 * Idempotency-Key, before its first try, and leaves the queue only by the service's own answer.
 */
export class Uploader {
  readonly #options: UploaderOptions
  readonly #gapMs: number
  #key: string
  #state: ConnectionState = 'starting'
  #sentence = 'Starting. Nothing has been sent yet.'
  #since: Stamp | null = null
  #lastAnswer: Stamp | null = null
  #lastUpload: Stamp | null = null
  #rejected: UploaderStatus['rejected'] = { count: 0, last: [] }

  #urgent = false
  /** Steady ms: nothing is sent before, and when it was last tried. */
  #notBefore = Number.NEGATIVE_INFINITY
  #lastTry = Number.NEGATIVE_INFINITY
  #answeredAt = Number.NEGATIVE_INFINITY
  /** The shortest time from a request's start to its answer, ms; the first one, which may set up TLS, only begins to tell. */
  #roundTripMs: number | undefined
  #failures = 0
  #batches = 0
  #batchSize: number = LIMITS.readingsPerRequest

  #closing = false
  #wake = new AbortController()
  readonly #cut = new AbortController()
  readonly #running: Promise<void>

  constructor(options: UploaderOptions) {
    this.#options = options
    this.#key = options.key
    this.#gapMs = options.gapMs ?? INSTALLATION_DEFAULTS.telemetryGapMs
    this.#running = this.#run()
  }

  /** What was appended last is not to wait for company. */
  hurry(): void {
    this.#urgent = true
    this.#wake.abort()
  }

  useKey(key: string): void {
    if (key === this.#key) return
    this.#key = key
    if (this.#state === 'refused') this.#notBefore = this.#lastTry + this.#gapMs
    this.#wake.abort()
  }

  status(): UploaderStatus {
    return {
      state: this.#state,
      sentence: this.#options.budget.allows('telemetry') ? this.#sentence : `${this.#sentence} ${USED_UP}`,
      since: this.#since,
      lastAnswer: this.#lastAnswer,
      lastUpload: this.#lastUpload,
      rejected: structuredClone(this.#rejected),
    }
  }

  /** Waits a few seconds for the answer that is under way. */
  async close(): Promise<void> {
    this.#closing = true
    this.#wake.abort()
    const answered = new AbortController()
    const late = this.#time.sleep(LAST_ANSWER_MS, answered.signal).then(() => this.#cut.abort())
    await this.#running
    answered.abort()
    await late
  }

  get #time() {
    return this.#options.clock.time
  }

  async #run(): Promise<void> {
    while (!this.#closing) {
      const waitMs = this.#nextAt() - this.#time.steady()
      if (waitMs > 0) await this.#sleep(waitMs)
      else await this.#turn().catch((error) => this.#later(`the queue cannot be used: ${error.message}`))
    }
  }

  async #sleep(ms: number): Promise<void> {
    this.#wake = new AbortController()
    await this.#time.sleep(ms, this.#wake.signal)
  }

  /** Steady ms at which the next turn is due. */
  #nextAt(): number {
    const rationed = !this.#options.budget.allows('telemetry')
    const dueAt = this.#urgent ? this.#notBefore : rationed ? this.#lastTry + OVER_BUDGET.everyMs : this.#regularAt()
    return Math.max(this.#notBefore, dueAt)
  }

  /** A prepared batch, a full batch and what waited at the start go at once; other readings wait to be sent together. */
  #regularAt(): number {
    const { queue, sendEveryMs = SEND_EVERY_MS } = this.#options
    const { waiting, oldest } = queue.stats()
    const isFirst = this.#lastTry === Number.NEGATIVE_INFINITY
    if (isFirst || queue.prepared || waiting >= this.#batchSize) return this.#notBefore
    if (!oldest) return this.#lastTry + sendEveryMs
    return oldest.boot === this.#time.boot ? oldest.steady + sendEveryMs : this.#notBefore
  }

  /** Sends the prepared batch once, or prepares a new one. */
  async #turn(): Promise<void> {
    const { queue } = this.#options
    if (!this.#key) return this.#stop('The connection key is missing. Create a key in the app under Connections.')
    if (!(await this.#knowsTime())) return
    if (!(await this.#mayUse(this.#key))) return
    if (!queue.prepared) {
      const batch = await this.#nextBatch()
      if (batch) await queue.prepare(batch)
    }
    this.#lastTry = this.#time.steady()
    if (queue.prepared) await this.#send(queue.prepared)
  }

  /** The service is asked with a key that is new here, and with each one now and then while there is nothing to send. */
  async #mayUse(key: string): Promise<boolean> {
    const { url, boat, budget, clock, queue } = this.#options
    const startedAt = this.#time.steady()
    const isIdle = queue.prepared === null && queue.stats().waiting === 0
    if (boat.knows(key) && !(isIdle && startedAt - this.#answeredAt >= ASK_EVERY_MS)) return true
    const { outcome, date, bytes } = await boat.ask({ url, key }, this.#cut.signal)
    budget.spend('telemetry', bytes)
    if (date !== null) clock.learnFromDate(date, startedAt)
    if (key !== this.#key) return false
    if (outcome.kind === 'own') {
      if (isIdle) this.#connected('Connected.')
      return true
    }
    this.#lastTry = this.#time.steady()
    if (outcome.kind === 'other boat') this.#stop(outcome.sentence)
    else if (outcome.kind === 'later') this.#later(outcome.why, outcome.retryAfter, date)
    else this.#stop(whatToDo(outcome, url))
    return false
  }

  /**
   * Times must be right before a batch is prepared. The service that is about to get them is asked, except where it or NTP has
   * spoken since the machine started: GPS alone may be a recording.
   */
  async #knowsTime(): Promise<boolean> {
    const { clock, budget, url } = this.#options
    if (clock.trust === 'server' || clock.trust === 'ntp') return true
    const startedAt = this.#time.steady()
    const { date, bytes, why } = await askTime(url, this.#cut.signal)
    budget.spend('telemetry', bytes)
    if (date !== null) clock.learnFromDate(date, startedAt)
    if (clock.now() !== null && date !== null) return true
    this.#later(date === null ? why : 'the service did not report the time')
    return false
  }

  async #nextBatch(): Promise<Batch | undefined> {
    const { queue, clock, meter, budget } = this.#options
    const urgent = this.#urgent
    this.#urgent = false
    // When the disk refuses, the queue says so; what is on it can be sent.
    if (urgent) await queue.flush().catch(() => {})
    const rationed = !budget.allows('telemetry')
    const end = urgent || rationed || this.#batches % NEWEST_EVERY === 0 ? 'newest' : 'oldest'
    const queued = await queue.peek(end, rationed ? OVER_BUDGET.readings : this.#batchSize)
    return queued.length === 0 ? undefined : toBatch(queued, clock, meter)
  }

  async #send(batch: Batch): Promise<void> {
    const { url, budget, clock, meter } = this.#options
    const startedAt = this.#time.steady()
    const key = this.#key
    const prefer = meter.preference(batch, startedAt)
    const tried = await postReadings(batch.body, batch.key, { url, key, prefer }, this.#cut.signal)
    budget.spend('telemetry', tried.bytes)
    if (tried.date !== null) clock.learnFromDate(tried.date, startedAt)
    this.#keepGap(tried.outcome, startedAt)
    if (prefer !== undefined && tried.outcome.kind === 'accepted')
      await meter.answered(batch, tried.outcome.meter, this.#time.steady())
    // The refusal of a key that has been replaced meanwhile says nothing of the new one.
    if (tried.outcome.kind !== 'stopped' || key === this.#key) await this.#conclude(batch, tried)
  }

  /**
   * The service counts its gap from when it saw the last request: at the latest when the answer came less the way back, and
   * the next one needs the way there. So a steady connection keeps 5 s from start to start, and 40 readings a second.
   */
  #keepGap(outcome: Outcome, startedAt: number): void {
    const now = this.#time.steady()
    const known = outcome.kind === 'accepted' ? this.#roundTripMs : undefined
    const tookMs = now - startedAt
    this.#notBefore = now + this.#gapMs - Math.min(known ?? 0, tookMs, this.#gapMs)
    this.#roundTripMs = outcome.kind === 'accepted' ? Math.min(known ?? tookMs, tookMs) : undefined
  }

  async #conclude(batch: Batch, { outcome, date }: Try): Promise<void> {
    const { queue, log } = this.#options
    switch (outcome.kind) {
      case 'accepted':
        await queue.acknowledge()
        this.#batches++
        this.#lastUpload = this.#options.clock.stamp()
        this.#noteRejected(outcome.receipt.rejected)
        return this.#connected('Connected.')
      case 'refused':
        await queue.deadLetter(outcome.why)
        log.warn(
          `the service refused a batch of ${batch.count} readings (${outcome.why}); it is kept in the folder refused/`,
        )
        if (outcome.status === 413) this.#batchSize = Math.max(1, Math.floor(this.#batchSize / 2))
        return this.#connected(`Connected, but the service refused a batch: ${outcome.why}.`)
      case 'stopped':
        return this.#stop(whatToDo(outcome, this.#options.url))
      case 'later':
        return this.#later(outcome.why, outcome.retryAfter, date)
    }
  }

  #noteRejected(rejected: readonly { metric: string; reason: string }[]): void {
    const stamp = this.#options.clock.stamp()
    const { count, last } = this.#rejected
    for (const { metric, reason } of rejected)
      this.#options.log.debug(`the service rejected a reading of ${metric}: ${reason}`)
    const all = [...last, ...rejected.map(({ metric, reason }) => ({ stamp, metric, reason }))]
    this.#rejected = { count: count + rejected.length, last: all.slice(-REJECTED_KEPT) }
  }

  #connected(sentence: string): void {
    this.#failures = 0
    this.#answeredAt = this.#time.steady()
    this.#lastAnswer = this.#options.clock.stamp()
    this.#say('connected', sentence)
  }

  /** Until somebody has done something. */
  #stop(sentence: string): void {
    this.#notBefore = this.#time.steady() + STOPPED_MS
    this.#say('refused', sentence)
  }

  #later(why: string, retryAfter: string | null = null, date: number | null = null): void {
    if (this.#closing) return
    this.#failures++
    const now = this.#time.steady()
    const waitMs = retryDelay(retryAfter, this.#failures, date ?? this.#time.wall(), Math.random())
    this.#lastTry = now
    this.#notBefore = Math.max(this.#notBefore, now + waitMs)
    this.#say('offline', `Offline: ${why}. Readings are kept on disk and sent later.`)
  }

  #say(state: ConnectionState, sentence: string): void {
    // Why a service cannot be reached may change every minute of a month.
    const level = state === this.#state ? 'debug' : state === 'connected' ? 'info' : 'warn'
    if (sentence !== this.#sentence) this.#options.log[level](sentence)
    if (state !== this.#state) this.#since = this.#options.clock.stamp()
    this.#state = state
    this.#sentence = sentence
  }
}

/** A request's body with true times, under a key that no other batch ever has. */
function toBatch(queued: readonly Queued[], clock: Clock, meter: MeterMemory): Batch {
  const readings = queued.map((one) => toWire({ ...meter.sendable(one), at: clock.timeOf(one.stamp)! }))
  return {
    key: randomUUID(),
    body: JSON.stringify({ readings }),
    seqs: rangesOf(queued.map(({ seq }) => seq)),
    count: queued.length,
  }
}

/** Numbers in order as ranges without gaps. */
function rangesOf(seqs: readonly number[]): Batch['seqs'] {
  const starts = seqs.filter((seq, i) => seq !== seqs[i - 1]! + 1)
  const ends = seqs.filter((seq, i) => seq + 1 !== seqs[i + 1])
  return starts.map((start, i) => [start, ends[i]!])
}

function whatToDo({ status, why }: { status: number; why: string }, url: string): string {
  if (status === 401)
    return `The service rejected the connection key (${why}). Create a new key in the app under Connections and save it in the settings.`
  if (why.includes('account_suspended'))
    return 'The operator of the service has suspended the account. What is recorded is kept and sent later.'
  if (status === 403)
    return `The service does not accept data from this connection (${why}). Check it in the app under Connections.`
  return `No Binnacle service at ${url} (${why}). Check the address.`
}
