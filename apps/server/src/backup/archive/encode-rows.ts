import { promisify } from 'node:util'
import { constants, zstdCompress, zstdDecompress } from 'node:zlib'

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)

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
    rows.push(bytes.subarray(from, to))
    from = to + 1
  }
  return rows
}
