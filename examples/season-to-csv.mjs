// A season of one boat as CSV, a line for each reading, oldest first:
//
//   BINNACLE_URL=https://boat.example.org BINNACLE_KEY=bnk_… \
//     node examples/season-to-csv.mjs --from 2026-05-01 --to 2026-10-01 [--vessel NAME] [--metric depth] > season.csv
//
// It reads page by page, so readings that arrive meanwhile disturb nothing. For a plain download, GET
// /v1/vessels/{id}/telemetry.csv gives the same values in one request. That file also keeps the digits that were sent,
// and has the time of arrival.
import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { get } from './binnacle-api.mjs'

const { values: wanted } = parseArgs({
  options: { from: { type: 'string' }, to: { type: 'string' }, vessel: { type: 'string' }, metric: { type: 'string' } },
})

const COLUMNS = ['recorded_at', 'metric', 'instance', 'value', 'unit', 'text_value']

/** Text that a spreadsheet would read as a formula starts with an apostrophe. */
function cell(value) {
  if (value === null) return ''
  const formula = /(^|[;\t\r\n])(?=[=+\-@\t\r＝＋－＠])/g
  const text = typeof value === 'string' ? value.replace(formula, "$1'") : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** The time in an option, as the API takes it. */
function timeOf(option) {
  const time = new Date(wanted[option])
  if (Number.isNaN(time.getTime()))
    throw new Error(`--${option} is ${wanted[option]}. Give a date or a time: 2026-05-01, or 2026-05-01T06:00:00Z.`)
  return time.toISOString()
}

async function print(lines) {
  if (!process.stdout.write(lines)) await once(process.stdout, 'drain')
}

async function main() {
  const query = new URLSearchParams({ order: 'asc', limit: '500' })
  for (const end of ['from', 'to']) if (wanted[end] !== undefined) query.set(end, timeOf(end))
  const { vessels } = await get('/v1/vessels')
  const vessel = wanted.vessel ? vessels.find(({ name }) => name === wanted.vessel) : vessels[0]
  if (!vessel) throw new Error(`There is no boat ${wanted.vessel ?? ''}. There are: ${vessels.map(({ name }) => name)}`)
  if (wanted.metric) query.set('metric', wanted.metric)
  await print(`${COLUMNS.join(',')}\n`)
  do {
    const { readings, next } = await get(`/v1/vessels/${vessel.id}/telemetry?${query}`)
    await print(readings.map((reading) => `${COLUMNS.map((column) => cell(reading[column])).join(',')}\n`).join(''))
    query.set('cursor', next)
  } while (query.get('cursor') !== 'null')
}

await main().catch((error) => {
  console.error(error.message)
  process.exitCode = 1
})
