import { createHmac, timingSafeEqual } from 'node:crypto'

/** An e-mail address of a channel, and the key for its code. */
interface Address {
  id: string
  address: string
}

/** The code in the link that is sent to the address: 128 bits, so that nobody guesses it. */
export const codeOf = (key: Buffer, { id, address }: Address): string =>
  createHmac('sha256', key).update(`${id}\n${address}`).digest().subarray(0, 16).toString('base64url')

export function isCodeOf(key: Buffer, address: Address, code: string): boolean {
  const [right, given] = [Buffer.from(codeOf(key, address)), Buffer.from(code)]
  return right.length === given.length && timingSafeEqual(right, given)
}
