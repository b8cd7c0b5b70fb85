import { type Arrived, KEY_LENGTH, type Unpacked } from '../batch-format.ts'
import {
  type Odd,
  readTimes,
  readValues,
  type TextAt,
  timesOf,
  type ValueColumn,
  valuesOf,
  writeTimes,
  writeValues,
} from './columns.ts'
import { differences, sums } from './differences.ts'
import { FrameReader, FrameWriter } from './frames.ts'
import { VarintReader } from './varints.ts'

/**
 * Batches of an onboard device as columns: two fields of a row of telemetry_batch. All texts, times and digits come back as they
 * were, batch by batch. With 20 readings a batch, each with a time of its own, a reading takes one and a half bytes; nearly 90 as
 * single batches (bench:storage).
 *
 * `body` is JSON: how many batches; what the readings are of, in the order of `columns`; `layouts`: which series and which time
 * (null: the arrival) each reading of a batch has, and how many times there are; what did not fit a column, by its place there.
 * `block` is numbers (frames.ts): when each batch arrived; its layout; the beginning of its key; its times; the values of each
 * series.
 */
export interface Block {
  body: string
  block: Buffer
}

interface Layout {
  of: number[]
  /** Absent: each reading has a time of its own in the block. */
  at?: (number | null)[]
  times: number
}

interface Body {
  /** Absent in a block of before migration 0030: its numbers are varints, and so many as it has keys. */
  count?: number
  keys?: string[]
  series: Unpacked['series']
  layouts: Layout[]
  times: Odd
  /** null: of this series there are texts only. */
  columns: (ValueColumn | null)[]
  /** The texts of a series, where it has any. */
  texts: ((string | null)[] | null)[]
}

const NONE = 'null'

/** The batches are one at least; they keep their order. */
export function encodeBlock(batches: readonly Arrived[]): Block {
  const out = new FrameWriter()
  const series = new Places<Unpacked['series'][number]>()
  const layouts = new Places<Layout>()
  const values: { digits: string; text: string | null }[][] = []
  const layoutOf: number[] = []
  const timesOfEach: string[][] = []
  for (const { batch } of batches) {
    const placeOf = batch.series.map((one) => series.add(one))
    const of = batch.of.map((i) => placeOf[i]!)
    const own = hasOwnTimes(batch)
    layoutOf.push(layouts.add(own ? { of, times: of.length } : { of, at: batch.at, times: batch.times.length }))
    timesOfEach.push(own ? batch.at.map((time) => batch.times[time!]!) : batch.times)
    while (values.length < series.list.length) values.push([])
    for (const [i, place] of of.entries())
      values[place]!.push({ digits: batch.digits[i]!, text: batch.text_value?.[i] ?? null })
  }
  out.signed(differences(differences(batches.map(({ arrived }) => arrived))))
  out.unsigned(layoutOf)
  out.unsigned(batches.map(({ key }) => Number.parseInt(key.slice(0, KEY_LENGTH), 16)))
  const times = writeTimes(timesOfEach, out)
  const columns = values.map((ours) => {
    const digits = ours.map((one) => one.digits)
    return digits.every((one) => one === NONE) ? null : writeValues(digits, out)
  })
  const texts = values.map((ours) => ours.map(({ text }) => text))
  const body: Body = {
    count: batches.length,
    series: series.list,
    layouts: layouts.list,
    times,
    columns,
    texts: texts.map((ours) => (ours.some((text) => text !== null) ? ours : null)),
  }
  return { body: JSON.stringify(body), block: out.bytes }
}

/**
 * Whether the times of a batch are better written for each reading: else which readings share one is written, and that differs
 * from batch to batch where each reading was taken at a time of its own. They come back as they were where, as ingest writes
 * them, a reading shares its time with the one before it or has the next one.
 */
function hasOwnTimes({ times, at }: Unpacked): boolean {
  if (times.length < 2 || 4 * times.length <= at.length) return false
  if (at[0] !== 0 || at.at(-1) !== times.length - 1 || times.some((time, i) => time === times[i - 1])) return false
  return at.every((time, i) => i === 0 || time === at[i - 1] || (time !== null && time - 1 === at[i - 1]))
}

/**
 * The batches of a block, in their order; or of each only what it has of the wanted series, and of a batch that has none nothing.
 * They share what they have in common: nothing of them may be changed.
 */
