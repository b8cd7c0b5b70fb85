import type { Texts } from '../texts/en.ts'
import type { SeriesName } from './series.ts'

/** Which engine, tank or battery, in the reader's words; names that no catalogue knows as they come. */
export function instanceText(instance: string, { telemetry: { instances } }: Texts): string {
  const key = instance.toLowerCase()
  return Object.hasOwn(instances, key) ? instances[key]! : instance
}

/** A series in words: "Engine speed, port". */
export const seriesText = ({ metric, instance }: SeriesName, texts: Texts): string =>
  instance ? `${texts.common.metrics[metric]}, ${instanceText(instance, texts)}` : texts.common.metrics[metric]
