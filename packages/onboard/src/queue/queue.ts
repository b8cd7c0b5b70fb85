import { readdir, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Stamp } from '../clock/clock.ts'
import { keepForInspection, makeFolder, UNFINISHED } from '../files/files.ts'
import { inTurn } from '../in-turn.ts'
import type { Log } from '../log.ts'
import type { Reading } from '../readings/reading.ts'
import { type Batch, Ledger } from './ledger.ts'
import { lockFolder } from './lock.ts'
import { has, type Range, type Ranges, touches, union } from './ranges.ts'
import type { Queued } from './record.ts'
import { agesOf, type Moment, type Segment } from './segment.ts'
import { Segments } from './segments.ts'
import { thinOut } from './thin-out.ts'

export type { Batch, Queued }

export interface QueueOptions {
  /** Of the readings on disk; besides them there are at most 3 MB of other files. */
  maxBytes: number
  /** Counts only while the machine is on. */
  maxAgeMs: number
  /** A reading is on disk and synced at most this long after append(). */
  syncMs?: number
  log?: Log
}

/** Since the queue was opened, where not said otherwise. */
export interface QueueStats {
  /** Readings that peek() can give, their bytes on disk, and their first and last stamp. */
  waiting: number
  bytes: number
  oldest: Stamp | null
  newest: Stamp | null
  /** Readings left out to keep old parts with less resolution, and those dropped altogether. */
  thinned: number
  dropped: number
  /** Dead-lettered batches. */
  refused: number
  /** Parts of files that could not be read; they are kept in the folder damaged/. */
  damagedParts: number
}

/**
 * Readings that wait on disk until the service has them. Each gets a number on arrival, which is not used again
 * once it is acknowledged or dead-lettered.
 */
export interface Queue {
  /** Takes a reading; steady and wall times are kept in whole ms. It is on disk and synced at most `syncMs` later. */
  append(reading: Omit<Reading, 'at'>, stamp: Stamp): void
  /** All that was appended is synced. Rejects when the disk refuses; the readings are kept in memory and tried again. */
  flush(): Promise<void>
  /** At most `count` of the oldest or newest synced readings that are neither gone nor in the prepared batch, in their order. */
  peek(end: 'oldest' | 'newest', count: number): Promise<Queued[]>
  /** The number that the next reading gets. */
  readonly next: number
  /** Writes a batch to disk, synced, before it is first sent. Rejects when another is prepared. */
  prepare(batch: Batch): Promise<void>
  /** The batch that was prepared and is not yet acknowledged or dead-lettered; it survives a restart. */
  readonly prepared: Batch | null
  /** The service has stored the prepared batch. */
  acknowledge(): Promise<void>
  /** The service refused the prepared batch for good: it moves to the folder refused/, with the reason. */
  deadLetter(reason: string): Promise<void>
  stats(): QueueStats
  /** Syncs, and leaves the folder to others. */
  close(): Promise<void>
}

const SYNC_MS = 1_000
const SEGMENT_BYTES = 256 * 1024
/** Thinning works on segments: the smaller the queue, the smaller they are. */
const MIN_SEGMENTS = 16
/** Readings in memory while the disk refuses them: some 30 hours at 20 a minute. */
const MAX_UNWRITTEN = 40_000
const MAX_REFUSED_BYTES = 1_000_000
/** A part thinned out so often holds one moment in 64; then it is dropped. */
const MAX_LEVEL = 6
const LOSS_REPORT_INTERVAL_MS = 3_600_000
const SILENT: Log = { debug() {}, info() {}, warn() {}, error() {} }

/** Opens the queue of a folder, which is made when it is not there. Throws when another process has it open. */
export async function openQueue(folder: string, options: QueueOptions): Promise<Queue> {
  await makeFolder(folder)
  const unlock = await lockFolder(folder)
  try {
    for (const name of await readdir(folder)) if (name.endsWith(UNFINISHED)) await unlink(join(folder, name))
    const { ledger, damage } = await Ledger.open(folder)
    const queue = new FolderQueue(folder, options, ledger, unlock)
    await queue.open(damage)
    return queue
  } catch (error) {
    await unlock()
    throw error
  }
}

class FolderQueue implements Queue {
  readonly #folder: string
  readonly #options: QueueOptions
  readonly #log: Log
  readonly #ledger: Ledger
  readonly #segments: Segments
  readonly #unlock: () => Promise<void>
  /** Of the prepared batch. */
  #sent: Ranges = []
  /** Numbers that peek() must not give. */
  #taken: Ranges = []
  #next = 1
  /** Not on disk yet. */
  #unwritten: Queued[] = []
  #timer: NodeJS.Timeout | undefined
  /** One thing at a time. */
  readonly #exclusively = inTurn()
  #closed = false
  /** Why the disk refused what was last written. */
  #refusal: string | undefined
  #thinned = 0
  #dropped = 0
  #refused = 0
  #damagedParts = 0
  /** The losses last logged, and when. */
  #reported: { count: number; boot: string; steady: number } | undefined

