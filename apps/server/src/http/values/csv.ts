import { csvText } from '@binnacle/contract'
import { isRawNumber } from '../route/json.ts'

/** A byte order mark: without it spreadsheets take UTF-8 for the encoding of the country. */
export const BOM = '\ufeff'

/**
 * A line of CSV as in RFC 4180, with its line end. A number is written with its own digits, also one that parseExact gave; null
 * and undefined are empty.
 */
export const csvLine = (cells: readonly unknown[]): string => `${cells.map(cell).join(',')}\r\n`

function cell(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? csvText(value) : isRawNumber(value) ? JSON.stringify(value) : String(value)
}
