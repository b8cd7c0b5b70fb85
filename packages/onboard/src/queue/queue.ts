import { readdir, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Stamp } from '../clock.ts'
import { keepAside, makeFolder, UNFINISHED } from '../files.ts'
import type { Log } from '../log.ts'
import type { Reading } from '../reading.ts'
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
  /** Counted while the box is on. */
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
  /** Batches set aside. */
  refused: number
  /** Stretches of files that could not be read and were set aside. */
  damagedParts: number
}

/**
 * Readings that wait on disk until the service has them. Each is numbered when it comes, and its number never comes again
 * once it is settled or set aside.
 */
export interface Queue {
  /** Takes a reading; steady and wall times are kept in whole ms. It is on disk and synced at most `syncMs` later. */
  append(reading: Omit<Reading, 'at'>, stamp: Stamp): void
  /** All that was appended is synced. Rejects when the disk refuses; the readings are kept in memory and tried again. */
  flush(): Promise<void>
  /** At most `count` of the oldest or newest synced readings that are neither gone nor in the fixed batch, in their order. */
  peek(end: 'oldest' | 'newest', count: number): Promise<Queued[]>
  /** Keeps a batch, synced, before it is sent for the first time. Rejects when another is fixed. */
  fix(batch: Batch): Promise<void>
  /** The batch that was fixed and neither settled nor set aside, also after a restart. */
  readonly fixed: Batch | null
  /** The fixed batch was acknowledged. */
  settle(): Promise<void>
  /** The fixed batch was refused for good: it is kept in the folder refused/ with the reason. */
  setAside(reason: string): Promise<void>
  stats(): QueueStats
  /** Syncs, and leaves the folder to others. */
  close(): Promise<void>
}

const SYNC_MS = 1_000
const SEGMENT_BYTES = 256 * 1024
/** Thinning works on segments: the smaller the queue, the smaller they are. */
const SEGMENTS_AT_LEAST = 16
/** Readings in memory while the disk refuses them: some 30 hours at 20 a minute. */
const MAX_UNWRITTEN = 40_000
const MAX_REFUSED_BYTES = 1_000_000
/** A part thinned out so often holds one moment in 64; then it is dropped. */
const MAX_LEVEL = 6
const TELL_LOSSES_MS = 3_600_000
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
  /** Of the fixed batch. */
  #sent: Ranges = []
  /** Numbers that peek() must not give. */
  #taken: Ranges = []
  #next = 1
  /** Not on disk yet. */
  #unwritten: Queued[] = []
  #timer: NodeJS.Timeout | undefined
  /** One thing at a time: the end of the last that was begun. */
  #last: Promise<unknown> = Promise.resolve()
  #closed = false
  /** Why the disk refused what was last written. */
  #refusal: string | undefined
  #thinned = 0
  #dropped = 0
  #refused = 0
  #damagedParts = 0
  /** Losses up to then are told. */
  #told: { count: number; boot: string; steady: number } | undefined

  constructor(folder: string, options: QueueOptions, ledger: Ledger, unlock: () => Promise<void>) {
    this.#folder = folder
    this.#options = options
    this.#log = options.log ?? SILENT
    this.#ledger = ledger
    this.#unlock = unlock
    this.#segments = new Segments(folder, {
      segmentBytes: Math.min(SEGMENT_BYTES, options.maxBytes / SEGMENTS_AT_LEAST),
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

  get fixed(): Batch | null {
    return this.#ledger.state.fixed
  }

  fix(batch: Batch): Promise<void> {
    return this.#exclusively(async () => {
      if (this.fixed) throw new Error('a batch is fixed already')
      await this.#ledger.write({ fixed: batch })
      this.#take()
      for (const segment of [...this.#segments.list])
        if (touches(this.#sent, spanOf(segment))) await this.#segments.recount(segment)
    })
  }

  settle(): Promise<void> {
    return this.#exclusively(() => this.#settle(this.#mustBeFixed()))
  }

  setAside(reason: string): Promise<void> {
    return this.#exclusively(async () => {
      const fixed = this.#mustBeFixed()
      const { key, body } = fixed
      const name = `${String(this.#sent[0]?.[0] ?? 0).padStart(16, '0')}.json`
      const bytes = Buffer.from(`${JSON.stringify({ reason, key, body }, null, 2)}\n`)
      await keepAside(join(this.#folder, 'refused'), name, bytes, MAX_REFUSED_BYTES)
      await this.#settle(fixed)
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

  #exclusively<T>(task: () => Promise<T>): Promise<T> {
    const done = this.#last.then(task)
    this.#last = done.catch(() => {})
    return done
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
    if (this.#refusal) this.#log.info('queue: the disk takes readings again')
    this.#refusal = undefined
  }

  #onRefusal({ message }: Error): void {
    if (message !== this.#refusal)
      this.#log.error(`queue: the disk refuses readings, which stay in memory for now: ${message}`)
    this.#refusal = message
    if (!this.#closed) this.#timer ??= setTimeout(() => this.flush().catch(() => {}), this.#options.syncMs ?? SYNC_MS)
  }

  #mustBeFixed(): Batch {
    const { fixed } = this
    if (!fixed) throw new Error('no batch is fixed')
    return fixed
  }

  async #settle({ seqs }: Batch): Promise<void> {
    await this.#ledger.write({ settled: seqs })
    await this.#sweep()
  }

  #take(): void {
    this.#sent = union([], this.fixed?.seqs ?? [])
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
      this.#log.warn(`queue: cannot make room: ${(error as Error).message}`)
    }
    this.#tellLosses()
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
    this.#log.warn(`queue: damaged, the rest goes on: ${what}`)
  }

  /** At most once an hour of the box. */
  #tellLosses(): void {
    const count = this.#thinned + this.#dropped
    const newest = this.#segments.list.at(-1)
    if (count === (this.#told?.count ?? 0) || !newest) return
    const { boot } = newest
    const { steady } = newest.all.newest
    if (this.#told?.boot === boot && steady - this.#told.steady < TELL_LOSSES_MS) return
    this.#told = { count, boot, steady }
    this.#log.warn(
      `queue: full; since the start ${this.#thinned} of the oldest readings were thinned out and ${this.#dropped} dropped`,
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
