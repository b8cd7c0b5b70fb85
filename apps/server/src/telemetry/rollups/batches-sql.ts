import { metricBit } from '@binnacle/contract'
import type { Database } from '../../db/database.ts'
import { batchesOf, type StoredRow } from '../blocks/stored-row.ts'
import { type Columns, columnsOf, readColumns } from './day/columns.ts'
import { DAY_MS, dayOf, HOUR_MS, type Span } from './day/time-grid.ts'

/** A part of time of a vessel whose readings are wanted. */
export interface Wanted extends Span {
  vesselId: string
}

/** A stored batch. It may hold readings of other times than those it was asked for. */
export interface ReadBatch {
  /** When the newest reading was measured of it, or of the block that it is in, ms. */
  lastAt: number
  /** ms */
  arrived: number
  /** What its readings are of, as it is encoded: most batches of an onboard device say the same. */
  encodedSeries: string
  /** Its readings, decoded each time that they are asked for. */
  readonly columns: Columns
}

interface Row extends StoredRow {
  place: string
  first_at: Date
  last_at: Date
}

/** The batches of a row, the newest arrival first; of a block's only the readings of the metrics (bits of METRICS). */
function readBatches(row: Row, metrics: number): ReadBatch[] {
  const { body, block, arrived_at } = row
  const lastAt = row.last_at.getTime()
  const arrived = arrived_at.getTime()
  const seriesUntil = (next: string) => body.slice(0, body.indexOf(next))
  const readBatch = (arrived: number, encodedSeries: string, read: () => Columns): ReadBatch => ({
    lastAt,
    arrived,
    encodedSeries,
    get columns() {
      return read()
    },
  })
  if (!block) return [readBatch(arrived, seriesUntil('"of":'), () => readColumns(body, arrived))]
  const encodedSeries = seriesUntil('"layouts":')
  return batchesOf(row, (metric) => (metricBit(metric) & metrics) !== 0)
    .reverse()
    .map(({ arrived, batch }) => readBatch(arrived, encodedSeries, () => columnsOf(batch, arrived)))
}

/**
 * Batches that reach over at most a day (WIDE has the others) and into one of the spans. What ends later than a day after a
 * span cannot reach into it, so the index by last_at bounds the search at both ends.
 */
const narrow = (vessel: string) => `select w.place, b.first_at, b.last_at, b.arrived_at, b.batch_key, b.body, b.block
from unnest($1::uuid[], $2::timestamptz[], $3::timestamptz[]) with ordinality w(vessel_id, from_at, to_at, place)
cross join lateral (
  select b.first_at, b.last_at, b.arrived_at, b.batch_key, b.body, b.block from telemetry_batch b
  where b.vessel_id = ${vessel} and b.last_at >= w.from_at and b.last_at < w.to_at + interval '24 hours' and b.first_at < w.to_at
    and b.last_at - b.first_at <= interval '24 hours' and b.metrics & $4 <> 0
  order by b.last_at desc
) b`

/**
 * Wide batches are read all at once. Few onboard devices make any; of one that puts a stale time into every batch the newest
 * count, so that its pages stay quick and the process alive.
 */
export const MAX_WIDE = 2_000

const wide = (vessel: string) => `select w.place, b.first_at, b.last_at, b.arrived_at, b.batch_key, b.body, b.block
from unnest($1::uuid[], $2::timestamptz[], $3::timestamptz[]) with ordinality w(vessel_id, from_at, to_at, place)
cross join lateral (
  select b.first_at, b.last_at, b.arrived_at, b.batch_key, b.body, b.block from telemetry_batch b
  where b.vessel_id = ${vessel} and b.last_at >= w.from_at and b.first_at < w.to_at and b.last_at - b.first_at > interval '24 hours'
    and b.metrics & $4 <> 0
  order by b.last_at desc limit ${MAX_WIDE}
) b`

/** So much of time in a statement: an onboard device that sends each 5 s has 720 batches an hour. */
const STATEMENT_MS = 6 * HOUR_MS
/** Where one found few batches, the next one asks for more time. */
const FEW_BATCHES = 360
const LONGER = 4
const LONGEST_STATEMENT_MS = DAY_MS
const STATEMENT_SPANS = 64

/** What is wanted, a statement's part at a time. */
class Parts {
  readonly #spans: Iterator<Wanted>
  #rest: Wanted | undefined

  constructor(wanted: Iterable<Wanted>) {
    this.#spans = wanted[Symbol.iterator]()
  }

