import { writeFile } from 'node:fs/promises'
import { cpus, loadavg } from 'node:os'

/** What the figures were measured on. Other work on the machine shows in its load. */
export function machineLine(versions: Record<string, string | null>): string {
  const known = Object.entries(versions).flatMap(([name, version]) => (version ? [`${name} ${version}`] : []))
  const processor = `${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} cores`
  return [processor, `Node ${process.version}`, ...known, `load ${loadavg()[0]!.toFixed(1)} at the start`].join(' · ')
}

export const whole = (value: number) => Math.round(value).toLocaleString('en')
export const fixed = (value: number | null, digits: number) =>
  value === null || Number.isNaN(value) ? '–' : value.toFixed(digits)

/** Prints rows as a table; the first column to the left, the others to the right. */
export function printTable(head: string[], rows: string[][]): void {
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]!.length)))
  const line = (cells: string[]) =>
    cells.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join('  ')
  console.log(`\n${line(head)}\n${line(widths.map((width) => '-'.repeat(width)))}`)
  for (const row of rows) console.log(line(row))
}

export async function writeJson(path: string | undefined, figures: unknown): Promise<void> {
  if (path) await writeFile(path, `${JSON.stringify(figures, null, 2)}\n`)
}
