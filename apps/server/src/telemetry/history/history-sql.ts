import { ALL_METRICS, type Reading } from '@binnacle/contract'
import type { Database } from '../../db/database.ts'
import { FIRST_MS, LAST_MS } from '../../http/values/instant.ts'
import { instantsOf, readingOf, type Unpacked } from '../batch-format.ts'
import { batchesOf, type StoredRow } from '../blocks/stored-row.ts'
import { lastNarrow, MAX_WIDE, nextNarrow } from '../rollups/batches-sql.ts'
import { contains, DAY_MS, HOUR_MS, type Span } from '../rollups/day/time-grid.ts'
import { compare, type Position } from './position.ts'

export interface Entry extends Position {
  reading: Reading
}

/** Which part of a vessel's history. */
export interface Part extends Span {
  vesselId: string
  order: 'asc' | 'desc'
  /** One metric, by its bit and name; null for all. */
  metric: { bit: number; name: string } | null
  /** What comes behind this, in the order. */
  after: Position | null
  /** Without batches over more than a day. */
  onlyNarrow?: boolean
}

interface Row extends StoredRow {
  connection_id: string
  first_at: Date
  accepted: number
}

const COLUMNS = 'b.connection_id, b.batch_key, b.first_at, b.arrived_at, b.accepted, b.body, b.block'

/** What ends later than a day after a span cannot reach into it, so the index by last_at bounds the search at both ends. */
const NARROW = `select ${COLUMNS} from telemetry_batch b
where b.vessel_id = $1 and b.last_at >= $2 and b.last_at < $3::timestamptz + interval '24 hours' and b.first_at < $3
  and b.last_at - b.first_at <= interval '24 hours' and b.metrics & $4 <> 0
limit $5`

/** Batches over more than a day are read all at once. */
const WIDE = `select ${COLUMNS} from telemetry_batch b
where b.vessel_id = $1 and b.last_at >= $2 and b.first_at < $3 and b.last_at - b.first_at > interval '24 hours' and b.metrics & $4 <> 0
order by b.last_at desc limit ${MAX_WIDE}`

/** So many batches are read at a time, some milliseconds of work: a window of time that has more is made shorter. */
const MAX_BATCHES = 400
/** And so many readings, where batches are in blocks. */
const MAX_READINGS = 100_000
const FIRST_WIDTH_MS = HOUR_MS / 4
const MIN_WIDTH_MS = 1_000

/**
 * A vessel's readings in order, some at a time; what arrives meanwhile may be among them. Readings that are in rollups alone are left
 * out. The caller has checked the owner.
 */
export async function* history(database: Database, part: Part): AsyncGenerator<Entry[]> {
  const { order, after } = part
  const isWanted = (place: Position) =>
    !after || (order === 'asc' ? compare(place, after) > 0 : compare(place, after) < 0)
  const inOrder = (a: Position, b: Position) => (order === 'asc' ? compare(a, b) : compare(b, a))
  let left: Span | null = limited(part)
  if (left.from >= left.to) return
  const wide = await wideReadings(database, part, left, isWanted, inOrder)
  left = await skip(database, part, left, wide.next)
  const decoded = new PlacedRows()
  for (let width = FIRST_WIDTH_MS; left; ) {
    const window: Span =
      order === 'asc'
        ? { from: left.from, to: Math.min(left.from + width, left.to) }
        : { from: Math.max(left.to - width, left.from), to: left.to }
    const most = width > MIN_WIDTH_MS ? MAX_BATCHES : null
    const rows = await database.prepared<Row>('history-narrow', NARROW, [...valuesOf(part, window), most && most + 1])
    const readings = rows.reduce((sum, { accepted }) => sum + accepted, 0)
    if (most && (rows.length > most || (rows.length > 1 && readings > MAX_READINGS))) {
      width = Math.max(Math.floor(width / 4), MIN_WIDTH_MS)
      continue
    }
    const narrow = decoded
      .of(rows, part)
      .flatMap((one) => entriesOf(one, (place) => contains(window, place.at) && isWanted(place)))
    const entries = [...narrow, ...wide.within(window)].sort(inOrder)
    if (entries.length > 0) yield entries
    left = order === 'asc' ? { from: window.to, to: left.to } : { from: left.from, to: window.from }
    if (left.from >= left.to) return
    if (entries.length === 0) left = await skip(database, part, left, wide.next)
    if (rows.length < MAX_BATCHES / 2 && readings < MAX_READINGS / 2) width = Math.min(width * 2, DAY_MS)
  }
}

