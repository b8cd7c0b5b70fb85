// Only its decoder: the package's index loads MQTT, sockets and serial ports too, some 10 MB.
import { FromPgn } from '@canboat/canboatjs/dist/browser.js'
import { DEVICE_PGNS } from './device.ts'
import { troubleCodes } from './dm1.ts'
import type { Frame } from './frame.ts'
import { TIME_PGNS } from './gps-time.ts'
import { MAPPED_PGNS } from './map.ts'
import type { Pgn } from './pgn.ts'
import { TRANSPORT_PGNS, transportAssembler } from './transport.ts'

export const DM1 = 65226
const WANTED: ReadonlySet<number> = new Set([...MAPPED_PGNS, ...DEVICE_PGNS, ...TIME_PGNS])
const READ: ReadonlySet<number> = new Set([...WANTED, ...TRANSPORT_PGNS])

/** Whether n2kDecoder needs a message of this number. */
export const isOfInterest = (pgn: number): boolean => READ.has(pgn)

/**
 * Decodes the frames of one bus to messages, putting those of many frames back together. Messages that are neither for the
 * metrics nor the time are not decoded. Returns undefined until a message is complete, and for what cannot be decoded.
 */
export function n2kDecoder(): (frame: Frame) => Pgn | undefined {
  // Without the first "not available" would come out as numbers such as 655.34. Without the second one whole message would
  // make the parser take every later frame for a whole message.
  const parser = new FromPgn({ checkForInvalidFields: true, mixedFormat: true })
  // An EventEmitter throws an 'error' nobody listens to; one bad frame must not end the decoding.
  parser.on('error', () => {})
  const assemble = transportAssembler()
  return (frame) => {
    const { src, dst, prio } = frame
    const whole = assemble(frame)
    const { pgn, data } = whole ?? frame
    if (pgn === DM1) return { pgn, src, fields: { troubleCodes: troubleCodes(data) } }
    if (!WANTED.has(pgn)) return undefined
    const coalesced = frame.coalesced || whole !== undefined
    const length = whole ? data.length : frame.length
    const decoded: { fields?: object } | undefined = parser.parse({
      pgn: { pgn, src, dst, prio },
      length,
      data,
      coalesced,
    })
    return decoded && { pgn, src, fields: { ...decoded.fields } }
  }
}
