import { BoundedMap } from './admit/bounded-map.ts'
import { plausible } from './readings/plausible.ts'
import { type Observation, seriesOf, unitOf } from './readings/reading.ts'
import { fitInstance, fitText } from './readings/wire-text.ts'

/** What a source said last of a series. */
export interface NewestValue {
  /** In `unit`; a text for faults. */
  value: number | string
  unit: string | null
  ageMs: number
}

/** As many as admission keeps, with some sources each. */
const MAX_HEARD = 4_000

/** The newest plausible value of each series and source: admission keeps only what it sent, which is older. */
export class NewestValues {
  readonly #newest = new BoundedMap<Pick<Observation, 'metric' | 'value' | 'text_value' | 'at'>>(MAX_HEARD)

  observe({ metric, instance, value, text_value: text, source, at }: Observation): void {
    if (metric === 'fault_code' ? !text : value === undefined || !plausible(metric, value)) return
    const name = instance === undefined ? undefined : fitInstance(instance)
    this.#newest.set(keyOf({ metric, instance: name }, source), {
      metric,
      value,
      text_value: text && fitText(text),
      at,
    })
  }

  /** `now` is steady, ms. */
  of(series: Series, source: string, now: number): NewestValue | null {
    const newest = this.#newest.get(keyOf(series, source))
    if (!newest) return null
    const { metric, value, text_value: text, at } = newest
    return { value: text ?? value ?? '', unit: unitOf.get(metric) ?? null, ageMs: Math.max(0, Math.round(now - at)) }
  }
}

type Series = Parameters<typeof seriesOf>[0]

const keyOf = (series: Series, source: string): string => `${seriesOf(series)} ${source}`
