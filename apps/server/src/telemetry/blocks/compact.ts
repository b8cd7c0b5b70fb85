import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Database } from '../../db/database.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { type Arrived, instantsOf } from '../batch-format.ts'
import { encodeBlock } from './block.ts'
import {
  claimDay,
  completeClaim,
  hoursOf,
  MAX_READINGS,
  type NewBlock,
  Overtaken,
  postpone,
  type Row,
  release,
  replaceByBlocks,
  rowsOf,
} from './compact-sql.ts'
import { batchesOf } from './stored-row.ts'

/** Of one connection in one hour there are at most 720, but for batches that a device held back and sends of that hour later. */
const MAX_ROWS = 1_000
/** Bytes of digits and texts, and series times batches, which a block of usual batches is far below. */
const MAX_BYTES = 500_000
const MAX_SERIES_TIMES_BATCHES = 200_000
/** Batches are opened so many at a time. */
const ROWS_A_TURN = 50

/**
 * Makes blocks of the single batches in the finished hours of one day of one vessel, the newest day first; false if none waits. Each hour
 * of a connection is a transaction: it is in batches or in blocks, whatever happens. `pause` is called after each. Throws when the signal
 * says so: the day then waits as before.
 */
export async function compactDay(
  database: Database,
  now: Date,
  signal: AbortSignal,
  pause: () => Promise<void> = async () => {},
): Promise<boolean> {
  const { db } = database
  const claim = await claimDay(db, now)
  if (!claim) return false
  const errors: unknown[] = []
  try {
    for (const hour of await hoursOf(db, claim.vesselId, claim.day)) {
      await compactHour(database, claim.vesselId, hour, now).catch((error) => errors.push(error))
      signal.throwIfAborted()
      await pause()
    }
  } catch (error) {
    if (signal.aborted) await release(db, claim)
    throw error
  }
  if (errors.length === 0) await completeClaim(db, claim)
  const failure = errors.find((error) => !(error instanceof Overtaken))
  if (failure === undefined) return true
  await postpone(db, claim, now)
  throw failure
}

/** Throws Overtaken. */
async function compactHour(database: Database, vesselId: string, hour: number, now: Date): Promise<void> {
  for (let isLast = false; !isLast; ) {
    const rows = await rowsOf(database.db, vesselId, hour, MAX_ROWS)
    const opened: Opened[] = []
    for (const row of rows) {
      opened.push(open(row))
      if (row.block || opened.length % ROWS_A_TURN === 0) await nextTurn()
    }
    const byConnection = Map.groupBy(opened.filter(isWhole), ({ row }) => row.connection_id)
    const worthwhile = [...byConnection].filter(
      ([, ours]) => ours.length > 1 && ours.some(({ row }) => row.block === null),
    )
    for (const [, ours] of worthwhile) {
      const replaced = ours.map(({ row }) => row)
      const blocks = await blocksOf(ours)
      await inTransaction(database.db, (tx) => replaceByBlocks(tx, vesselId, hour, replaced, blocks, now))
    }
    isLast = rows.length < MAX_ROWS || worthwhile.length === 0
  }
}

interface Opened {
  row: Row
  batches: TimedBatch[]
}

/** A batch, and when its first and its last reading were measured, ms. */
interface TimedBatch extends Arrived {
  first: number
  last: number
  metrics: number
}

function open(row: Row): Opened {
  const batches = (row.accepted > 0 ? batchesOf(row) : []).map((one) => {
    const instants = instantsOf(one.batch, one.arrived)
    const [first, last] = [
      instants.reduce(least, Number.POSITIVE_INFINITY),
      instants.reduce(greatest, Number.NEGATIVE_INFINITY),
    ]
    return { ...one, first, last, metrics: row.metrics }
  })
  return { row, batches }
}

const least = (a: number, b: number) => Math.min(a, b)
const greatest = (a: number, b: number) => Math.max(a, b)

/** Whether all of its readings count: retention archives the first ones of a batch by its first_at. */
const isWhole = ({ row, batches }: Opened) =>
  row.accepted === 0 || batches.map(({ first }) => first).reduce(least) === row.first_at.getTime()

/** The rows' batches by their arrival, in as few blocks as hold them. */
async function blocksOf(opened: Opened[]): Promise<NewBlock[]> {
  const batches = opened
    .filter(({ row }) => row.accepted > 0)
    .flatMap((one) => one.batches)
    .sort((a, b) => a.arrived - b.arrived || (a.key < b.key ? -1 : 1))
  const parts: Room[] = []
  for (const one of batches) if (!parts.at(-1)?.take(one)) parts.push(new Room(one))
  const blocks: NewBlock[] = []
  for (const { batches: part } of parts) {
    await nextTurn()
    blocks.push({
      ...encodeBlock(part),
      first_at: new Date(part.map(({ first }) => first).reduce(least)),
      last_at: new Date(part.map(({ last }) => last).reduce(greatest)),
      arrived_at: new Date(part.at(-1)!.arrived),
      metrics: part.reduce((bits, { metrics }) => bits | metrics, 0),
      accepted: part.reduce((sum, { batch }) => sum + batch.of.length, 0),
    })
  }
  return blocks
}

/** Batches for a block, as far as they fit. */
class Room {
  readonly batches: TimedBatch[] = []
  readonly #series = new Set<string>()
  #readings = 0
  #bytes = 0

  constructor(first: TimedBatch) {
    this.#add(first)
  }

  /** Takes a batch; false if it does not fit. */
  take(one: TimedBatch): boolean {
    const { batch } = one
    const isFull =
      this.#readings + batch.of.length > MAX_READINGS ||
      this.#bytes > MAX_BYTES ||
      this.batches.length * this.#series.size > MAX_SERIES_TIMES_BATCHES
    if (!isFull) this.#add(one)
    return !isFull
  }

  #add(one: TimedBatch): void {
    const { series, of, digits, text_value } = one.batch
    this.batches.push(one)
    this.#readings += of.length
    for (const place of new Set(of)) this.#series.add(JSON.stringify(series[place]))
    for (const text of [...digits, ...(text_value ?? [])]) this.#bytes += text?.length ?? 0
  }
}
