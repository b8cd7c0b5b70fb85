import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'

/** The lines of a text file, a character for each byte: recordings are ASCII, and noise must not become something longer. */
export const linesIn = (path: string): AsyncIterable<string> =>
  createInterface({ input: createReadStream(path, { encoding: 'latin1' }), crlfDelay: Number.POSITIVE_INFINITY })
