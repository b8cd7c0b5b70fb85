import type { Entry } from './history-sql.ts'

export const CSV_COLUMNS = ['recorded_at', 'metric', 'instance', 'value', 'unit', 'text_value', 'arrived_at']

/** A reading's cells: times, texts and digits as they were sent. */
export const csvCells = ({ arrived, reading }: Pick<Entry, 'arrived' | 'reading'>): unknown[] => [
  reading.recorded_at,
  reading.metric,
  reading.instance,
  reading.value,
  reading.unit,
  reading.text_value,
  new Date(arrived).toISOString(),
]
