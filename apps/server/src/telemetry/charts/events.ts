import { LIMITS, metricBit } from '@binnacle/contract'
import type { Database } from '../../db/database.ts'
import { narrowBatches, type ReadBatch, wideBatches } from './batches-sql.ts'
import { placeOf } from './day-rollup.ts'
import { type Fault, type FaultText, faultsOf, unpackChanges } from './faults.ts'
import { rolledParts, unrolledHours } from './rollup-sql.ts'
import { type Sealed, whileSealed } from './sealed-sql.ts'
import { contains, DAY_MS, hourOf, type Span, spansOf } from './time-grid.ts'

/** Fault texts by instance, '' where the readings name none. */
type Texts = Map<string, FaultText[]>

/** A fault that appeared before the range and still stood in it is looked for so far back. */
const BEFORE_MS = LIMITS.latestDays * DAY_MS

const BIT = metricBit('fault_code')

/** The faults that stood at some time of the span, by time. */
export async function readFaults(
  database: Database,
  vesselId: string,
  span: Span,
): Promise<(Fault & { instance: string })[]> {
  const looked = { from: span.from - BEFORE_MS, to: span.to }
  const texts = await whileSealed(database, vesselId, (sealed) => readTexts(database, vesselId, looked, sealed))
  const faults = [...texts].flatMap(([instance, of]) => faultsOf(of).map((fault) => ({ instance, ...fault })))
  return faults
    .filter(({ from, to }) => from < span.to && (to ?? span.to) >= span.from)
    .sort((a, b) => a.from - b.from)
    .slice(-LIMITS.eventsPerRead)
}

async function readTexts(database: Database, vesselId: string, span: Span, sealed: Sealed): Promise<Texts> {
  const texts: Texts = new Map()
  const wide = [...(await wideBatches(database, [{ ...span, vesselId }], BIT))].flatMap(([part, batch]) =>
    textsOf(batch).filter(({ at }) => contains(part, at)),
  )
  const unrolled = new Set(await unrolledHours(database, vesselId, span))
  // A rollup has left out what a text between two of its own would make news.
  for (const { at } of wide) unrolled.add(hourOf(at))

  for (const { instance, day, packed } of await rolledParts(database, 'changes', vesselId, placeOf('fault_code'), span))
    for (const text of unpackChanges(packed, day * DAY_MS))
      if (contains(span, text.at) && (text.at < sealed.before || !unrolled.has(hourOf(text.at))))
        add(texts, { instance, ...text })

  const wanted = spansOf(unrolled).map((part) => ({ ...part, vesselId }))
  for await (const [part, batch] of narrowBatches(database, wanted, BIT))
    for (const text of textsOf(batch)) if (contains(part, text.at) && contains(span, text.at)) add(texts, text)
  for (const text of wide) add(texts, text)
  return texts
}

function add(texts: Texts, { instance, at, text }: FaultText & { instance: string }): void {
  const known = texts.get(instance)
  if (known) known.push({ at, text })
  else texts.set(instance, [{ at, text }])
}

function textsOf({ columns: { series, of, at, value, text } }: ReadBatch): (FaultText & { instance: string })[] {
  return of.flatMap((place, i) => {
    const [metric, , instance] = series[place]!
    if (metric !== 'fault_code') return []
    return [{ instance: instance ?? '', at: at[i]!, text: text?.[i] ?? String(value[i]) }]
  })
}
