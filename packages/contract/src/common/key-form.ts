/**
 * Keys: a prefix, 32 random bytes in base62, and 6 characters of CRC-32 over all of that, so that a mistyped or made-up key is
 * told from a revoked one without asking the service, and scanners for leaked secrets can tell one for certain.
 */
export type KeyPrefix = 'bnk_' | 'ct_'

/** CRC-32 of ASCII text as in zlib. Node has a fast one, the web and old Nodes have none. */
type Crc32 = (text: string) => number

export const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** 62^43 is the first power of 62 above 2^256. */
const RANDOM_LENGTH = 43
const CHECK_LENGTH = 6

/** The key of 32 random bytes, given as a number. */
export function keyOf(prefix: KeyPrefix, random: bigint, crc32: Crc32): string {
  let text = ''
  for (let rest = random; text.length < RANDOM_LENGTH; rest /= 62n) text = BASE62[Number(rest % 62n)]! + text
  return prefix + text + checksum(prefix + text, crc32)
}

/** Whether the text has the form and the checksum of a key; says nothing of whether the key is known. */
export function hasKeyForm(text: string, prefix: KeyPrefix, crc32: Crc32): boolean {
  if (text.length !== prefix.length + RANDOM_LENGTH + CHECK_LENGTH || !text.startsWith(prefix)) return false
  const body = text.slice(0, -CHECK_LENGTH)
  return checksum(body, crc32) === text.slice(-CHECK_LENGTH)
}

/** In plain numbers: it is computed for every request of an onboard device. */
function checksum(text: string, crc32: Crc32): string {
  let check = ''
  for (let rest = crc32(text); check.length < CHECK_LENGTH; rest = Math.floor(rest / 62))
    check = BASE62[rest % 62]! + check
  return check
}
