import { isN2KString, parseN2kString } from '@canboat/canboatjs/dist/browser.js'

/** What one line or binary message holds: a CAN frame of up to 8 bytes, or a whole message where the gateway put it together. */
export interface Frame {
  pgn: number
  src: number
  dst: number
  prio: number
  data: Buffer
  /** Length as the recorder states it, bytes. */
  length: number
  /** True where the format only ever carries whole messages. */
  coalesced: boolean
  /** The format's name as canboatjs has it, or 'Actisense binary'. */
  format: string
  stamp?: Stamp
}

/** What stands for a message of no interest, which was not read. */
export const UNREAD: Frame = {
  ...{ pgn: 0, src: 0, dst: 255, prio: 0, length: 0, coalesced: false },
  data: Buffer.alloc(0),
  format: 'unread',
}

/** Recorded time, ms: since 1970 where dated, else since midnight or since the recorder was switched on. */
export interface Stamp {
  ms: number
  dated: boolean
}

// canboatjs wants milliseconds and a Z; older canboat and the programs that imitate it write "2016-02-28-19:57:01,".
const CANBOAT_DATE = /^(\d{4}-\d\d-\d\d)[-TZ ](\d\d:\d\d:\d\d)(?:\.(\d+))?(Z|[+-]\d\d(?::?\d\d)?)?(?=,)/
// candump on any bus, with any time of -t or none, with what -x adds or without: as on a terminal, and as -L prints and -l logs
// it. Of the first, canboatjs knows what has no time and nothing of -x, on can* only; of the second, what has seconds and nothing
// of -x.
const CANDUMP_TIME = String.raw`\((\d+\.\d+|\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d+)\)\s+`
const CANDUMP_TERMINAL = new RegExp(
  String.raw`^(?:${CANDUMP_TIME})?\w+\s+(?:[RT]X [B-] [E-]\s+)?([0-9A-F]{8}\s+\[\d+\].*)$`,
  'i',
)
const CANDUMP_LOG = new RegExp(String.raw`^${CANDUMP_TIME}\w+\s+([0-9A-F]{8}#[0-9A-F]*)(?: [RT])?$`, 'i')
/**
 * Seconds since 1970 are more than this, which was in 2001; those since a start (candump -tz), or since the last frame (-td),
 * less.
 */
