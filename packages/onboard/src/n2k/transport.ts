import type { Frame } from './frame.ts'

const CONNECTION_MANAGEMENT = 60416
const DATA_TRANSFER = 60160
const ADDRESS_CLAIM = 60928
/** The messages in which others are sent in parts. */
export const TRANSPORT_PGNS: readonly number[] = [CONNECTION_MANAGEMENT, DATA_TRANSFER, ADDRESS_CLAIM]
const REQUEST_TO_SEND = 16
const BROADCAST_ANNOUNCE = 32
const ABORT = 255
const TO_ALL = 255
const PART_BYTES = 7
const MAX_TRANSFERS = 256

interface Transfer {
  pgn: number
  size: number
  parts: Buffer[]
}

/**
 * Puts J1939 messages of more than 8 bytes back together: an engine with two trouble codes or more sends its DM1 so, to all
 * or, when it was asked, to one. canboatjs leaves the parts as they are. Source: SAE J1939-21, 5.10 (BAM, RTS/CTS). Returns
 * the whole message with its last part. We only listen: a part that is missed loses the message, and is not asked for again.
 */
export function transportAssembler(): (frame: Frame) => { pgn: number; data: Buffer } | undefined {
  // The standard allows one for each pair of addresses; those that are never finished make room for others.
  const transfers = new Map<number, Transfer>()
  return ({ pgn, src, dst, data }) => {
    if (pgn === ADDRESS_CLAIM) forget(transfers, src)
    if (data.length < 8) return undefined
    if (pgn === CONNECTION_MANAGEMENT) manage(transfers, src, dst, data)
    return pgn === DATA_TRANSFER ? receive(transfers, pair(src, dst), data) : undefined
  }
}

const pair = (src: number, dst: number): number => (src << 8) | dst

function manage(transfers: Map<number, Transfer>, src: number, dst: number, data: Buffer): void {
  const [control] = data
  if (control === BROADCAST_ANNOUNCE || control === REQUEST_TO_SEND) {
    transfers.set(pair(src, dst), { pgn: data.readUIntLE(5, 3), size: data.readUInt16LE(1), parts: [] })
    const [oldest = 0] = transfers.keys()
    if (transfers.size > MAX_TRANSFERS) transfers.delete(oldest)
  }
  if (control !== ABORT) return
  // Either end may give up.
  transfers.delete(pair(src, dst))
  transfers.delete(pair(dst, src))
}

function receive(
  transfers: Map<number, Transfer>,
  key: number,
  data: Buffer,
): { pgn: number; data: Buffer } | undefined {
  const transfer = transfers.get(key)
  if (!transfer) return undefined
  const { pgn, size, parts } = transfer
  const [number = 0] = data
  const next = parts.length + 1
  // The receiver of an addressed message may ask for parts again; a broadcast goes on.
  const repeated = number >= 1 && number < next && (key & 0xff) !== TO_ALL
  if (number !== next && !repeated) {
    transfers.delete(key)
    return undefined
  }
  parts[number - 1] = data.subarray(1, 1 + PART_BYTES)
  if (parts.length * PART_BYTES < size) return undefined
  transfers.delete(key)
  return { pgn, data: Buffer.concat(parts).subarray(0, size) }
}

/** Another device may have this address now. */
function forget(transfers: Map<number, Transfer>, src: number): void {
  for (const key of transfers.keys()) if (key >> 8 === src) transfers.delete(key)
}
