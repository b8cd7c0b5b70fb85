import { isUtf8 } from 'node:buffer'
import { LIMITS } from '@binnacle/contract'
import { invalid } from '../errors.ts'

const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPEN_ARRAY = 0x5b
const OPEN_OBJECT = 0x7b
const CLOSE_ARRAY = 0x5d
const CLOSE_OBJECT = 0x7d

/** Names that would reach an object's prototype. */
const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * Parses a JSON body. Refuses what JSON.parse lets through and what is dangerous or cannot be stored: nesting deeper than
 * LIMITS.jsonDepth (before anything is built from it), bytes that are not UTF-8, keys that reach a prototype.
 */
export function parseJson(body: Uint8Array): unknown {
  const text = decodeUtf8(body)
  refuseDeepNesting(body)
  const value = parse(text)
  if (mayHoldForbiddenKey(text)) refuseForbiddenKeys(value)
  return value
}

function decodeUtf8(body: Uint8Array): string {
  if (!isUtf8(body)) throw invalid('the body must be UTF-8')
  return Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw invalid('the body must be JSON')
  }
}

function refuseDeepNesting(body: Uint8Array): void {
  let depth = 0
  for (let i = 0; i < body.length; i++) {
    const byte = body[i]
    if (byte === QUOTE) i = endOfString(body, i)
    else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) {
      if (++depth > LIMITS.jsonDepth) throw invalid(`the body must be at most ${LIMITS.jsonDepth} levels deep`)
    } else if (byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) depth--
  }
}

function endOfString(body: Uint8Array, start: number): number {
  for (let end = body.indexOf(QUOTE, start + 1); end !== -1; end = body.indexOf(QUOTE, end + 1)) {
    let slashes = 0
    while (body[end - 1 - slashes] === BACKSLASH) slashes++
    if (slashes % 2 === 0) return end
  }
  return body.length
}

/** Cheap and never wrong the dangerous way: a key spelled with escapes has a backslash. */
const mayHoldForbiddenKey = (text: string) =>
  text.includes('__proto__') || text.includes('constructor') || text.includes('prototype') || text.includes('\\u')

function refuseForbiddenKeys(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value)) {
    if (!Array.isArray(value) && FORBIDDEN_KEYS.has(key)) throw invalid(`the name ${key} must not be used`)
    refuseForbiddenKeys(inner)
  }
}

const isBadText = (text: string) => text.includes('\0') || !text.isWellFormed()

/**
 * Where in the value a text is that cannot be stored as it is (U+0000, or half of a surrogate pair), such as `/title`; null
 * without one.
 */
export function badTextAt(value: unknown): string | null {
  if (typeof value === 'string') return isBadText(value) ? '' : null
  if (typeof value !== 'object' || value === null) return null
  for (const [key, inner] of Object.entries(value)) {
    if (isBadText(key)) return ''
    const within = badTextAt(inner)
    if (within !== null) return `/${key}${within}`
  }
  return null
}

/** What is wrong with such a text, for a message. */
export const badTextIn = (where: string): string =>
  `${where.slice(0, 100).toWellFormed()} must not contain U+0000 or half of a surrogate pair`

/** Refuses a value with such a text. */
export function refuseBadText(value: unknown): void {
  const where = badTextAt(value)
  if (where !== null) throw invalid(badTextIn(where || 'the body'))
}

/** JSON.rawJSON and the source of a reviver are in Node and not yet in TypeScript's library. */
const exact = JSON as unknown as {
  rawJSON(text: string): unknown
  isRawJSON(value: unknown): boolean
  parse(text: string, reviver: (key: string, value: unknown, context: { source: string }) => unknown): unknown
}

/** JSON.parse that keeps the digits of numbers: JSON.stringify writes them as they were. */
export const parseExact = (text: string): unknown =>
  exact.parse(text, (_key, value, { source }) => (typeof value === 'number' ? exact.rawJSON(source) : value))

/** A number of JSON with its digits, as parseExact gives it. */
export const exactNumber = (digits: string): unknown => exact.rawJSON(digits)

/** Whether parseExact read a number here. */
export const isRawNumber = (value: unknown): boolean => exact.isRawJSON(value)
