import { setImmediate as nextTurn } from 'node:timers/promises'
import { LIMITS } from '@binnacle/contract'
import type { Database } from '../../db/database.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { type Arrived, instantsOf } from '../batch-format.ts'
import { dayOf, hourOf } from '../rollups/day/time-grid.ts'
import { encodeBlock } from './block.ts'
import {
  claimDay,
  completeClaim,
  type DeviceHour,
  hoursOf,
  knownOf,
  MAX_READINGS,
  type NewBlock,
  Overtaken,
  postpone,
  type Row,
  release,
  replaceByBlocks,
  rowsOf,
} from './compact-sql.ts'
import { lockForBlocks } from './lock.ts'
import { batchesOf } from './stored-row.ts'

/** Of one connection in one hour there are at most 720, but for batches that a device held back and sends of that hour later. */
const MAX_ROWS = 1_000
/**
 * Of what is known of an hour, each batch that ends in it is looked for in all. A device whose clock stands still has no more of
 * it in blocks.
 */
const MAX_KNOWN_BYTES = 64 * 1024
/** Bytes of digits and texts, and series times batches, which a block of usual batches is far below. */
const MAX_BYTES = 500_000
const MAX_SERIES_TIMES_BATCHES = 200_000
/** Batches are opened so many at a time. */
const ROWS_A_TURN = 50

/**
 * Makes blocks of the single batches in the finished hours of one day of one vessel, the newest day first; false if none waits.
 * Each hour of a connection is a transaction: it is in batches or in blocks, whatever happens. `pause` is called after each.
 * Throws when the signal says so: the day then waits as before.
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
      await compactHour(database, hour, now).catch((error) => errors.push(error))
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
async function compactHour({ db, spread }: Database, hour: DeviceHour, now: Date): Promise<void> {
  for (let isLast = false; !isLast; ) {
    const known = await knownOf(db, hour)
    if (known.bytes >= MAX_KNOWN_BYTES) return
    const rows = await rowsOf(db, hour, MAX_ROWS)
    const opened: Opened[] = []
    for (const row of rows) {
      const one = open(row)
      if (isWhole(one) && staysKnown(one)) opened.push(one)
      if (row.block || opened.length % ROWS_A_TURN === 0) await nextTurn()
    }
    if (opened.length < 2 || opened.every(({ row }) => row.block)) return
    const replaced = opened.map(({ row }) => row)
    const repeatable = opened.filter((one) => isRepeatable(one, now)).map(({ row }) => row)
    const blocks = await blocksOf(opened)
    await inTransaction(db, async (tx) => {
      if (spread) await lockForBlocks(tx, hour.vesselId)
      await replaceByBlocks(tx, hour, replaced, repeatable, known, blocks)
    })
    isLast = rows.length < MAX_ROWS
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
  const batches = batchesOf(row).map((one) => {
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
const isWhole = ({ row, batches }: Opened) => batches.map(({ first }) => first).reduce(least) === row.first_at.getTime()

/** Whether a reading of it was sent without a time, and has that of the arrival. */
const lacksTimes = ({ batches: [one] }: Opened) => one!.batch.at.includes(null)

/**
 * Whether a repeat would end in the same hour, where it is looked for: not where the arrival said in which hour it ends, as times were
 * missing or in the future. Without a name and with times missing it is no repeat of any other.
 */
function staysKnown(opened: Opened): boolean {
  const { row, batches } = opened
  if (row.block) return true
  if (lacksTimes(opened)) return row.body_hash === null
  const sent = instantsOf(batches[0]!.batch, Number.POSITIVE_INFINITY)
  return hourOf(sent.reduce(greatest)) === hourOf(row.last_at.getTime())
}

/** What can be sent again, and is remembered. */
const isRepeatable = (opened: Opened, now: Date) =>
  !opened.row.block && !lacksTimes(opened) && dayOf(opened.row.arrived_at.getTime()) >= firstRemembered(now)

/** Days since 1970. */
const firstRemembered = (now: Date) => dayOf(now.getTime()) - LIMITS.telemetryKeepDays.min

/** The rows' batches by their arrival, in as few blocks as hold them. */
async function blocksOf(opened: Opened[]): Promise<NewBlock[]> {
  const batches = opened.flatMap((one) => one.batches).sort((a, b) => a.arrived - b.arrived || (a.key < b.key ? -1 : 1))
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
