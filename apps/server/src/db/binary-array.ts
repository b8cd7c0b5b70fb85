/** OIDs of element types: `select oid, typname from pg_type`. */
const OID = { bytea: 17, int2: 21, int4: 23, text: 25, json: 114, timestamptz: 1184, uuid: 2950 }

const HEAD = 20
const LENGTH = 4
const NULL_LENGTH = -1
const EPOCH_2000_MS = Date.UTC(2000)
const TWO_32 = 2 ** 32

/**
 * An array parameter in PostgreSQL's binary form: neither side has to write, quote and read it as text, which for a few hundred
 * cells takes as long as storing them.
 */
function binaryArray(
  type: keyof typeof OID,
  sizes: number[],
  put: (array: Buffer, at: number, cell: number) => void,
): Buffer {
  const bytes = sizes.reduce((sum, size) => sum + LENGTH + Math.max(size, 0), HEAD)
  const array = Buffer.allocUnsafe(bytes)
  array.writeInt32BE(1, 0) // dimensions
  array.writeInt32BE(1, 4) // there may be nulls
  array.writeInt32BE(OID[type], 8)
  array.writeInt32BE(sizes.length, 12)
  array.writeInt32BE(1, 16) // the first index
  let at = HEAD
  for (const [cell, size] of sizes.entries()) {
    at = array.writeInt32BE(size, at)
    if (size === NULL_LENGTH) continue
    put(array, at, cell)
    at += size
  }
  return array
}

/** Cells whose binary form is given: 16 bytes of a uuid, UTF-8 of a text or of JSON. */
export const bytesArray = (type: 'bytea' | 'uuid' | 'text' | 'json', cells: (Buffer | null)[]): Buffer =>
  binaryArray(
    type,
    cells.map((cell) => cell?.length ?? NULL_LENGTH),
    (array, at, cell) => cells[cell]!.copy(array, at),
  )

export const int2Array = (cells: number[]): Buffer =>
  binaryArray(
    'int2',
    cells.map(() => 2),
    (array, at, cell) => array.writeInt16BE(cells[cell]!, at),
  )

export const int4Array = (cells: (number | null)[]): Buffer =>
  binaryArray(
    'int4',
    cells.map((cell) => (cell === null ? NULL_LENGTH : 4)),
    (array, at, cell) => array.writeInt32BE(cells[cell]!, at),
  )

export const timestampArray = (cells: (Date | null)[]): Buffer =>
  binaryArray(
    'timestamptz',
    cells.map((cell) => (cell === null ? NULL_LENGTH : 8)),
    (array, at, cell) => {
      const microseconds = (cells[cell]!.getTime() - EPOCH_2000_MS) * 1000
      array.writeInt32BE(Math.floor(microseconds / TWO_32), at)
      array.writeUInt32BE(microseconds - Math.floor(microseconds / TWO_32) * TWO_32, at + 4)
    },
  )