  /** The next spans, of so much time in all at most; none at the end. */
  next(ms: number): Wanted[] {
    const spans: Wanted[] = []
    for (let left = ms; left > 0 && spans.length < STATEMENT_SPANS; ) {
      const span = this.#rest ?? this.#spans.next().value
      if (!span) break
      const to = Math.min(span.to, span.from + left)
      this.#rest = to < span.to ? { ...span, from: to } : undefined
      if (to <= span.from) continue
      spans.push({ ...span, to })
      left -= to - span.from
    }
    return spans
  }
}

/**
 * The batches of at most a day that hold one of the metrics (bits of METRICS) and readings of the spans, some at a time and of a
 * span the newest first. A batch comes once for each span it reaches into, as far as its own readings count there: only those
 * within that are to be taken. Readings before its first_at have been added to the rollups for good.
 */
export async function* narrowBatches(
  database: Database,
  wanted: Iterable<Wanted>,
  metrics: number,
): AsyncGenerator<[Wanted, ReadBatch]> {
  const parts = new Parts(wanted)
  let ms = STATEMENT_MS
  for (let spans = parts.next(ms); spans.length > 0; spans = parts.next(ms)) {
    let batches = 0
    for (const found of await read(database, 'batches-narrow', narrow, spans, metrics)) {
      batches++
      yield found
    }
    ms = batches > FEW_BATCHES ? STATEMENT_MS : Math.min(LONGER * ms, LONGEST_STATEMENT_MS)
  }
}

/** The days (of 1970) on which a batch of a vessel ends that holds one of the metrics. */
const endDay = (
  which: 'min' | 'max',
  bound: '>=' | '<=',
) => `select ${which}(d.day) - date '1970-01-01' as day from telemetry_day d
where d.vessel_id = $1 and d.day ${bound} date '1970-01-01' + $2::integer and d.metrics & $3 <> 0`
const NEXT_DAY = endDay('min', '>=')
const LAST_DAY = endDay('max', '<=')

/** From when on, ms, a vessel has narrow batches again that hold one of the metrics, or a little before; Infinity: it has none. */
export async function nextNarrow(database: Database, vesselId: string, from: number, metrics: number): Promise<number> {
  const [row] = await database.prepared<{ day: number | null }>('batches-next', NEXT_DAY, [
    vesselId,
    dayOf(from),
    metrics,
  ])
  // A batch that ends on a day may begin on the day before.
  return row!.day === null ? Infinity : Math.max(from, (row!.day - 1) * DAY_MS)
}

/** Until when, ms, a vessel has such batches before a time, or a little after; -Infinity: it has none. */
export async function lastNarrow(database: Database, vesselId: string, to: number, metrics: number): Promise<number> {
  // A batch that ends on the day after may begin before.
  const [row] = await database.prepared<{ day: number | null }>('batches-last', LAST_DAY, [
    vesselId,
    dayOf(to) + 1,
    metrics,
  ])
  return row!.day === null ? -Infinity : Math.min(to, (row!.day + 1) * DAY_MS)
}

/** The batches over more than a day that hold one of the metrics and reach into the spans. They are few, and in no rollup. */
export async function wideBatches(
  database: Database,
  wanted: Wanted[],
  metrics: number,
): Promise<Iterable<[Wanted, ReadBatch]>> {
  return read(database, 'batches-wide', wide, wanted, metrics)
}

async function read(
  database: Database,
  name: string,
  statement: (vessel: string) => string,
  spans: Wanted[],
  metrics: number,
): Promise<Iterable<[Wanted, ReadBatch]>> {
  if (!database.spread) return readTogether(database, name, statement('w.vessel_id'), spans, [metrics])
  // A cluster takes it for one vessel, whose id it must be told beside the spans.
  const vessels = [...Map.groupBy(spans, ({ vesselId }) => vesselId)]
  const read = ([vesselId, of]: [string, Wanted[]]) =>
    readTogether(database, `${name}-of-one`, statement('$5::uuid'), of, [metrics, vesselId])
  return (await Promise.all(vessels.map(read))).flatMap((batches) => [...batches])
}

async function readTogether(
  database: Database,
  name: string,
  statement: string,
  spans: Wanted[],
  more: unknown[],
): Promise<Iterable<[Wanted, ReadBatch]>> {
  const [metrics] = more as [number]
  const rows = await database.prepared<Row>(name, statement, [
    spans.map(({ vesselId }) => vesselId),
    spans.map(({ from }) => new Date(from)),
    spans.map(({ to }) => new Date(to)),
    ...more,
  ])
  return rows.values().flatMap((row) => {
    const span = since(spans[Number(row.place) - 1]!, row.first_at)
    return readBatches(row, metrics).map((batch): [Wanted, ReadBatch] => [span, batch])
  })
}

function since(span: Wanted, firstAt: Date): Wanted {
  const from = firstAt.getTime()
  return from > span.from ? { ...span, from } : span
}
