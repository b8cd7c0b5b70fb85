import { randomInt } from 'node:crypto'

const LETTERS = '23456789abcdefghjkmnpqrstuvwxyz'

/** Twelve letters and figures in three groups, 59 bits: easy to read out and to type. */
export function makePassword(): string {
  const group = () => Array.from({ length: 4 }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  return `${group()}-${group()}-${group()}`
}
