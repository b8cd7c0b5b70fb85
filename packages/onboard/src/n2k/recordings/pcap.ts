import { canFrame, type Frame } from '../frame.ts'

/** The first bytes of a capture: times in µs or ns, in the byte order of the machine that made it. Source: draft-ietf-opsawg-pcap. */
const MAGICS = [
  { magic: 'd4c3b2a1', little: true, fraction: 1e3 },
  { magic: 'a1b2c3d4', little: false, fraction: 1e3 },
  { magic: '4d3cb2a1', little: true, fraction: 1e6 },
  { magic: 'a1b23c4d', little: false, fraction: 1e6 },
]
const PCAPNG = '0a0d0d0a'
const HEADER_BYTES = 24
const RECORD_BYTES = 16
/** No frame of a CAN bus is longer; a length beyond it is none. */
const LONGEST_RECORD = 4_096

/** Bytes before the frame, by the kind of link. Source: tcpdump.org/linktypes: CAN_SOCKETCAN, and LINUX_SLL with protocol CAN. */
const LINKS = new Map([
  [227, 0],
  [113, 16],
])
const EXTENDED = 0x8000_0000
const REMOTE_OR_ERROR = 0x6000_0000

export const isPcap = (start: Buffer): boolean =>
  [PCAPNG, ...MAGICS.map(({ magic }) => magic)].includes(start.toString('hex', 0, 4))

/**
 * The frames of a capture of a CAN interface (tcpdump -i can0 -w FILE); undefined for what is none of NMEA 2000. Rejects, with a
 * sentence for the owner, for a capture of another kind and for one whose lengths cannot be. One that was cut off ends with its
 * last whole frame.
 */
export async function* pcapFrames(chunks: AsyncIterable<Buffer>): AsyncGenerator<Frame | undefined> {
  let rest: Buffer = Buffer.alloc(0)
  let format: ReturnType<typeof readHeader> | undefined
  for await (const chunk of chunks) {
    rest = Buffer.concat([rest, chunk])
    if (!format) {
      if (rest.length < HEADER_BYTES) continue
      format = readHeader(rest)
      rest = rest.subarray(HEADER_BYTES)
    }
    for (;;) {
      const length = rest.length < RECORD_BYTES ? undefined : format.uint(rest, 8)
      if (length !== undefined && length > LONGEST_RECORD)
        throw new Error('the capture is damaged: a frame has no length')
      if (length === undefined || rest.length < RECORD_BYTES + length) break
      const ms = format.uint(rest, 0) * 1000 + format.uint(rest, 4) / format.fraction
      yield readCan(rest.subarray(RECORD_BYTES + format.skipped, RECORD_BYTES + length), ms)
      rest = rest.subarray(RECORD_BYTES + length)
    }
  }
}

function readHeader(start: Buffer) {
  const magic = start.toString('hex', 0, 4)
  if (magic === PCAPNG) throw new Error('it is a pcapng capture; convert it first: editcap -F pcap OLD NEW')
  const { little, fraction } = MAGICS.find((one) => one.magic === magic)!
  const uint = (bytes: Buffer, at: number) => (little ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at))
  const link = uint(start, 20) & 0xffff
  const skipped = LINKS.get(link)
  if (skipped === undefined) throw new Error(`the capture is not of a CAN interface (link type ${link})`)
  return { uint, fraction, skipped }
}

/** identifier×4  length  reserved×3  data…, the identifier with the highest byte first. */
function readCan(record: Buffer, ms: number): Frame | undefined {
  if (record.length < 8) return undefined
  const id = record.readUInt32BE(0)
  const data = record.subarray(8, 8 + Math.min(record[4] ?? 0, 8))
  if (!(id & EXTENDED) || id & REMOTE_OR_ERROR || data.length === 0) return undefined
  return { ...canFrame(id & 0x1fff_ffff, data, 'pcap'), stamp: { ms: Math.round(ms), dated: true } }
}