/** What the dates of the calendar and the cursor leave. */
function limited({ from, to, order, after }: Part): Span {
  const asc = order === 'asc'
  return {
    from: Math.max(from, FIRST_MS, after && asc ? after.at : FIRST_MS),
    to: Math.min(to, LAST_MS + 1, after && !asc ? after.at + 1 : LAST_MS + 1),
  }
}

/** Goes on where there is something again; null when there is nothing more. `next` is the next reading of a wide batch. */
async function skip(
  database: Database,
  { vesselId, order, metric }: Part,
  left: Span,
  next: () => number | null,
): Promise<Span | null> {
  const metrics = metric?.bit ?? ALL_METRICS
  const wide = next()
  if (order === 'asc') {
    const from = Math.min(await nextNarrow(database, vesselId, left.from, metrics), wide ?? Infinity)
    return from < left.to ? { from: Math.max(left.from, from), to: left.to } : null
  }
  const to = Math.max(await lastNarrow(database, vesselId, left.to, metrics), wide === null ? -Infinity : wide + 1)
  return to > left.from ? { from: left.from, to: Math.min(left.to, to) } : null
}

const valuesOf = ({ vesselId, metric }: Part, { from, to }: Span) => [
  vesselId,
  new Date(from),
  new Date(to),
  metric?.bit ?? ALL_METRICS,
]

/** A batch, with its readings that are of the metric, but for what retention has taken. */
interface Placed {
  batch: Unpacked
  arrivedAt: string
  places: Place[]
}

interface Place extends Position {
  /** Of the batch's readings as they are decoded. */
  of: number
}

function placed(row: Row, { metric }: Part): Placed[] {
  const firstAt = row.first_at.getTime()
  const isWanted = (name: string) => metric === null || name === metric.name
  return batchesOf(row, isWanted).map(({ arrived, key, batch }) => {
    const isOurs = batch.series.map(([name]) => isWanted(name))
    const places: Place[] = []
    for (const [of, at] of instantsOf(batch, arrived).entries())
      if (at >= firstAt && isOurs[batch.of[of]!])
        places.push({ at, arrived, connection: row.connection_id, key, index: batch.places?.[of] ?? of, of })
    return { batch, arrivedAt: new Date(arrived).toISOString(), places }
  })
}

const entriesOf = ({ batch, arrivedAt, places }: Placed, isWanted: (place: Position) => boolean): Entry[] =>
  places.filter(isWanted).map(({ of, ...place }) => ({ ...place, reading: readingOf(batch, of, arrivedAt) }))

/** Rows as they are decoded: a window often has a block of the one before. */
class PlacedRows {
  #known = new Map<string, Placed[]>()

  of(rows: Row[], part: Part): Placed[] {
    const known = this.#known
    this.#known = new Map(
      rows.map((row) => {
        const name = nameOf(row)
        return [name, known.get(name) ?? placed(row, part)]
      }),
    )
    return [...this.#known.values()].flat()
  }
}

const nameOf = ({ connection_id, batch_key }: Row) => `${connection_id}_${batch_key}`

interface WideReadings {
  /** When the next one was measured, ms; null when there is none. */
  next(): number | null
  /** Those of a window, which begins where the last one ended. */
  within(window: Span): Entry[]
}

/** Readings of wide batches, decoded as they are asked for: until then only their places are held. */
async function wideReadings(
  database: Database,
  part: Part,
  span: Span,
  isWanted: (place: Position) => boolean,
  inOrder: (a: Position, b: Position) => number,
): Promise<WideReadings> {
  const rows = part.onlyNarrow ? [] : await database.prepared<Row>('history-wide', WIDE, valuesOf(part, span))
  const byName = new Map(rows.map((row) => [nameOf(row), row]))
  const places = rows
    .flatMap((row) => placed(row, part).flatMap(({ places }) => places))
    .filter((place) => contains(span, place.at) && isWanted(place))
    .sort(inOrder)
  let done = 0
  return {
    next: () => places[done]?.at ?? null,
    within(window) {
      const from = done
      while (done < places.length && contains(window, places[done]!.at)) done++
      const wanted = Map.groupBy(places.slice(from, done), ({ connection, key }) => `${connection}_${key}`)
      return [...wanted].flatMap(([name, of]) => {
        const indexes = new Set(of.map(({ index }) => index))
        return placed(byName.get(name)!, part).flatMap((one) => entriesOf(one, ({ index }) => indexes.has(index)))
      })
    },
  }
}
