/**
 * With one of these at the start of a cell a spreadsheet takes a text for a formula, which could send what is beside it anywhere.
 * One that expects semicolons or tabs, as in German, begins a cell after each, and a row after a line break: quotes within a cell
 * tell it nothing.
 */
const FORMULA = /(^|[;\t\r\n])(?=[=+\-@\t\r＝＋－＠])/g

/**
 * A cell of CSV (RFC 4180) with a text that somebody typed, or an onboard device sent: an apostrophe stands before what would be
 * a formula.
 */
export function csvText(text: string): string {
  const harmless = text.replace(FORMULA, "$1'")
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
