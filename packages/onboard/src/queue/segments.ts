import { open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { keepForInspection, makeFolder, replaceFile, syncFolder, withFile, writeAt } from '../files/files.ts'
import { type Part, readLines, toLine } from './lines.ts'
import { encodeRecord, type Queued } from './record.ts'
import { extended, NONE, parse, type Seal, type Segment, sealIn, segmentName, segmentOf, summaryOf } from './segment.ts'

/** A seal is shorter, with the line before it. */
const TAIL_BYTES = 1024
/** Segments whose readings stay in memory: what is sent comes from the oldest and the newest. */
const REMEMBERED = 2
const MAX_DAMAGED_BYTES = 1_000_000

interface SegmentsOptions {
  /** A segment of this many bytes does not grow any more. */
  segmentBytes: number
  /** Whether a reading still waits. */
  waits: (seq: number) => boolean
  onDamage: (what: string) => void
}

/** The readings on disk, in numbered files, the last of which grows. */
export class Segments {
  readonly list: Segment[] = []
  readonly #folder: string
  readonly #options: SegmentsOptions
  readonly #remembered = new Map<Segment, Queued[]>()

  constructor(folder: string, options: SegmentsOptions) {
    this.#folder = folder
    this.#options = options
  }

  get bytes(): number {
    return this.list.reduce((sum, { bytes }) => sum + bytes, 0)
  }

  /** Finds what is on disk. Sealed segments are not read but for their ends. */
  async open(): Promise<void> {
    const found = (await readdir(this.#folder)).sort().flatMap((name) => segmentOf(name) ?? [])
    this.list.push(...found)
    for (const segment of found) {
      segment.bytes = (await stat(this.#path(segment))).size
      const seal = await this.#readSeal(segment).catch(() => undefined)
      if (seal) Object.assign(segment, { ...seal, sealed: true, waiting: seal.all })
      else await this.#recover(segment)
      if (segment.all.count === 0) await this.remove(segment)
      else if (!segment.sealed && segment !== found.at(-1)) await this.#seal(segment)
    }
  }

  /** Writes and syncs as many of the readings as go into one segment: how many. */
  async append(readings: readonly Queued[]): Promise<number> {
    const segment = await this.#growing(readings[0]!)
    const lines: Buffer[] = []
    let end = segment.bytes
    for (const reading of readings) {
      if (reading.stamp.boot !== segment.boot || end >= this.#options.segmentBytes) break
      const line = toLine(encodeRecord(reading))
      lines.push(line)
      end += line.length
    }
    await this.#write(segment, Buffer.concat(lines))
    const written = readings.slice(0, lines.length)
    segment.all = extended(segment.all, written)
    segment.waiting = extended(segment.waiting, written)
    this.#remembered.get(segment)?.push(...written)
    return written.length
  }

  /** All readings of a segment, whatever became of them. */
  async read(segment: Segment): Promise<Queued[]> {
    const remembered = this.#remembered.get(segment)
    if (!remembered) return this.#recover(segment)
    this.#remember(segment, remembered)
    return remembered
  }

  /** Counts again which readings of a segment wait. */
  async recount(segment: Segment): Promise<void> {
    const readings = await this.read(segment)
    segment.waiting = summaryOf(readings.filter(({ seq }) => this.#options.waits(seq)))
  }

  /** The segment then holds these readings of its own, and no others. */
  async replace(segment: Segment, readings: Queued[], level: number): Promise<void> {
    const all = summaryOf(readings)
    const lines = readings.map((reading) => toLine(encodeRecord(reading)))
    if (segment.sealed) lines.push(toLine({ level, all } satisfies Seal))
    const bytes = Buffer.concat(lines)
    await replaceFile(this.#path(segment), bytes)
    Object.assign(segment, { bytes: bytes.length, level, all })
    this.#remember(segment, readings)
    await this.recount(segment)
  }

  async remove(segment: Segment): Promise<void> {
    await rm(this.#path(segment), { force: true })
    this.#forget(segment)
  }

  /** The last segment, or a new one where that is full or of another boot. */
  async #growing({ seq, stamp: { boot } }: Queued): Promise<Segment> {
    const last = this.list.at(-1)
    if (last && !last.sealed && last.boot === boot && last.bytes < this.#options.segmentBytes) return last
    if (last && !last.sealed) await this.#seal(last)
    const segment = segmentOf(segmentName(seq, boot))!
    this.list.push(segment)
    return segment
  }

  async #seal(segment: Segment): Promise<void> {
    if (segment.all.count === 0) return this.remove(segment)
    segment.sealed = true
    // Without a seal, as when the disk is full, it is read at the next start.
    await this.#write(segment, toLine({ level: segment.level, all: segment.all } satisfies Seal)).catch(() => {})
  }

  async #write(segment: Segment, bytes: Buffer): Promise<void> {
    await withFile(this.#path(segment), async (handle) => {
      // A write that failed may have left something behind.
      await handle.truncate(segment.bytes)
      await writeAt(handle, bytes, segment.bytes)
      await handle.datasync()
    })
    if (segment.bytes === 0) await syncFolder(this.#folder)
    segment.bytes += bytes.length
  }

  async #readSeal({ bytes, name }: Segment): Promise<Seal | undefined> {
    const handle = await open(join(this.#folder, name))
    try {
      const length = Math.min(bytes, TAIL_BYTES)
      const { buffer } = await handle.read(Buffer.alloc(length), 0, length, bytes - length)
      return sealIn(readLines(buffer))
    } finally {
      await handle.close()
    }
  }

  /** Reads a segment. What of it cannot be read is set aside and told, and the segment written anew without it. */
  async #recover(segment: Segment): Promise<Queued[]> {
    const file = await readFile(this.#path(segment)).catch((error: Error) => error)
    if (file instanceof Error) {
      await this.#giveUp(segment, file)
      return []
    }
    const bytes = file.subarray(0, segment.bytes)
    const { values, damaged, ended } = readLines(bytes)
    const readings = parse(values, segment.boot)
    this.#remember(segment, readings)
    const isWhole = damaged.length === 0 && ended && (segment.all === NONE || segment.all.count === readings.length)
    segment.all = summaryOf(readings)
    await this.recount(segment)
    if (!isWhole) await this.#repair(segment, bytes, damaged)
    return readings
  }

  async #repair(segment: Segment, bytes: Buffer, damaged: Part[]): Promise<void> {
    for (const { from, to } of damaged) {
      this.#options.onDamage(`${segment.name}: bytes ${from} to ${to} cannot be read`)
      await this.#keepDamaged(`${segment.name}.${from}`, bytes.subarray(from, to)).catch(() => {})
    }
    if (damaged.length === 0) this.#options.onDamage(`${segment.name}: its end is missing`)
    // On a full disk it stays as it is, and nothing may be added behind what is damaged.
    const readings = await this.read(segment)
    await this.replace(segment, readings, segment.level).catch(() => {
      segment.sealed = true
    })
  }

  #keepDamaged(name: string, bytes: Buffer): Promise<void> {
    return keepForInspection(join(this.#folder, 'damaged'), name, bytes, MAX_DAMAGED_BYTES)
  }

  /** A file that cannot be read at all. */
  async #giveUp(segment: Segment, error: Error): Promise<void> {
    this.#options.onDamage(`${segment.name}: ${error.message}`)
    const damaged = join(this.#folder, 'damaged')
    await makeFolder(damaged)
    await rename(this.#path(segment), join(damaged, segment.name))
    this.#forget(segment)
  }

  #remember(segment: Segment, readings: Queued[]): void {
    this.#remembered.delete(segment)
    this.#remembered.set(segment, readings)
    for (const [oldest] of this.#remembered) if (this.#remembered.size > REMEMBERED) this.#remembered.delete(oldest)
  }

  #forget(segment: Segment): void {
    this.#remembered.delete(segment)
    const at = this.list.indexOf(segment)
    if (at >= 0) this.list.splice(at, 1)
  }

  #path(segment: Segment): string {
    return join(this.#folder, segment.name)
  }
}
