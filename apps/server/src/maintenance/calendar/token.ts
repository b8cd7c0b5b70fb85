import { randomInt } from 'node:crypto'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const LENGTH = 22

/** 131 bits, so that nobody finds one by trying. */
export const makeCalendarToken = (): string => Array.from({ length: LENGTH }, () => ALPHABET[randomInt(62)]).join('')

/** Other texts, such as one with U+0000, are not sent to the database. */
export const isCalendarToken = (text: string): boolean => /^[0-9A-Za-z]{22}$/.test(text)