export function decodeBlock(
  block: Block,
  isWanted: (series: Unpacked['series'][number]) => boolean = () => true,
): Arrived[] {
  const body = JSON.parse(block.body) as Body
  const { series, layouts, texts } = body
  const wanted = series.map(isWanted)
  const parts = layouts.map((layout) => partOf(layout, wanted))
  const { arrived, layoutOf, keys, timeAt, digitsAt } = body.keys
    ? numbersOfVarints(body, body.keys, block.block, wanted)
    : numbersOfFrames(body, block.block, wanted)
  const next = new Array<number>(series.length).fill(0)
  let time = 0
  const batches: Arrived[] = []
  for (const [i, layout] of layoutOf.entries()) {
    const { of, at, times, places, count } = parts[layout]!
    const firstTime = time
    time += count
    if (of.length === 0) continue
    const nth = of.map((place) => next[place]!++)
    const found = times.map((each) => timeAt(firstTime + each))
    const batch: Unpacked = {
      ...{ series, of },
      ...(at ? { at, times: found } : shared(found)),
      digits: of.map((place, j) => digitsAt[place]!(nth[j]!)),
    }
    if (places) batch.places = places
    if (of.some((place) => texts[place])) batch.text_value = of.map((place, j) => texts[place]?.[nth[j]!] ?? null)
    batches.push({ arrived: arrived[i]!, key: keys[i]!, batch })
  }
  return batches
}

/** The times of readings as a batch has them: see hasOwnTimes. */
function shared(own: string[]): Pick<Unpacked, 'times' | 'at'> {
  const times: string[] = []
  const at = own.map((time) => (time === times.at(-1) ? times.length - 1 : times.push(time) - 1))
  return { times, at }
}

interface Numbers {
  arrived: ArrayLike<number>
  layoutOf: number[]
  keys: string[]
  timeAt: TextAt
  /** Of each series; of one that is not wanted nothing. */
  digitsAt: TextAt[]
}

const noDigits: TextAt = () => NONE

function numbersOfFrames({ count = 0, layouts, times, columns }: Body, block: Buffer, wanted: boolean[]): Numbers {
  const from = new FrameReader(block)
  const arrived = sums(sums(from.signed(count)))
  const layoutOf = [...from.unsigned(count)]
  const keys = Array.from(from.unsigned(count), (key) => key.toString(16).padStart(KEY_LENGTH, '0'))
  const lengths = lengthsOf(columns, layouts, layoutOf)
  const timeAt = readTimes(
    layoutOf.map((layout) => layouts[layout]!.times),
    times,
    from,
  )
  const digitsAt = columns.map((column, place) => {
    if (column && wanted[place]) return readValues(lengths[place]!, column, from)
    if (column) from.skip(lengths[place]!)
    return noDigits
  })
  return { arrived, layoutOf, keys, timeAt, digitsAt }
}

function numbersOfVarints(
  { layouts, times, columns }: Body,
  keys: string[],
  block: Buffer,
  wanted: boolean[],
): Numbers {
  const from = new VarintReader(block)
  const arrived: number[] = []
  const layoutOf: number[] = []
  for (let left = from.unsigned(); left > 0; left--) {
    arrived.push((arrived.at(-1) ?? 0) + from.signed())
    layoutOf.push(from.unsigned())
  }
  const lengths = lengthsOf(columns, layouts, layoutOf)
  const timeAt = timesOf(from.column(layoutOf.reduce((sum, layout) => sum + layouts[layout]!.times, 0)), times)
  const digitsAt = columns.map((column, place) => {
    if (column && wanted[place]) return valuesOf(from.column(lengths[place]!), column)
    if (column) from.skip(lengths[place]!)
    return noDigits
  })
  return { arrived, layoutOf, keys, timeAt, digitsAt }
}

/** How many readings each series has. */
function lengthsOf(columns: unknown[], layouts: Layout[], layoutOf: number[]): number[] {
  const lengths = columns.map(() => 0)
  for (const layout of layoutOf) for (const place of layouts[layout]!.of) lengths[place]!++
  return lengths
}

/** What a layout has of the wanted series. */
interface Part {
  of: number[]
  /** Absent as there. */
  at?: (number | null)[]
  /** Which of the layout's times they have. */
  times: number[]
  /** How many times the layout has. */
  count: number
  /** Where in the layout they are; null: it is the whole. */
  places: number[] | null
}

function partOf({ of, at, times: count }: Layout, wanted: boolean[]): Part {
  const all = [...of.keys()]
  const places = all.filter((i) => wanted[of[i]!])
  if (places.length === of.length)
    return { of, ...(at && { at }), times: Array.from({ length: count }, (_, i) => i), count, places: null }
  const part = { of: places.map((i) => of[i]!), count, places }
  if (!at) return { ...part, times: places }
  const times = new Places<number>()
  const found = places.map((i) => at[i] ?? null).map((time) => (time === null ? null : times.add(time)))
  return { ...part, at: found, times: times.list }
}

/** A list without repeats, and where in it something is. */
class Places<T> {
  readonly list: T[] = []
  readonly #known = new Map<string, number>()

  add(one: T): number {
    return this.#known.getOrInsertComputed(JSON.stringify(one), () => this.list.push(one) - 1)
  }
}
