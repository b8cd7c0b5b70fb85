import { hash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

/**
 * Keys: a prefix, 32 random bytes in base62, and 6 characters of CRC-32, so that a mistyped or made-up key is refused without
 * asking the database, and scanners for leaked secrets can tell one for certain. Only the SHA-256 of a key is stored.
 */
export type KeyPrefix = 'bnk_' | 'ct_'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const RANDOM_BYTES = 32
/** 62^43 is the first power of 62 above 2^256. */
const RANDOM_LENGTH = 43
const CHECK_LENGTH = 6

function base62(value: bigint, length: number): string {
  let text = ''
  for (let rest = value; text.length < length; rest /= 62n) text = ALPHABET[Number(rest % 62n)]! + text
  return text
}

/** In plain numbers: it is computed for every request of a box. */
function checksum(text: string): string {
  let check = ''
  for (let rest = crc32(text); check.length < CHECK_LENGTH; rest = Math.floor(rest / 62))
    check = ALPHABET[rest % 62]! + check
  return check
}

export interface NewKey {
  /** The key itself: shown once, never stored. */
  key: string
  hash: Buffer
  /** The start of the key, for people to tell keys apart: 6 random characters. */
  prefix: string
}

export function makeKey(prefix: KeyPrefix): NewKey {
  const random = BigInt(`0x${randomBytes(RANDOM_BYTES).toString('hex')}`)
  const body = prefix + base62(random, RANDOM_LENGTH)
  const key = body + checksum(body)
  return { key, hash: hashKey(key), prefix: key.slice(0, prefix.length + 6) }
}

export const hashKey = (key: string): Buffer => hash('sha256', key, 'buffer')

/** Whether the text has the form and the checksum of a key; says nothing of whether the key is known. */
export function isWellFormedKey(text: string, prefix: KeyPrefix): boolean {
  if (text.length !== prefix.length + RANDOM_LENGTH + CHECK_LENGTH || !text.startsWith(prefix)) return false
  const body = text.slice(0, -CHECK_LENGTH)
  return checksum(body) === text.slice(-CHECK_LENGTH)
}
