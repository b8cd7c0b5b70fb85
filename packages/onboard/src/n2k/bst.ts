import { type Frame, frameOf, type Header } from './frame.ts'

/**
 * Actisense's binary messages (BST), as they are between the framing bytes and with their checksum last:
 *
 *     93  length  priority pdus pduf page  dst src  time×4  data length  data…   a whole message (NGT-1, YDNU-02)
 *     95  length  time×2  src pdus pduf page+priority                    data…   a CAN frame (RAW Actisense)
 *     d0  length×2  dst src pdus pduf page+priority  control  time×4     data…   a whole message (N2K Actisense)
 *
 * Source: Actisense SDK, docs/DataFormats/Binary. Others (94 to the bus, a0 of the gateway itself) say nothing about the boat.
 * undefined for those, for what is too short, and where the bytes do not add up to zero.
 */
export function readBst(message: Buffer): Frame | undefined {
  if (message.reduce((sum, byte) => sum + byte, 0) % 256 !== 0) return undefined
  const body = message.subarray(0, -1)
  const at = (place: number) => body[place] ?? 0
  if (at(0) === 0x93 && body.length >= 13) {
    // The length before it is wrong for long messages of some gateways (canboat #662).
    const data = body.subarray(13, 13 + at(12))
    return frame(
      { prio: at(2), pdus: at(3), pduf: at(4), page: at(5), dst: at(6), src: at(7) },
      data,
      body.readUInt32LE(8),
    )
  }
  if (at(0) === 0x95 && body.length >= 8)
    return frame({ ...pageAndPriority(at(7)), pdus: at(5), pduf: at(6), src: at(4) }, body.subarray(8))
  if (at(0) === 0xd0 && body.length >= 13)
    return frame(
      { ...pageAndPriority(at(7)), pdus: at(5), pduf: at(6), src: at(4), dst: at(3) },
      body.subarray(13),
      body.readUInt32LE(9),
    )
  return undefined
}

const pageAndPriority = (byte: number) => ({ page: byte & 3, prio: (byte >> 2) & 7 })

/** A whole message has a time, ms since the gateway was switched on; that of a CAN frame begins anew each minute, and is left out. */
function frame(header: Header, data: Buffer, ms?: number): Frame | undefined {
  if (data.length === 0) return undefined
  const isWhole = ms !== undefined
  return {
    ...frameOf(header, data, 'Actisense binary'),
    coalesced: isWhole,
    ...(isWhole && { stamp: { ms, dated: false } }),
  }
}
