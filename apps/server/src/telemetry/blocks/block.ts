import { type Arrived, KEY_LENGTH, type Unpacked } from '../batch-format.ts'
import { type Odd, readTimes, readValues, type ValueColumn, writeTimes, writeValues } from './columns.ts'
import { VarintReader, VarintWriter } from './varints.ts'

/**
 * Batches of an onboard device as columns: two fields of a row of telemetry_batch. All texts, times and digits come back as they were, batch
 * by batch. With 20 readings a batch, each with a time of its own, a reading takes three to four bytes; nearly 90 as single batches (bench:storage).
 *
 * `body` is JSON: what the readings are of, in the order of `columns`; `layouts`: which series and which time (null: the arrival) each reading
 * of a batch has, and how many times there are; what did not fit a column, by its place there; the beginnings of the keys.
 * `block` is numbers (varints.ts): how many batches; of each when it arrived, as the difference to the one before, and its layout; the
 * times of all; the values of each series.
 */
export interface Block {
  body: string
  block: Buffer
}

interface Layout {
  of: number[]
  at: (number | null)[]
  times: number
}

interface Body {
  series: Unpacked['series']
  layouts: Layout[]
  times: Odd
  /** null: of this series there are texts only. */
  columns: (ValueColumn | null)[]
  /** The texts of a series, where it has any. */
  texts: ((string | null)[] | null)[]
  keys: string[]
}

const NONE = 'null'

/** The batches are one at least; they keep their order. */
export function encodeBlock(batches: readonly Arrived[]): Block {
  const out = new VarintWriter()
  const series = new Places<Unpacked['series'][number]>()
  const layouts = new Places<Layout>()
  const values: { digits: string; text: string | null }[][] = []
  out.unsigned(batches.length)
  let last = 0
  for (const { arrived, batch } of batches) {
    const placeOf = batch.series.map((one) => series.add(one))
    const of = batch.of.map((i) => placeOf[i]!)
    out.signed(arrived - last)
    out.unsigned(layouts.add({ of, at: batch.at, times: batch.times.length }))
    last = arrived
    while (values.length < series.list.length) values.push([])
    for (const [i, place] of of.entries())
      values[place]!.push({ digits: batch.digits[i]!, text: batch.text_value?.[i] ?? null })
  }
  const times = writeTimes(
    batches.flatMap(({ batch }) => batch.times),
    out,
  )
  const columns = values.map((ours) => {
    const digits = ours.map((one) => one.digits)
    return digits.every((one) => one === NONE) ? null : writeValues(digits, out)
  })
  const texts = values.map((ours) => ours.map(({ text }) => text))
  const body: Body = {
    series: series.list,
    layouts: layouts.list,
    times,
    columns,
    texts: texts.map((ours) => (ours.some((text) => text !== null) ? ours : null)),
    keys: batches.map(({ key }) => key.slice(0, KEY_LENGTH)),
  }
  return { body: JSON.stringify(body), block: out.bytes }
}

/**
 * The batches of a block, in their order; or of each only what it has of the wanted series, and of a batch that has none nothing. They share
 * what they have in common: nothing of them may be changed.
 */
export function decodeBlock(
  { body, block }: Block,
  isWanted: (series: Unpacked['series'][number]) => boolean = () => true,
): Arrived[] {
  const { series, layouts, times: oddTimes, columns, texts, keys } = JSON.parse(body) as Body
  const from = new VarintReader(block)
  const count = from.unsigned()
  const wanted = series.map(isWanted)
  const parts = layouts.map((layout) => partOf(layout, wanted))
  let arrived = 0
  const heads = Array.from({ length: count }, () => {
    arrived += from.signed()
    return { arrived, part: parts[from.unsigned()]! }
  })
  const lengths = new Array<number>(series.length).fill(0)
  let times = 0
  for (const { part } of heads) {
    for (const place of part.layout.of) lengths[place]!++
    times += part.layout.times
  }
  const timeAt = readTimes(times, oddTimes, from)
  const digitsAt = columns.map((column, place) => {
    if (column && wanted[place]) return readValues(lengths[place]!, column, from)
    if (column) from.skip(lengths[place]!)
    return () => NONE
  })
  const next = new Array<number>(series.length).fill(0)
  let time = 0
  const batches: Arrived[] = []
  for (const [i, { arrived, part }] of heads.entries()) {
    const { layout, of, at, places } = part
    const firstTime = time
    time += layout.times
    if (of.length === 0) continue
    const nth = of.map((place) => next[place]!++)
    const batch: Unpacked = {
      ...{ series, of, at },
      times: part.times.map((each) => timeAt(firstTime + each)),
      digits: of.map((place, j) => digitsAt[place]!(nth[j]!)),
    }
    if (places) batch.places = places
    if (of.some((place) => texts[place])) batch.text_value = of.map((place, j) => texts[place]?.[nth[j]!] ?? null)
    batches.push({ arrived, key: keys[i]!, batch })
  }
  return batches
}

/** What a layout has of the wanted series. */
interface Part {
  layout: Layout
  of: number[]
  at: (number | null)[]
  /** Which of the layout's times they have. */
  times: number[]
  /** Where in the layout they are; null: it is the whole. */
  places: number[] | null
}

function partOf(layout: Layout, wanted: boolean[]): Part {
  const places = [...layout.of.keys()].filter((i) => wanted[layout.of[i]!])
  if (places.length === layout.of.length)
    return {
      layout,
      of: layout.of,
      at: layout.at,
      times: Array.from({ length: layout.times }, (_, i) => i),
      places: null,
    }
  const times = new Places<number>()
  const at = places.map((i) => layout.at[i] ?? null).map((time) => (time === null ? null : times.add(time)))
  return { layout, of: places.map((i) => layout.of[i]!), at, times: times.list, places }
}

/** A list without repeats, and where in it something is. */
class Places<T> {
  readonly list: T[] = []
  readonly #known = new Map<string, number>()

  add(one: T): number {
    return this.#known.getOrInsertComputed(JSON.stringify(one), () => this.list.push(one) - 1)
  }
}
