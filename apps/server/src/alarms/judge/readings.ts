import { type Metric, metricBit } from '@binnacle/contract'
import type { Database } from '../../db/database.ts'
import { FIRST_MS } from '../../http/instant.ts'
import { narrowBatches, type ReadBatch, wideBatches } from '../../telemetry/rollups/batches-sql.ts'
import { contains, type Span } from '../../telemetry/rollups/day/time-grid.ts'
import type { Read } from './judge-span.ts'
import { type Judged, metricsOf, type Seen } from './rule.ts'

/** So much of time is held at once. */
const WINDOW_MS = 6 * 60 * 60_000

/** Whether the boat moves and which engine turns. */
const CONDITIONS: readonly Metric[] = ['engine_rpm', 'speed_over_ground']

/** The stored readings of a vessel that rules look at. */
export function readingsFor(database: Database, vesselId: string, rules: readonly Judged[]): Read {
  const conditions = rules.some(({ applies }) => applies !== 'always') ? CONDITIONS : []
  const metrics = [...rules.flatMap(metricsOf), ...conditions]
  const wanted = new Set<string>(metrics)
  const mask = metrics.reduce((bits, metric) => bits | metricBit(metric), 0)
  return async function* (asked, to) {
    const from = Math.max(asked, FIRST_MS)
    const wide = mask === 0 ? [] : [...(await wideBatches(database, [{ vesselId, from, to }], mask))]
    for (let at = from; at < to && mask !== 0; at += WINDOW_MS) {
      const window = { from: at, to: Math.min(at + WINDOW_MS, to) }
      const readings: Seen[] = []
      for (const [, batch] of wide) add(readings, batch, window, wanted)
      for await (const [span, batch] of narrowBatches(database, [{ vesselId, ...window }], mask))
        add(readings, batch, span, wanted)
      yield readings.sort((a, b) => a.at - b.at)
    }
  }
}

function add(readings: Seen[], { columns }: ReadBatch, span: Span, wanted: ReadonlySet<string>): void {
  const { series, of, at, value, text } = columns
  for (let i = 0; i < of.length; i++) {
    const [metric, , instance] = series[of[i]!]!
    if (wanted.has(metric) && contains(span, at[i]!))
      readings.push({
        at: at[i]!,
        metric: metric as Metric,
        instance: instance ?? '',
        value: value[i]!,
        text: text?.[i] ?? null,
      })
  }
}
