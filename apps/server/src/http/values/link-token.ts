import { randomInt } from 'node:crypto'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const LENGTH = 22

/**
 * The secret of an address that is given away (a shared page, a calendar): 22 random letters and digits, 131 bits, so that nobody
 * finds one by trying. No - or _, which some programs leave out of a link when it ends with one.
 */
export const makeLinkToken = (): string => Array.from({ length: LENGTH }, () => ALPHABET[randomInt(62)]).join('')

/** Other texts, such as one with U+0000, are not sent to the database. */
export const isLinkToken = (text: string): boolean => /^[0-9A-Za-z]{22}$/.test(text)
