import { parseExact } from '../http/route/json.ts'
import { BOM, csvLine } from '../http/values/csv.ts'

/** A JSON array of rows that are JSON already, a row a line. */
export async function* jsonList(rows: Iterable<string> | AsyncIterable<string>): AsyncGenerator<string> {
  let begun = false
  for await (const row of rows) {
    yield `${begun ? ',' : '['}\n${row}`
    begun = true
  }
  yield begun ? '\n]\n' : '[]\n'
}

/** A CSV of rows that are JSON objects, with these columns. */
export async function* csvTable(columns: readonly string[], rows: AsyncIterable<string>): AsyncGenerator<string> {
  yield BOM + csvLine(columns)
  for await (const row of rows) {
    const fields = parseExact(row) as Record<string, unknown>
    yield csvLine(columns.map((name) => fields[name]))
  }
}
