import type { Frame } from './frame.ts'

const CONNECTION_MANAGEMENT = 60416
const DATA_TRANSFER = 60160
const BROADCAST_ANNOUNCE = 32

interface Transfer {
  pgn: number
  size: number
  parts: Buffer[]
}

/**
 * Puts J1939 broadcasts of more than 8 bytes back together: an engine with two trouble codes or more sends its DM1 so.
 * canboatjs leaves the parts as they are. Source: SAE J1939-21, 5.10 (BAM). Returns the whole message with its last part.
 */
export function transportAssembler(): (frame: Frame) => { pgn: number; data: Buffer } | undefined {
  const transfers = new Map<number, Transfer>()
  return ({ pgn, src, data }) => {
    if (data.length < 8) return undefined
    if (pgn === CONNECTION_MANAGEMENT && data[0] === BROADCAST_ANNOUNCE)
      transfers.set(src, { pgn: data.readUIntLE(5, 3), size: data.readUInt16LE(1), parts: [] })
    const transfer = transfers.get(src)
    if (pgn !== DATA_TRANSFER || !transfer) return undefined
    if (data[0] !== transfer.parts.length + 1) {
      transfers.delete(src)
      return undefined
    }
    transfer.parts.push(data.subarray(1, 8))
    if (transfer.parts.length * 7 < transfer.size) return undefined
    transfers.delete(src)
    return { pgn: transfer.pgn, data: Buffer.concat(transfer.parts).subarray(0, transfer.size) }
  }
}
