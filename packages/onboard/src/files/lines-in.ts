import { createReadStream } from 'node:fs'

/** The longest line of any text format here is an NMEA 2000 message of 223 bytes in hex with its time; more is noise. */
export const MAX_LINE_LENGTH = 4_096

/**
 * The lines of a text file, a character for each byte: recordings are ASCII, and noise must not become something longer. Of a
 * line that never ends only the beginning is kept.
 */
export async function* linesIn(path: string): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of createReadStream(path, { encoding: 'latin1' })) {
    // At the end of a piece, \r may be half of \r\n.
    const lines = `${rest}${chunk}`.split(/\r\n|\n|\r(?!$)/)
    rest = (lines.pop() ?? '').slice(0, MAX_LINE_LENGTH)
    yield* lines
  }
  if (rest !== '') yield rest.replace(/\r$/, '')
}
