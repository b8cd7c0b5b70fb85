import { type Reading, seriesOf, unitOf } from './reading.ts'

/** A table of what was sent: for each metric and instance how many readings, and the newest value in its unit. */
export function summary(readings: readonly Reading[]): string {
  const newest = new Map<string, { reading: Reading; count: number }>()
  for (const reading of readings) {
    const before = newest.get(seriesOf(reading))
    const later = before && before.reading.at > reading.at ? before.reading : reading
    newest.set(seriesOf(reading), { reading: later, count: (before?.count ?? 0) + 1 })
  }
  const rows = [...newest.values()]
    .sort((a, b) => seriesOf(a.reading).localeCompare(seriesOf(b.reading), 'en', { numeric: true }))
    .map(({ reading: { metric, instance, value, text_value, unit, at }, count }) => [
      metric,
      instance ?? '',
      String(count),
      `${text_value ?? value} ${unit ?? unitOf.get(metric) ?? ''}`.trim(),
      new Date(at).toISOString(),
    ])
  return table([['metric', 'instance', 'readings', 'last value', 'at'], ...rows])
}

/** Rows of cells as lines with aligned columns. */
export function table(rows: string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((cells) => cells[column]?.length ?? 0)))
  return rows
    .map((cells) =>
      cells
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
