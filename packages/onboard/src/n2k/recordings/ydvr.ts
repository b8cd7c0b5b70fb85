import { canFrame, type Frame } from '../frame.ts'

/**
 * PGNs that the recorder puts together, from and to: a record of them has a number in turn and the length before its data. Others
 * that take several frames on the bus are recorded frame by frame.
 */
const WHOLE = [
  ...[
    [65240, 65240],
    [126208, 126208],
    [126464, 126464],
    [126720, 126720],
    [126983, 126988],
    [126996, 126996],
  ],
  ...[
    [126998, 126998],
    [127233, 127233],
    [127237, 127237],
    [127489, 127489],
    [127496, 127498],
    [127503, 127504],
  ],
  ...[
    [127506, 127507],
    [127509, 127514],
    [128275, 128275],
    [128520, 128520],
    [129029, 129029],
    [129038, 129041],
  ],
  ...[
    [129044, 129045],
    [129284, 129285],
    [129301, 129302],
    [129538, 129538],
    [129540, 129542],
    [129545, 129545],
  ],
  ...[
    [129547, 129547],
    [129549, 129549],
    [129551, 129551],
    [129556, 129556],
    [129792, 129810],
    [130052, 130054],
  ],
  ...[
    [130060, 130061],
    [130064, 130074],
    [130320, 130324],
    [130567, 130567],
    [130577, 130578],
    [130816, 130816],
  ],
] as [number, number][]
const REQUEST = 59904
/** An identifier that no frame has: the recorder speaks of itself. */
const SERVICE = 0xffff_ffff
const START = 'ffffffff59445652' // and "YDVR"
const HEADER_BYTES = 6
/** The longest message that the bus carries in several frames. */
const LONGEST = 223
const MINUTE_MS = 60_000

export const isYdvr = (start: Buffer): boolean => start.toString('hex', 2, 10) === START

/**
 * The frames of a recording of Yacht Devices' Voyage Recorder (.DAT). Numbers have their lowest byte first; the time counts the
 * milliseconds of a minute, and is undated.
 *
 *     time×2  identifier×4  data×8                    a frame
 *     time×2  identifier×4  data×3                    PGN 59904
 *     time×2  identifier×4  number  length  data…     a whole message, of the PGNs above
 *     time×2  ff ff ff ff   data×8                    of the recorder: YDVR at the start, E at the end
 *
 * Source: YDVR-04 User Manual, appendix D, as canboatjs (ydvr.js) and OpenVBI have it. canboatjs' reader keeps neither the frames
 * nor the minutes. Rejects, with a sentence for the owner, for lengths that cannot be; one that was cut off ends with its last
 * whole record.
 */
export async function* ydvrFrames(chunks: AsyncIterable<Buffer>): AsyncGenerator<Frame> {
  let rest: Buffer = Buffer.alloc(0)
  let minutes = 0
  let last = 0
  for await (const chunk of chunks) {
    rest = Buffer.concat([rest, chunk])
    for (let record = cut(rest); record; record = cut(rest)) {
      const { time, id, data, isWhole, end } = record
      rest = rest.subarray(end)
      if (time < last) minutes++
      last = time
      if (id === SERVICE) continue
      yield {
        ...canFrame(id & 0x1fff_ffff, data, 'YDVR'),
        coalesced: isWhole,
        stamp: { ms: minutes * MINUTE_MS + time, dated: false },
      }
    }
  }
}

/** The first record in some bytes; undefined where it is not there yet. */
function cut(bytes: Buffer) {
  if (bytes.length < HEADER_BYTES + 2) return undefined
  const id = bytes.readUInt32LE(2)
  const { pgn } = canFrame(id & 0x1fff_ffff, Buffer.alloc(0), 'YDVR')
  const isWhole = id !== SERVICE && WHOLE.some(([from, to]) => pgn >= from && pgn <= to)
  const begin = isWhole ? HEADER_BYTES + 2 : HEADER_BYTES
  const length = isWhole ? bytes[HEADER_BYTES + 1]! : id !== SERVICE && pgn === REQUEST ? 3 : 8
  if (length > LONGEST) throw new Error('the recording is damaged: a message is longer than any can be')
  const end = begin + length
  if (bytes.length < end) return undefined
  return { time: bytes.readUInt16LE(0), id, data: bytes.subarray(begin, end), isWhole, end }
}