const EARLIEST_S = 1e9
// Never a part of a message; canboatjs does not say so.
const WHOLE = 'Actisense N2K ASCII'
/** A byte of which the second digit is missing: the recording ends there. */
const CUT_OFF = /[ ,#][0-9A-F]$/i
const YACHT_DEVICES_WITHOUT_TIME = /^[0-9A-F]{8}( [0-9A-F]{2})+$/i

const CANBOAT_PGN = /^\s*\d{4}-\d\d-\d\d[^,]*,\d,(\d+),\d+,\d+,\d+,/
/** Of candump and Yacht Devices, with any time or none. */
const CAN_ID =
  /^\s*(?:\d\d:\d\d:\d\d\.\d+ [RT] |(?:\([\d.: -]+\)\s+)?\w+\s+(?:[RT]X [B-] [E-]\s+)?)?([0-9A-F]{8})(?:#| )/i

/**
 * The number of the message in a line of the formats that are sent most, by a look: of a bus's messages three of four are of no
 * interest, and reading one takes as long as all else that is done with it. undefined where the line has to be read.
 */
export function pgnIn(line: string): number | undefined {
  const [, pgn] = CANBOAT_PGN.exec(line) ?? []
  if (pgn !== undefined) return Number(pgn)
  const [, id] = CAN_ID.exec(line) ?? []
  return id === undefined ? undefined : pgnOf(Number.parseInt(id, 16))
}

/** Reads one line in any text format that canboatjs knows; undefined for a comment, an empty line or anything else. */
export function readFrame(text: string): Frame | undefined {
  const trimmed = text.trim()
  if (CUT_OFF.test(trimmed)) return undefined
  const [, candumpTime, candump] = CANDUMP_TERMINAL.exec(trimmed) ?? CANDUMP_LOG.exec(trimmed) ?? []
  // With a time that canboatjs takes for no Yacht Devices frame.
  const line = candump
    ? `${candump.includes('#') ? '(0.000000) ' : ''}can0 ${candump}`
    : trimmed.replace(CANBOAT_DATE, (_, date, time, part = '', zone = 'Z') => inUtc(date, time, part, zone))
  // parseN2kString alone takes any text with a blank in its ninth place for a Yacht Devices frame.
  if (!isN2KString(line) && !YACHT_DEVICES_WITHOUT_TIME.test(line)) return undefined
  try {
    const { pgn, src, dst, prio, data, len, coalesced, format, error, timestamp, time, timer } = parseN2kString(line)
    if (error || !Number.isInteger(pgn) || !Number.isInteger(src) || data.length === 0) return undefined
    const stamp = candump ? candumpStamp(candumpTime) : stampOf(timestamp ?? time, timer)
    return {
      pgn,
      src,
      dst,
      prio,
      data,
      length: len || data.length,
      coalesced: coalesced === true || format === WHOLE,
      format,
      stamp,
    }
  } catch {
    return undefined
  }
}

/** ISO 8601, to the millisecond; as it was where it is no time. */
function inUtc(date: string, time: string, part: string, zone: string): string {
  const ms = Date.parse(
    `${date}T${time}.${part.padEnd(3, '0').slice(0, 3)}${zone.replace(/^(.\d\d):?(\d\d)?$/, (_: string, hours: string, minutes = '00') => `${hours}:${minutes}`)}`,
  )
  return Number.isNaN(ms) ? `${date}T${time}` : new Date(ms).toISOString()
}

function stampOf(text: unknown, timer: unknown): Stamp | undefined {
  // iKonvert counts seconds; SeaSmart ($PCDIN) counts from a start that gateways do not agree on.
  if (typeof timer === 'number') return finite(text instanceof Date ? timer : timer * 1000, false)
  if (typeof text !== 'string') return undefined
  const clock = /^(\d\d):?(\d\d):?(\d\d\.\d+)$/.exec(text)
  if (clock) return finite((Number(clock[1]) * 3600 + Number(clock[2]) * 60 + Number(clock[3])) * 1000, false)
  return finite(Date.parse(text), true)
}

/**
 * candump -tA says the time of the clock on the wall without its zone: taken for UTC. Times since a start or a frame keep their
 * fraction.
 */
function candumpStamp(text: string | undefined): Stamp | undefined {
  if (text === undefined) return undefined
  if (text.includes(' ')) return finite(Date.parse(`${text.replace(' ', 'T')}Z`), true)
  const seconds = Number(text)
  return seconds > EARLIEST_S ? finite(seconds * 1000, true) : { ms: seconds * 1000, dated: false }
}

/** The year 10,000: what is not below it is no time. */
const LATEST_MS = Date.UTC(10_000, 0)

const finite = (ms: number, dated: boolean): Stamp | undefined =>
  ms >= 0 && ms < LATEST_MS ? { ms: Math.round(ms), dated } : undefined

/** The parts of an identifier of CAN. Without `dst`: a message below PDU format 240 goes to one address, others to all. */
export interface Header {
  prio: number
  page: number
  pduf: number
  pdus: number
  src: number
  dst?: number
}

/** The lower 17 bits of 18: canboatjs leaves the extended page out, which NMEA 2000 does not have. */
function pgnOf(id: number): number {
  const pgn = (id >>> 8) & 0x1_ffff
  return (pgn & 0xff00) < 0xf000 ? pgn & 0x1_ff00 : pgn
}

/** A frame from its header; its PGN ends in zeros where it goes to one address. */
export function frameOf({ prio, page, pduf, pdus, src, dst }: Header, data: Buffer, format: string): Frame {
  const addressed = pduf < 240
  return {
    pgn: ((page & 3) << 16) | (pduf << 8) | (addressed ? 0 : pdus),
    src,
    dst: dst ?? (addressed ? pdus : 255),
    prio: prio & 7,
    data: Buffer.from(data),
    length: data.length,
    coalesced: false,
    format,
  }
}

/** A frame by its 29-bit identifier. */
export const canFrame = (id: number, data: Buffer, format: string): Frame =>
  frameOf(
    { prio: id >>> 26, page: id >>> 24, pduf: (id >>> 16) & 0xff, pdus: (id >>> 8) & 0xff, src: id & 0xff },
    data,
    format,
  )
