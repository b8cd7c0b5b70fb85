import type { VarintReader, VarintWriter } from './varints.ts'

/**
 * A column of texts that are mostly numbers: what they have in common stands once, each is the difference to the one before it, and a text
 * that the rule does not give back stands beside it. So every text comes back as it was.
 */
interface Rule {
  /** The whole number that the text stands for; undefined where it stands for none. */
  read(text: string): number | undefined
  write(number: number): string
}

/** Texts that stand beside a column: which of it, and what. */
export type Odd = [place: number, text: string][]

function writeColumn(texts: readonly string[], { read, write }: Rule, out: VarintWriter): Odd {
  const odd: Odd = []
  let last = 0
  for (const [place, text] of texts.entries()) {
    const number = read(text)
    const fits = number !== undefined && Number.isSafeInteger(2 * (number - last)) && write(number) === text
    if (!fits) odd.push([place, text])
    out.signed(fits ? number - last : 0)
    if (fits) last = number
  }
  return odd
}

/** The text at a place of a column. */
export type TextAt = (place: number) => string

function readColumn(length: number, { write }: Rule, odd: Odd, from: VarintReader): TextAt {
  const numbers = new Float64Array(length)
  let last = 0
  for (let place = 0; place < length; place++) {
    last += from.signed()
    numbers[place] = last
  }
  const texts = new Map(odd)
  return (place) => texts.get(place) ?? write(numbers[place]!)
}

/** How the values of a series are written: with so many decimals, or with at most so many and no 0 at the end. */
export interface Decimals {
  decimals: number
  trimmed: boolean
}

const DECIMAL = /^-?\d+(?:\.(\d+))?$/
const MAX_DECIMALS = 15

const decimalsOf = (text: string) => DECIMAL.exec(text)?.[1]?.length ?? 0

/** Nearly all values fit: one with many decimals would make each longer. */
function chooseDecimals(texts: readonly string[]): Decimals {
  const lengths = texts.map(decimalsOf).sort((a, b) => a - b)
  const decimals = Math.min(MAX_DECIMALS, lengths[Math.floor(0.95 * (lengths.length - 1))] ?? 0)
  const trimmed = texts.some((text) => decimalsOf(text) < decimals)
  return { decimals, trimmed }
}

function decimalRule({ decimals, trimmed }: Decimals): Rule {
  return {
    read(text) {
      const found = DECIMAL.exec(text)
      const given = found?.[1]?.length ?? 0
      if (!found || given > decimals) return undefined
      return Number(text.replace('.', '') + '0'.repeat(decimals - given))
    },
    write(number) {
      if (decimals === 0) return String(number)
      const digits = String(Math.abs(number)).padStart(decimals + 1, '0')
      const text = `${number < 0 ? '-' : ''}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
      return trimmed ? withoutZeros(text) : text
    },
  }
}

function withoutZeros(text: string): string {
  let end = text.length
  while (text[end - 1] === '0') end--
  return text.slice(0, text[end - 1] === '.' ? end - 1 : end)
}

export interface ValueColumn extends Decimals {
  odd: Odd
}

/** The digits of a series' values, null as text. */
export function writeValues(texts: readonly string[], out: VarintWriter): ValueColumn {
  const decimals = chooseDecimals(texts)
  return { ...decimals, odd: writeColumn(texts, decimalRule(decimals), out) }
}

export const readValues = (length: number, { odd, ...decimals }: ValueColumn, from: VarintReader): TextAt =>
  readColumn(length, decimalRule(decimals), odd, from)

/** Times as nearly all onboard devices write them: 2026-05-01T10:00:00.000Z. */
const TIME: Rule = {
  read: (text) => (text.endsWith('Z') ? Date.parse(text) : undefined),
  write: (ms) => new Date(ms).toISOString(),
}

export const writeTimes = (texts: readonly string[], out: VarintWriter): Odd => writeColumn(texts, TIME, out)

export const readTimes = (length: number, odd: Odd, from: VarintReader): TextAt => readColumn(length, TIME, odd, from)
