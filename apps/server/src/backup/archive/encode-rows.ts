import { promisify } from 'node:util'
import { constants, zstdCompress, zstdDecompress } from 'node:zlib'

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)

/** Before they are compressed: what one member holds, and one statement of a restore stores. */
export const PIECE_CHARACTERS = 2 * 1024 * 1024

/** A row has two characters or more. A member that unfolds to more rows was made to fill the memory. */
const MAX_ROWS = PIECE_CHARACTERS

const LEVEL = 3
const NUL = 0

export const encodeRows = (rows: string[]): Promise<Buffer> =>
  compress(Buffer.from(rows.join('\0')), { params: { [constants.ZSTD_c_compressionLevel]: LEVEL } })

export async function decodeRows(encoded: Buffer): Promise<Buffer[]> {
  const bytes = await decompress(encoded)
  const rows: Buffer[] = []
  for (let from = 0; from <= bytes.length; ) {
    const end = bytes.indexOf(NUL, from)
    const to = end === -1 ? bytes.length : end
    if (rows.length === MAX_ROWS) throw new Error('a member has more rows than any')
    rows.push(bytes.subarray(from, to))
    from = to + 1
  }
  return rows
}
