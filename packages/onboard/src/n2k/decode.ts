import { FromPgn } from '@canboat/canboatjs'
import { troubleCodes } from './dm1.ts'
import type { Frame } from './frame.ts'
import { MAPPED_PGNS } from './map.ts'
import { transportAssembler } from './transport.ts'

/** A decoded message; field names and units as canboatjs has them (SI, names for what is a choice). */
export interface Pgn {
  pgn: number
  src: number
  fields: Record<string, unknown>
}

export const DM1 = 65226

/**
 * Decodes frames to messages, putting those of many frames back together. Frames of no interest to the metrics are not
 * decoded. Returns undefined until a message is complete, and for what cannot be decoded.
 */
export function n2kDecoder(): (frame: Frame) => Pgn | undefined {
  // Without this check "not available" would come out as numbers such as 655.34.
  const parser = new FromPgn({ checkForInvalidFields: true })
  // An EventEmitter throws an 'error' nobody listens to; one bad frame must not end the decoding.
  parser.on('error', () => {})
  const assemble = transportAssembler()
  return (frame) => {
    const { pgn, src, dst, prio, data, length, coalesced } = frame
    if (pgn === DM1) return { pgn, src, fields: { troubleCodes: troubleCodes(data) } }
    const whole = assemble(frame)
    if (whole?.pgn === DM1) return { pgn: DM1, src, fields: { troubleCodes: troubleCodes(whole.data) } }
    if (!MAPPED_PGNS.has(pgn)) return undefined
    const decoded: { fields?: object } | undefined = parser.parse({
      pgn: { pgn, src, dst, prio },
      length,
      data,
      coalesced,
    })
    return decoded && { pgn, src, fields: { ...decoded.fields } }
  }
}
