import { readFileSync, writeFileSync } from 'node:fs'

/** Where the recordings for tests are; they are no part of the project. */
export const DATA = new URL('../../../../../shared/data/', import.meta.url)

/**
 * What a recording of NMEA 2000 in canboat's lines says of one thing, straight from its bytes, without canboatjs; to three
 * places. The layouts are canboat's documentation of each PGN.
 */
export function n2kValues(
  file: string,
  pgn: number,
  read: (data: Buffer, src: number) => number | undefined,
): Set<string> {
  return new Set(
    (messagesOf(file).get(pgn) ?? []).flatMap(({ data, src }) => {
      const value = read(data, src)
      return value === undefined ? [] : [value.toFixed(3)]
    }),
  )
}

/**
 * PGNs that are most of a recording and no metric: heading, rate of turn, attitude, wind, speed through water, and what devices of one
 * maker tell each other.
 */
const NO_METRIC = new Set(['127250', '127251', '127257', '130306', '128259', '65280', '65284', '130824'])

const MESSAGE_EVERY_MS = 25

/**
 * Writes a recording without what is no metric, with one message each 25 ms. As recorded there are 230 in some seconds, and a
 * server that gets a tenth of a processor does nothing else than to catch up with them.
 */
export function writeMetrics(file: string, to: string): void {
  const isMetric = (line: string) => line !== '' && !NO_METRIC.has(line.split(',', 3)[2] ?? '')
  const at = (index: number) => new Date(Date.UTC(2016, 0) + index * MESSAGE_EVERY_MS).toISOString()
  const lines = linesOf(file).filter(isMetric)
  writeFileSync(to, lines.map((line, index) => line.replace(/^[^,]*/, at(index))).join('\n'))
}

interface Message {
  src: number
  data: Buffer
}

const messages = new Map<string, Map<number, Message[]>>()

/** The messages of a file by their PGN; it is read once. */
function messagesOf(file: string): Map<number, Message[]> {
  const known = messages.get(file)
  if (known) return known
  const read = new Map<number, Message[]>()
  for (const line of linesOf(file)) {
    const [, , pgn, src, , , ...hex] = line.split(',')
    const message = { src: Number(src), data: Buffer.from(hex.join(''), 'hex') }
    const known = read.get(Number(pgn))
    if (known) known.push(message)
    else read.set(Number(pgn), [message])
  }
  messages.set(file, read)
  return read
}

/** The same of NMEA 0183 sentences: the values of one kind, from their fields. */
export function nmea0183Values(file: string, sentence: string, read: (fields: string[]) => number): Set<string> {
  const fields = linesOf(file).map((line) => line.split(/[,*]/))
  return new Set(fields.flatMap((f) => (f[0]?.slice(3) === sentence ? [read(f).toFixed(3)] : [])))
}

function linesOf(file: string): string[] {
  return readFileSync(new URL(file, DATA), 'utf8').split(/\r?\n/)
}
