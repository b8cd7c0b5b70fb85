import { readFileSync } from 'node:fs'

/** Where the recordings for tests are; they are no part of the project. */
export const DATA = new URL('../../../../../shared/data/', import.meta.url)

/**
 * What a recording of NMEA 2000 in canboat's lines says of one thing, straight from its bytes, without canboatjs; to three
 * places. The layouts are canboat's documentation of each PGN.
 */
export function n2kValues(
  file: string,
  pgn: number,
  read: (data: Buffer, src: number) => number | undefined,
): Set<string> {
  return new Set(
    linesOf(file).flatMap((line) => {
      const [, , number, src, , , ...hex] = line.split(',')
      const value = Number(number) === pgn ? read(Buffer.from(hex.join(''), 'hex'), Number(src)) : undefined
      return value === undefined ? [] : [value.toFixed(3)]
    }),
  )
}

/** The same of NMEA 0183 sentences: the values of one kind, from their fields. */
export function nmea0183Values(file: string, sentence: string, read: (fields: string[]) => number): Set<string> {
  const fields = linesOf(file).map((line) => line.split(/[,*]/))
  return new Set(fields.flatMap((f) => (f[0]?.slice(3) === sentence ? [read(f).toFixed(3)] : [])))
}

function linesOf(file: string): string[] {
  return readFileSync(new URL(file, DATA), 'utf8').split(/\r?\n/)
}
