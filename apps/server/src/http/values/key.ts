import { hash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { hasKeyForm, type KeyPrefix, keyOf } from '@binnacle/contract'

const RANDOM_BYTES = 32

export interface NewKey {
  /** The key itself: shown once, never stored. */
  key: string
  /** Only the SHA-256 of a key is stored. */
  hash: Buffer
  /** The start of the key, for people to tell keys apart: 6 random characters. */
  prefix: string
}

export function makeKey(prefix: KeyPrefix): NewKey {
  const key = keyOf(prefix, BigInt(`0x${randomBytes(RANDOM_BYTES).toString('hex')}`), crc32)
  return { key, hash: hashKey(key), prefix: key.slice(0, prefix.length + 6) }
}

export const hashKey = (key: string): Buffer => hash('sha256', key, 'buffer')

/** Whether the text has the form and the checksum of a key: what has not is refused without asking the database. */
export const isWellFormedKey = (text: string, prefix: KeyPrefix): boolean => hasKeyForm(text, prefix, crc32)