  constructor(folder: string, options: QueueOptions, ledger: Ledger, unlock: () => Promise<void>) {
    this.#folder = folder
    this.#options = options
    this.#log = options.log ?? SILENT
    this.#ledger = ledger
    this.#unlock = unlock
    this.#segments = new Segments(folder, {
      segmentBytes: Math.min(SEGMENT_BYTES, options.maxBytes / MIN_SEGMENTS),
      waits: (seq) => !has(this.#taken, seq),
      onDamage: (what) => this.#onDamage(what),
    })
  }

  async open(ledgerDamage: string | undefined): Promise<void> {
    this.#take()
    await this.#segments.open()
    if (ledgerDamage) this.#onDamage(ledgerDamage)
    const { list } = this.#segments
    this.#next = Math.max(this.#ledger.state.next, (list.at(-1)?.all.last ?? 0) + 1)
    for (const segment of [...list]) if (touches(this.#taken, spanOf(segment))) await this.#segments.recount(segment)
    await this.#sweep()
    await this.#ledger.begin({ ...this.#ledger.state, next: this.#next })
  }

  append(reading: Omit<Reading, 'at'>, { boot, steady, wall }: Stamp): void {
    if (this.#closed) throw new Error('the queue is closed')
    const stamp = { boot, steady: Math.round(steady), wall: Math.round(wall) }
    this.#unwritten.push({ seq: this.#next++, stamp, reading })
    if (this.#unwritten.length > MAX_UNWRITTEN) {
      this.#unwritten.shift()
      this.#dropped++
    }
    this.#timer ??= setTimeout(() => this.flush().catch(() => {}), this.#options.syncMs ?? SYNC_MS)
  }

  flush(): Promise<void> {
    return this.#exclusively(async () => {
      clearTimeout(this.#timer)
      this.#timer = undefined
      await this.#write()
      await this.#keepBounds()
    })
  }

  peek(end: 'oldest' | 'newest', count: number): Promise<Queued[]> {
    return this.#exclusively(async () => {
      const found: Queued[] = []
      const segments = [...this.#segments.list]
      for (const segment of end === 'oldest' ? segments : segments.reverse()) {
        if (found.length >= count) break
        if (segment.waiting.count === 0) continue
        const waiting = (await this.#segments.read(segment)).filter(({ seq }) => !has(this.#taken, seq))
        if (end === 'oldest') found.push(...waiting.slice(0, count - found.length))
        else found.unshift(...waiting.slice(Math.max(0, waiting.length - count + found.length)))
      }
      return found
    })
  }

  get next(): number {
    return this.#next
  }

  get prepared(): Batch | null {
    return this.#ledger.state.prepared
  }

  prepare(batch: Batch): Promise<void> {
    return this.#exclusively(async () => {
      if (this.prepared) throw new Error('a batch is already prepared')
      await this.#ledger.write({ prepared: batch })
      this.#take()
      for (const segment of [...this.#segments.list])
        if (touches(this.#sent, spanOf(segment))) await this.#segments.recount(segment)
    })
  }

  acknowledge(): Promise<void> {
    return this.#exclusively(() => this.#acknowledge(this.#mustBePrepared()))
  }

  deadLetter(reason: string): Promise<void> {
    return this.#exclusively(async () => {
      const prepared = this.#mustBePrepared()
      const { key, body } = prepared
      const name = `${String(this.#sent[0]?.[0] ?? 0).padStart(16, '0')}.json`
      const bytes = Buffer.from(`${JSON.stringify({ reason, key, body }, null, 2)}\n`)
      await keepForInspection(join(this.#folder, 'refused'), name, bytes, MAX_REFUSED_BYTES)
      await this.#acknowledge(prepared)
      this.#refused++
    })
  }

  stats(): QueueStats {
    const waiting = this.#segments.list.filter((segment) => segment.waiting.count > 0)
    const stamp = ({ boot }: Segment, { steady, wall }: Moment): Stamp => ({ boot, steady, wall })
    const [first, last] = [waiting[0], waiting.at(-1)]
    return {
      waiting: waiting.reduce((sum, segment) => sum + segment.waiting.count, 0),
      bytes: this.#segments.bytes,
      oldest: first ? stamp(first, first.waiting.oldest) : null,
      newest: last ? stamp(last, last.waiting.newest) : null,
      thinned: this.#thinned,
      dropped: this.#dropped,
      refused: this.#refused,
      damagedParts: this.#damagedParts,
    }
  }

  async close(): Promise<void> {
    if (this.#closed) return
    this.#closed = true
    try {
      await this.flush()
    } finally {
      clearTimeout(this.#timer)
      await this.#unlock()
    }
  }

  async #write(): Promise<void> {
    let batch = this.#unwritten
    this.#unwritten = []
    try {
      while (batch.length > 0) batch = batch.slice(await this.#segments.append(batch))
    } catch (error) {
      this.#unwritten = batch.concat(this.#unwritten)
      this.#onRefusal(error as Error)
      throw error
    }
    if (this.#refusal) this.#log.info('queue: writing to the disk works again')
    this.#refusal = undefined
  }

  #onRefusal({ message }: Error): void {
    if (message !== this.#refusal)
      this.#log.error(`queue: cannot write readings to the disk; they stay in memory and are tried again: ${message}`)
    this.#refusal = message
    if (!this.#closed) this.#timer ??= setTimeout(() => this.flush().catch(() => {}), this.#options.syncMs ?? SYNC_MS)
  }

  #mustBePrepared(): Batch {
    const { prepared } = this
    if (!prepared) throw new Error('no batch is prepared')
    return prepared
  }

  async #acknowledge({ seqs }: Batch): Promise<void> {
    await this.#ledger.write({ acknowledged: seqs })
    await this.#sweep()
  }

  #take(): void {
    this.#sent = union([], this.prepared?.seqs ?? [])
    this.#taken = union(this.#ledger.state.gone, this.#sent)
  }

  /** Deletes the segments of which nothing waits or is being sent. */
  async #sweep(): Promise<void> {
    for (const segment of [...this.#segments.list])
      if (segment.sealed && segment.waiting.count === 0 && !touches(this.#sent, spanOf(segment)))
        await this.#remove(segment)
  }

  async #remove(segment: Segment): Promise<void> {
    const isFirst = segment === this.#segments.list[0]
    await this.#segments.remove(segment)
    // Its numbers are gone as a whole, and all below the first: fewer ranges to remember.
    const [first, last] = spanOf(segment)
    this.#ledger.forget([isFirst ? 1 : first, last])
    this.#take()
  }

  /** Data is on disk by now: what fails here is tried again after the next flush. */
  async #keepBounds(): Promise<void> {
    const { list } = this.#segments
    try {
      await this.#sweep()
      while (list[0]?.sealed && agesOf(list)[0]! > this.#options.maxAgeMs) await this.#drop(list[0])
      while (this.#segments.bytes > this.#options.maxBytes && list[0]?.sealed) await this.#reduce(nextToThin(list))
    } catch (error) {
      this.#log.warn(`queue: cannot free space: ${(error as Error).message}`)
    }
    this.#reportLosses()
  }

  async #reduce(segment: Segment): Promise<void> {
    if (segment.level >= MAX_LEVEL) return this.#drop(segment)
    const readings = (await this.#segments.read(segment)).filter(({ seq }) => !has(this.#ledger.state.gone, seq))
    const thinned = thinOut(readings, ({ seq }) => !has(this.#sent, seq))
    this.#thinned += readings.length - thinned.length
    if (thinned.length < segment.all.count) await this.#segments.replace(segment, thinned, segment.level + 1)
    else segment.level = MAX_LEVEL
  }

  async #drop(segment: Segment): Promise<void> {
    this.#dropped += segment.waiting.count
    await this.#remove(segment)
  }

  #onDamage(what: string): void {
    this.#damagedParts++
    this.#log.warn(`queue: found damage and continued: ${what}`)
  }

  /** At most once an hour. */
  #reportLosses(): void {
    const count = this.#thinned + this.#dropped
    const newest = this.#segments.list.at(-1)
    if (count === (this.#reported?.count ?? 0) || !newest) return
    const { boot } = newest
    const { steady } = newest.all.newest
    if (this.#reported?.boot === boot && steady - this.#reported.steady < LOSS_REPORT_INTERVAL_MS) return
    this.#reported = { count, boot, steady }
    this.#log.warn(
      `queue: full; since the start, ${this.#thinned} of the oldest readings were thinned out and ${this.#dropped} deleted`,
    )
  }
}

const spanOf = ({ first, all }: Segment): Range => [first, Math.max(first, all.last)]

/**
 * Which segment loses half of its readings next: the one whose age has grown most beyond its resolution. So the oldest
 * parts are the coarsest, and each halving of resolution stands for a doubling of age.
 */
function nextToThin(segments: readonly Segment[]): Segment {
  const due = (segment: Segment, i: number) => (segment.sealed ? (segments.length - i) / 2 ** segment.level : 0)
  return segments.reduce(
    (best, segment, i) => (due(segment, i) > best.due ? { segment, due: due(segment, i) } : best),
    { segment: segments[0]!, due: 0 },
  ).segment
}
