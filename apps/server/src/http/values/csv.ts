import { isRawNumber } from '../route/json.ts'

/** A byte order mark: without it spreadsheets take UTF-8 for the encoding of the country. */
export const BOM = '\ufeff'

/**
 * With one of these at the start of a cell a spreadsheet takes a text for a formula, which could send what is beside it anywhere. One that
 * expects semicolons or tabs, as in German, begins a cell after each, and a row after a line break: quotes within a cell tell it nothing.
 */
const FORMULA = /(^|[;\t\r\n])(?=[=+\-@\t\r＝＋－＠])/g

/** A text that somebody typed, or an onboard device sent: made harmless for spreadsheets by an apostrophe before what would be a formula. */
const harmless = (text: string) => text.replace(FORMULA, "$1'")

const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/**
 * A line of CSV as in RFC 4180, with its line end. A number is written with its own digits, also one that parseExact gave; null
 * and undefined are empty.
 */
export const csvLine = (cells: readonly unknown[]): string => `${cells.map(cell).join(',')}\r\n`

function cell(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'string'
    ? quoted(harmless(value))
    : isRawNumber(value)
      ? JSON.stringify(value)
      : String(value)
}
