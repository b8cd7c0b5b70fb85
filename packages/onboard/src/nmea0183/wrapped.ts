import { type Frame, readFrame } from '../n2k/frame.ts'
import type { Sentence } from './sentence.ts'

/**
 * In which order an $MXPGN sentence writes its bytes. ShipModul, who invented it, writes the last byte of a frame first;
 * Yacht Devices, and a MiniPlex that is set so, write them as they are on the bus.
 */
export type MxpgnOrder = 'last-first' | 'as-on-the-bus'

/** $MXPGN's attribute word: the top bit marks what is to be sent and not what was heard. */
const TO_BE_SENT = 0x8000

/**
 * The NMEA 2000 frame in $PCDIN (SeaSmart: a whole message) or $MXPGN (a frame of up to 8 bytes, of which a longer message
 * has several); undefined for any other sentence.
 */
export function wrappedFrame({ talker, formatter, fields, text }: Sentence, order: MxpgnOrder): Frame | undefined {
  if (talker === 'P' && formatter === 'CDIN') return readFrame(text)
  if (talker !== 'MX' || formatter !== 'PGN' || Number.parseInt(fields[1] ?? '', 16) & TO_BE_SENT) return undefined
  const frame = readFrame(text)
  if (!frame) return undefined
  // canboatjs takes any $MXPGN for a whole message, in the order of the bus.
  const data = order === 'last-first' ? Buffer.from(frame.data).reverse() : frame.data
  return { ...frame, data, coalesced: data.length > 8 }
}
