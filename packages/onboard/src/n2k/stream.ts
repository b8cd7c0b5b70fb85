import { readBst } from './bst.ts'
import { type Frame, pgnIn, readFrame, UNREAD } from './frame.ts'

const DLE = 0x10
const STX = 0x02
const ETX = 0x03
/** Kinds of binary messages have numbers from here on; noise is often below. */
const FIRST_ID = 0x80
const LINE_END = 0x0a

/** The longest message (1785 bytes, by the ISO transport protocol) in canboat's text; more without an end is noise. */
const LONGEST = 8_192

/**
 * Makes an Actisense NGT-1 speak: until it is told to pass on all messages, it passes on those that its own list names. To be
 * written to its serial port when it opens; other adapters ignore it. Message a1, command 11 (operating mode), 0002.
 */
export const ACTISENSE_GREETING: Buffer = Buffer.from([DLE, STX, 0xa1, 0x03, 0x11, 0x02, 0x00, 0x49, DLE, ETX])

/**
 * Cuts bytes as they arrive from a gateway into frames: lines in any text format that readFrame knows, and Actisense's
 * binary messages (DLE STX ... DLE ETX, a DLE within doubled). Both may be mixed, as NGT-1 emulations do; what is neither
 * is passed over, and costs no more than the message that it damages. A line whose message is of no interest is UNREAD.
 */
export function n2kStream(isOfInterest: Interest = () => true): (bytes: Buffer) => Frame[] {
  let rest: Buffer = Buffer.alloc(0)
  return (bytes) => {
    const { frames, end } = cut(isOfInterest, rest.length > 0 ? Buffer.concat([rest, bytes]) : bytes)
    // A copy: the rest of a chunk would keep all of it.
    rest = end.length > LONGEST ? Buffer.alloc(0) : Buffer.from(end)
    return frames
  }
}

type Interest = (pgn: number) => boolean

/** The frames in some bytes, and the beginning of one at their end. */
function cut(isOfInterest: Interest, input: Buffer): { frames: Frame[]; end: Buffer } {
  const frames: Frame[] = []
  let start = 0
  let dle = input.indexOf(DLE)
  const take = (frame: Frame | undefined) => frame && frames.push(frame)
  while (start < input.length) {
    if (dle >= 0 && dle < start) dle = input.indexOf(DLE, start)
    const line = input.indexOf(LINE_END, start)
    if (line >= 0 && (dle < 0 || line < dle)) {
      const text = input.toString('latin1', start, line)
      const pgn = pgnIn(text)
      take(pgn === undefined || isOfInterest(pgn) ? readFrame(text) : UNREAD)
      start = line + 1
      continue
    }
    // No text holds a DLE: what stands before it was cut off.
    if (dle < 0) break
    start = dle
    const [, stx = STX, id = FIRST_ID] = input.subarray(start, start + 3)
    if (stx !== STX || id < FIRST_ID) {
      start++
      continue
    }
    const message = unescaped(input, start + 2)
    if (!message) break
    if (message.bytes) take(readBst(message.bytes))
    start = message.next
  }
  return { frames, end: input.subarray(start) }
}

/**
 * The message that begins at `from`, without its framing, and where it ended; without bytes where something else than a
 * message came, undefined where its end is not there yet.
 */
function unescaped(input: Buffer, from: number): { bytes?: Buffer; next: number } | undefined {
  const parts: Buffer[] = []
  let begin = from
  for (;;) {
    const dle = input.indexOf(DLE, begin)
    if (dle < 0 || dle + 1 === input.length) return undefined
    const then = input[dle + 1]
    if (then === DLE) {
      parts.push(input.subarray(begin, dle + 1))
      begin = dle + 2
    } else if (then === ETX) return { bytes: Buffer.concat([...parts, input.subarray(begin, dle)]), next: dle + 2 }
    else return { next: dle }
  }
}
