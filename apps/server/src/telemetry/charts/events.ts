import { LIMITS, metricBit } from '@binnacle/contract'
import type { Database } from '../../db/database.ts'
import { type Archived, whileArchived } from '../rollups/archived-sql.ts'
import { narrowBatches, type ReadBatch, wideBatches } from '../rollups/batches-sql.ts'
import { metricIndex } from '../rollups/day/day-rollup.ts'
import { decodeChanges, type Fault, type FaultText, faultsOf } from '../rollups/day/faults.ts'
import { contains, DAY_MS, hourOf, type Span, spansOf } from '../rollups/day/time-grid.ts'
import { pendingHours, rolledUpParts } from '../rollups/rollup-sql.ts'

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
  const texts = await whileArchived(database, vesselId, (archived) => readTexts(database, vesselId, looked, archived))
  const faults = [...texts].flatMap(([instance, of]) => faultsOf(of).map((fault) => ({ instance, ...fault })))
  return faults
    .filter(({ from, to }) => from < span.to && (to ?? span.to) >= span.from)
    .sort((a, b) => a.from - b.from)
    .slice(-LIMITS.eventsPerRead)
}

async function readTexts(database: Database, vesselId: string, span: Span, archived: Archived): Promise<Texts> {
  const texts: Texts = new Map()
  const wide = [...(await wideBatches(database, [{ ...span, vesselId }], BIT))].flatMap(([part, batch]) =>
    textsOf(batch).filter(({ at }) => contains(part, at)),
  )
  const pending = new Set(await pendingHours(database, vesselId, span))
  // A rollup has left out what a text between two of its own would make news.
  for (const { at } of wide) pending.add(hourOf(at))

  for (const { instance, day, encoded } of await rolledUpParts(
    database,
    'changes',
    vesselId,
    metricIndex('fault_code'),
    span,
  ))
    for (const text of decodeChanges(encoded, day * DAY_MS))
      if (contains(span, text.at) && (text.at < archived.before || !pending.has(hourOf(text.at))))
        add(texts, { instance, ...text })

  const wanted = spansOf(pending).map((part) => ({ ...part, vesselId }))
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
