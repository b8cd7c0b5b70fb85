import { randomInt } from 'node:crypto'
import { BASE62 } from '@binnacle/contract'

const LENGTH = 22

/**
 * The secret of an address that is given away (a shared page, a calendar): 22 random letters and digits, 131 bits, so that nobody
 * finds one by trying. No - or _, which some programs leave out of a link when it ends with one.
 */
export const makeLinkToken = (): string => Array.from({ length: LENGTH }, () => BASE62[randomInt(62)]).join('')

/** Other texts, such as one with U+0000, are not sent to the database. */
export const isLinkToken = (text: string): boolean => /^[0-9A-Za-z]{22}$/.test(text)
