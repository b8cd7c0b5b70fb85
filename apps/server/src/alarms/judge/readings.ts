import { type Metric, metricBit } from '@binnacle/contract'
import type { Database } from '../../db/database.ts'
import { FIRST_MS } from '../../http/values/instant.ts'
import { headEnd, instantsOf } from '../../telemetry/batch-format.ts'
import {
  narrowBatches,
  nextNarrow,
  type ReadBatch,
  type Wanted,
  wideBatches,
} from '../../telemetry/rollups/batches-sql.ts'
import type { Stored } from '../../telemetry/rollups/day/columns.ts'
import { contains, type Span } from '../../telemetry/rollups/day/time-grid.ts'
import type { Read } from './judge-span.ts'
import type { Case } from './judge-sql.ts'
import { CONDITIONS, type Judged, metricsOf, reachOf, type Seen } from './rule.ts'

/** So much of time is held at once. */
const WINDOW_MS = 6 * 60 * 60_000

/** The metrics that rules look at, as a set and as bits of METRICS. */
export function wantedBy(rules: readonly Judged[]): { wanted: Set<string>; mask: number } {
  const conditions = rules.some(({ applies }) => applies !== 'always') ? CONDITIONS : []
  const metrics = [...rules.flatMap(metricsOf), ...conditions]
  return { wanted: new Set(metrics), mask: metrics.reduce((bits, metric) => bits | metricBit(metric), 0) }
}

/**
 * Reads those readings that rules look at from the bodies of one device. Most of them begin with the same series in the same
 * order: which readings are wanted is worked out once.
 */
export class SeenReader {
  readonly #wanted: ReadonlySet<string>
  #head = ''
  #found: { i: number; metric: string; unit: string | null; instance: string }[] = []

  constructor(wanted: ReadonlySet<string>) {
    this.#wanted = wanted
  }

  /** Of the body that was read last: another array if they are others than before. */
  get series(): readonly unknown[] {
    return this.#found
  }

  /**
   * In the order of their times.
   * @param arrived ms
   */
  read(body: string, arrived: number): Seen[] {
    const end = headEnd(body)
    const head = body.slice(0, end)
    if (head !== this.#head) this.#setHead(head)
    const { text_value, value, ...rest } = JSON.parse(`{${body.slice(end + 1)}`) as Omit<Stored, 'series' | 'of'>
    const instants = instantsOf(rest, arrived)
    const readings = this.#found.map(({ i, metric, unit, instance }) => ({
      at: instants[i]!,
      metric: metric as Metric,
      instance,
      value: inUnitOf(metric, unit, value[i]!),
      text: text_value?.[i] ?? null,
    }))
    return readings.sort(byTime)
  }

  #setHead(head: string): void {
    const { series, of } = JSON.parse(`${head}}`) as Pick<Stored, 'series' | 'of'>
    this.#head = head
    this.#found = of.flatMap((place, i) => {
      const [metric, unit, instance] = series[place]!
      return this.#wanted.has(metric) ? { i, metric, unit, instance: instance ?? '' } : []
    })
  }
}

/** The first and last time of readings that arrived, ms; null: none did. */
export const spanOf = ({ marks }: Pick<Case, 'marks'>) =>
  marks.length > 0
    ? { first: Math.min(...marks.map(({ first }) => first)), last: Math.max(...marks.map(({ last }) => last)) }
    : null

/** By vessel, the readings of a short time that is waiting to be judged, in the order of their times. */
export type Arrived = ReadonlyMap<string, Span & { readings: Seen[] }>

/** Boats that are connected send each few seconds or minutes. */
const SHORT_MS = 20 * 60_000

/**
 * What arrived of the vessels that only a short time of is waiting, with the readings just before it that what is remembered of
 * them lacks.
 */
export async function readArrived(database: Database, cases: readonly Case[]): Promise<Arrived> {
  const arrived = new Map<string, Span & { readings: Seen[]; wanted: Set<string> }>()
  let mask = 0
  for (const { vesselId, rules, memory, ...rest } of cases) {
    const span = spanOf(rest)
    if (!span || (memory && !(memory.state && span.first > memory.state.at))) continue
    const to = Math.max(span.last, memory?.until ?? span.last) + 1
    if (to - (memory ? memory.state!.at : span.first) > SHORT_MS) continue
    // Of a vessel that was never judged there is hardly anything from before.
    const from = memory ? memory.state!.at + 1 : Math.max(span.first - reachOf(rules), FIRST_MS)
    const looksAt = wantedBy(rules)
    mask |= looksAt.mask
    arrived.set(vesselId, { from, to, readings: [], wanted: looksAt.wanted })
  }
  if (mask === 0) return arrived
  const spans = [...arrived].map(([vesselId, { from, to }]) => ({ vesselId, from, to }))
  const take = ([span, batch]: [Wanted, ReadBatch]) => {
    const { readings, wanted } = arrived.get(span.vesselId)!
    add(readings, batch, span, wanted)
  }
  for (const found of await wideBatches(database, spans, mask)) take(found)
  for await (const found of narrowBatches(database, spans, mask)) take(found)
  for (const { readings } of arrived.values()) readings.sort(byTime)
  return arrived
}

/** The stored readings of a vessel that rules look at. Years without any cost no more than a moment. */
export function readingsFor(
  database: Database,
  vesselId: string,
  rules: readonly Judged[],
  arrived: Arrived,
  signal: AbortSignal,
): Read {
  const { wanted, mask } = wantedBy(rules)
  const known = arrived.get(vesselId)
  return async function* (asked, to) {
    const from = Math.max(asked, FIRST_MS)
    if (known && known.from <= from && to <= known.to) {
      yield known.readings.filter(({ at }) => contains({ from, to }, at))
      return
    }
    if (mask === 0) return
    const wide: Seen[] = []
    for (const [span, batch] of await wideBatches(database, [{ vesselId, from, to }], mask))
      add(wide, batch, span, wanted)
    wide.sort(byTime)
    let taken = 0
    for (let at = from; at < to; ) {
      signal.throwIfAborted()
      const window = { from: at, to: Math.min(at + WINDOW_MS, to) }
      const readings: Seen[] = []
      while (taken < wide.length && wide[taken]!.at < window.to) readings.push(wide[taken++]!)
      for await (const [span, batch] of narrowBatches(database, [{ vesselId, ...window }], mask))
        add(readings, batch, span, wanted)
      yield readings.sort(byTime)
      at = window.to
      if (readings.length === 0 && at < to)
        at = Math.min(await nextNarrow(database, vesselId, at, mask), wide[taken]?.at ?? Infinity)
    }
  }
}

/** Hours of an engine that is not to move the hour meter come in seconds; limits and texts are in hours. */
const inUnitOf = (metric: string, unit: string | null, value: number | null): number | null =>
  metric === 'engine_hours' && unit === 's' && value !== null ? value / 3600 : value

export const byTime = (a: Seen, b: Seen) => a.at - b.at

function add(readings: Seen[], { columns }: Pick<ReadBatch, 'columns'>, span: Span, wanted: ReadonlySet<string>): void {
  const { series, of, at, value, text } = columns
  for (let i = 0; i < of.length; i++) {
    const [metric, unit, instance] = series[of[i]!]!
    if (wanted.has(metric) && contains(span, at[i]!))
      readings.push({
        at: at[i]!,
        metric: metric as Metric,
        instance: instance ?? '',
        value: inUnitOf(metric, unit, value[i]!),
        text: text?.[i] ?? null,
      })
  }
}
