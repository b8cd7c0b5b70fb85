import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf, syncFolder, withFile, writeAt } from '../files/files.ts'
import { readLines, toLine } from './lines.ts'
import { type Range, type Ranges, union } from './ranges.ts'

/** One request. Its body and Idempotency-Key never change once it is prepared. */
export interface Batch {
  key: string
  body: string
  seqs: Range[]
  count: number
}

/** What must be known of the sequence numbers besides the readings themselves. */
interface LedgerState {
  /** Above every number that was given; what stands in the segments may be higher still. */
  next: number
  /** Acknowledged, refused, dropped or lost: never to be sent again. */
  gone: Ranges
  prepared: Batch | null
}

export type Change = { prepared: Batch } | { acknowledged: Ranges }

type Entry = { n: number } & (Change | { state: LedgerState })

/** An entry as it is on disk. The words are those of version 0.1.0, so that queues of installed programs stay readable. */
type StoredEntry = { n: number } & (
  | { fixed: Batch }
  | { settled: Ranges }
  | { state: Omit<LedgerState, 'prepared'> & { fixed: Batch | null } }
)

function toStored(entry: Entry): StoredEntry {
  const { n } = entry
  if ('prepared' in entry) return { n, fixed: entry.prepared }
  if ('acknowledged' in entry) return { n, settled: entry.acknowledged }
  const { prepared: fixed, ...state } = entry.state
  return { n, state: { ...state, fixed } }
}

function fromStored(entry: StoredEntry): Entry {
  const { n } = entry
  if ('fixed' in entry) return { n, prepared: entry.fixed }
  if ('settled' in entry) return { n, acknowledged: entry.settled }
  const { fixed: prepared, ...state } = entry.state
  return { n, state: { ...state, prepared } }
}

const EMPTY: LedgerState = { next: 1, gone: [], prepared: null }

function after(state: LedgerState, entry: Change | { state: LedgerState }): LedgerState {
  if ('state' in entry) return entry.state
  if ('acknowledged' in entry) return { ...without(state, entry.acknowledged), prepared: null }
  // A batch is prepared only after the one before it is done, even if the line that says so is lost.
  const { next, gone } = without(state, state.prepared?.seqs ?? [])
  return { next: Math.max(next, highest(entry.prepared.seqs) + 1), gone, prepared: entry.prepared }
}

function without(state: LedgerState, seqs: Ranges): LedgerState {
  const gone = union(state.gone, seqs)
  return { ...state, gone, next: Math.max(state.next, highest(gone) + 1) }
}

const highest = (seqs: Ranges): number => Math.max(0, ...seqs.map(([, last]) => last))

const NAMES = ['ledger-a', 'ledger-b'] as const
/** Room of a copy. It is taken at the start, so that a disk that is full later does not stop what is sent. */
const ROOM = 256 * 1024
const BLANK = '\n'

/**
 * A journal of the changes, in two copies that hold the same: damage to one loses nothing. The copies are written in place. When
 * the room is used up they begin again with the whole state, one after the other, so that one of them is whole at any moment.
 * What is left behind that beginning is older, which its number shows.
 */
export class Ledger {
  state: LedgerState
  readonly #folder: string
  #n: number
  /** The copy that may not be whole is written first. */
  #order: readonly string[]
  /** Where both copies go on; at the end of the room they begin again. */
  #position = ROOM

  private constructor(folder: string, { state, n, order }: Recovered) {
    this.#folder = folder
    this.state = state
    this.#n = n
    this.#order = order
  }

  /**
   * What the copies in the folder say together; `damage` tells what they do not say any more. `isNew`: there is none yet.
   * The folder is written only by begin().
   */
  static async open(folder: string): Promise<{ ledger: Ledger; isNew: boolean; damage?: string }> {
    const copies = await Promise.all(NAMES.map((name) => readCopy(join(folder, name))))
    const isNew = copies.every((copy) => copy === null)
    const recovered = recover(copies.map((copy) => copy ?? []))
    return { ledger: new Ledger(folder, recovered), isNew, ...(!isNew && { damage: recovered.damage }) }
  }

  /** Takes the room of both copies and begins them with this state. */
  async begin(state: LedgerState): Promise<void> {
    await this.#put({ state })
    for (const name of NAMES)
      await withFile(join(this.#folder, name), async (handle) => {
        const { size } = await handle.stat()
        if (size < ROOM) await writeAt(handle, Buffer.alloc(ROOM - size, BLANK), size)
        await handle.datasync()
      })
    await syncFolder(this.#folder)
  }

  /** Takes the change, synced in both copies, or rejects and leaves the state as it was. */
  write(change: Change): Promise<void> {
    return this.#put(change)
  }

  /** Numbers of readings that are not on disk any more. It need not be written: they cannot come back. */
  forget(range: Range): void {
    this.state = without(this.state, [range])
  }

  async #put(entry: Change | { state: LedgerState }): Promise<void> {
    const state = after(this.state, entry)
    const n = ++this.#n
    const line = toLine(toStored({ n, ...entry }))
    const fits = this.#position + line.length <= ROOM
    const bytes = fits ? line : toLine(toStored({ n, state }))
    const position = fits ? this.#position : 0
    // Where a write fails nobody knows what stands there: the next one begins again.
    this.#position = ROOM
    for (const name of this.#order) {
      this.#order = [name, ...NAMES.filter((other) => other !== name)]
      await withFile(join(this.#folder, name), async (handle) => {
        await writeAt(handle, bytes, position)
        await handle.datasync()
      })
    }
    this.#position = position + bytes.length
    this.state = state
  }
}

async function readCopy(path: string): Promise<Entry[] | null> {
  try {
    return (readLines(await readFile(path)).values as StoredEntry[]).map(fromStored)
  } catch (error) {
    return codeOf(error) === 'ENOENT' ? null : []
  }
}

interface Recovered {
  state: LedgerState
  n: number
  order: readonly string[]
  damage?: string
}

/** Each entry stands in both copies; the state is that of the newest beginning and what came after it. */
function recover(copies: Entry[][]): Recovered {
  const all = new Map(copies.flat().map((entry) => [entry.n, entry]))
  const entries = [...all.values()].sort((a, b) => a.n - b.n)
  const begin = entries.findLastIndex((entry) => 'state' in entry)
  const used = begin < 0 ? entries : entries.slice(begin)
  const n = entries.at(-1)?.n ?? 0
  const isWhole = begin >= 0 && n - used[0]!.n === used.length - 1
  const missing = copies.map((copy) => used.length - copy.filter((entry) => entry.n >= (used[0]?.n ?? 0)).length)
  const order = NAMES.map((name, i) => ({ name, missing: missing[i]! }))
    .sort((a, b) => b.missing - a.missing)
    .map(({ name }) => name)
  return { state: used.reduce(after, EMPTY), n, order, damage: damageOf(isWhole, missing) }
}

/** A copy that lacks the last entry is what a crash leaves. */
function damageOf(isWhole: boolean, missing: number[]): string | undefined {
  if (!isWhole) return 'both copies of the ledger are damaged; acknowledged readings may be sent again'
  return missing.some((count) => count > 1) ? 'one copy of the ledger was damaged; the other was complete' : undefined
}
