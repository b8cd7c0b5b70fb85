import { randomBytes } from 'node:crypto'

/** Crockford's base 32: no I, L, O or U, so that a code can be read aloud and copied by hand. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

const letters = (bytes: Uint8Array) => Array.from(bytes, (byte) => ALPHABET[byte % ALPHABET.length]).join('')

/**
 * A code for a vessel inspection report, such as VIR-7K3M-Q9TD. It is a name for people, not a secret. With 40 random bits,
 * two of a thousand reports share a code with a probability below one in a million.
 */
export const makeVirCode = (): string => `VIR-${letters(randomBytes(4))}-${letters(randomBytes(4))}`
