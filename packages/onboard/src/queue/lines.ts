import { crc32 } from '../files/crc32.ts'

/** A stretch [from, to) of a file. */
export interface Part {
  from: number
  to: number
}

export interface Lines {
  values: unknown[]
  /** What belongs to no readable line, neighbours joined. */
  damaged: Part[]
  /** False when the last line lacks its end: it was not finished, or was cut. */
  ended: boolean
}

const NEWLINE = 0x0a
const SPACE = 0x20
/** An array's or an object's. */
const JSON_STARTS = new Set([0x5b, 0x7b])
/** CRC and space. */
const HEAD = 9

/** One line of the queue's files: the CRC-32 of the JSON in eight hex digits, a space, the JSON. */
export function toLine(value: unknown): Buffer {
  const json = Buffer.from(JSON.stringify(value))
  const head = crc32(json).toString(16).padStart(8, '0')
  return Buffer.concat([Buffer.from(`${head} `), json, Buffer.of(NEWLINE)])
}

/** Every line that can be read, before and after whatever damage there is; blank lines are room that is not used yet. */
export function readLines(bytes: Buffer): Lines {
  const lines: Lines = { values: [], damaged: [], ended: bytes.length === 0 || bytes.at(-1) === NEWLINE }
  for (let from = 0; from < bytes.length; ) {
    const newline = bytes.indexOf(NEWLINE, from)
    const to = newline < 0 ? bytes.length : newline
    if (to > from) readLine(bytes, from, to, lines)
    from = to + 1
  }
  return lines
}

function readLine(bytes: Buffer, from: number, to: number, lines: Lines): void {
  const start = findStart(bytes, from, to)
  if (start !== from) {
    const last = lines.damaged.at(-1)
    const end = start ?? Math.min(to + 1, bytes.length)
    if (last?.to === from) last.to = end
    else lines.damaged.push({ from, to: end })
  }
  if (start !== undefined) lines.values.push(JSON.parse(bytes.toString('utf8', start + HEAD, to)))
}

/** Where a line begins that ends at `to`: not at `from` when the newline of the line before it is what was damaged. */
function findStart(bytes: Buffer, from: number, to: number): number | undefined {
  for (let start = from; start + HEAD < to; start++)
    if (bytes[start + HEAD - 1] === SPACE && JSON_STARTS.has(bytes[start + HEAD]!) && isWhole(bytes, start, to))
      return start
  return undefined
}

const isWhole = (bytes: Buffer, from: number, to: number): boolean =>
  Number.parseInt(bytes.toString('latin1', from, from + HEAD - 1), 16) === crc32(bytes, from + HEAD, to)
