const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? 0xedb88320 ^ (crc >>> 1) : crc >>> 1
  return crc
})

/** CRC-32 of bytes[from, to) as in zlib and PNG. node:zlib has it only from Node 20.15. */
export function crc32(bytes: Uint8Array, from = 0, to = bytes.length): number {
  let crc = ~0
  for (let i = from; i < to; i++) crc = TABLE[(crc ^ bytes[i]!) & 0xff]! ^ (crc >>> 8)
  return ~crc >>> 0
}
