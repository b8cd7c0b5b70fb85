import type { Reading } from '@binnacle/contract'
import { parseExact } from '../http/json.ts'
import type { AcceptedReading } from './reading.ts'
import type { Digits } from './scan.ts'

const NAMES = ['metric', 'value', 'text_value', 'unit', 'instance', 'recorded_at'] as const
type Name = (typeof NAMES)[number]

/** A stored batch: each field of its readings as a list, in their order. A field that no reading has is absent. */
export type Columns = { [N in Name]?: unknown[] }

/**
 * What is stored of a batch: JSON `{"metric":["depth",…],"value":[3.20,…],…}`, the numbers with the digits that were sent.
 * Equal values come to stand side by side: with lz4 a reading of a full batch takes 6 bytes, where `[{"metric":…},…]` takes 15.
 */
export function columnsOf(readings: readonly AcceptedReading[]): string {
  const columns: string[] = []
  for (const name of NAMES) {
    let any = false
    const cells = readings.map((reading) => {
      const cell = reading[name] ?? null
      if (cell !== null) any = true
      return cell
    })
    if (any) columns.push(`"${name}":${name === 'value' ? digits(cells as (Digits | null)[]) : JSON.stringify(cells)}`)
  }
  return `{${columns.join(',')}}`
}

const digits = (cells: (Digits | null)[]) => `[${cells.map((cell) => cell?.text ?? 'null').join(',')}]`

/** A stored batch as readings: every field of the contract; a missing time is that of the arrival. */
export function readingsOf(columns: string, arrivedAt: Date): Reading[] {
  const { metric = [], ...rest } = parseExact(columns) as Columns
  const arrived = arrivedAt.toISOString()
  return metric.map(
    (name, place) =>
      ({
        metric: name,
        value: rest.value?.[place] ?? null,
        text_value: rest.text_value?.[place] ?? null,
        unit: rest.unit?.[place] ?? null,
        instance: rest.instance?.[place] ?? null,
        recorded_at: rest.recorded_at?.[place] ?? arrived,
      }) as Reading,
  )
}
