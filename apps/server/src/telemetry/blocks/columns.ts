import { differences, sums } from './differences.ts'
import type { FrameReader, FrameWriter } from './frames.ts'

/**
 * A column of texts that are mostly numbers: what they have in common stands once, and a text that the rule does not give back stands
 * beside it. So every text comes back as it was.
 */
interface Rule {
  /** The whole number that the text stands for; undefined where it stands for none. */
  read(text: string): number | undefined
  write(number: number): string
}

/** Texts that stand beside a column: which of it, and what. */
export type Odd = [place: number, text: string][]

/** Of the difference of two, twice as much is a safe whole number too. */
const MAX = 2 ** 50

/** The numbers of texts, and the texts that stand for none: their number is undefined. */
function numbersOf(texts: readonly string[], { read, write }: Rule): { numbers: (number | undefined)[]; odd: Odd } {
  const odd: Odd = []
  const numbers = texts.map((text, place) => {
    const number = read(text)
    if (number !== undefined && Math.abs(number) <= MAX && write(number) === text) return number
    odd.push([place, text])
    return undefined
  })
  return { numbers, odd }
}

/** The text at a place of a column. */
export type TextAt = (place: number) => string

function textsOf(numbers: ArrayLike<number>, odd: Odd, { write }: Rule): TextAt {
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

/** The digits of a series' values, null as text: each is the difference to the one before. */
export function writeValues(texts: readonly string[], out: FrameWriter): ValueColumn {
  const decimals = chooseDecimals(texts)
  const { numbers, odd } = numbersOf(texts, decimalRule(decimals))
  let last = 0
  out.signed(differences(numbers.map((number) => (last = number ?? last))))
  return { ...decimals, odd }
}

export const readValues = (length: number, column: ValueColumn, from: FrameReader): TextAt =>
  valuesOf(sums(from.signed(length)), column)

export const valuesOf = (numbers: ArrayLike<number>, { odd, ...decimals }: ValueColumn): TextAt =>
  textsOf(numbers, odd, decimalRule(decimals))

/** Times as nearly all onboard devices write them: 2026-05-01T10:00:00.000Z. */
const TIME: Rule = {
  read: (text) => (text.endsWith('Z') ? Date.parse(text) : undefined),
  write: (ms) => new Date(ms).toISOString(),
}

/** A time further from 1970 stands beside its column. */
const MAX_MS = 2 ** 48

/** The times of batches: of each the first one, which runs evenly, and how much later the others are. */
export function writeTimes(batches: readonly (readonly string[])[], out: FrameWriter): Odd {
  const { numbers, odd } = numbersOf(batches.flat(), {
    ...TIME,
    read: (text) => within(TIME.read(text)),
  })
  const firsts: number[] = []
  const later: number[] = []
  let place = 0
  for (const { length } of batches) {
    const ours = numbers.slice(place, place + length)
    const known = ours.filter((ms) => ms !== undefined)
    const first = known.length > 0 ? known.reduce((a, b) => Math.min(a, b)) : (firsts.at(-1) ?? 0)
    firsts.push(first)
    for (const ms of ours) later.push((ms ?? first) - first)
    place += length
  }
  out.signed(differences(differences(firsts)))
  out.unsigned(later)
  return odd
}

const within = (ms: number | undefined) => (ms !== undefined && Math.abs(ms) < MAX_MS ? ms : undefined)

/** `lengths`: how many times each batch has. */
export function readTimes(lengths: readonly number[], odd: Odd, from: FrameReader): TextAt {
  const firsts = sums(sums(from.signed(lengths.length)))
  const times = from.unsigned(lengths.reduce((a, b) => a + b, 0))
  let place = 0
  for (const [batch, length] of lengths.entries())
    for (const end = place + length; place < end; place++) times[place]! += firsts[batch]!
  return timesOf(times, odd)
}

export const timesOf = (numbers: ArrayLike<number>, odd: Odd): TextAt => textsOf(numbers, odd, TIME)
