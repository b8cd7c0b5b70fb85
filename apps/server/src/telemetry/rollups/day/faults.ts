import { isFault } from '@binnacle/contract'
import { hourOf } from './time-grid.ts'

/** A fault_code reading: the text that stands from then on. */
export interface FaultText {
  /** ms */
  at: number
  text: string
}

const inOrder = (a: FaultText, b: FaultText) => a.at - b.at || (a.text < b.text ? -1 : Number(a.text > b.text))

/**
 * What is needed of the readings of one instance: the first of each hour, since the hour before may change, and what differs from
 * the one before.
 */
export function changesOf(readings: readonly FaultText[]): FaultText[] {
  const sorted = [...readings].sort(inOrder)
  return sorted.filter(({ at, text }, i) => {
    const before = sorted[i - 1]
    return before === undefined || before.text !== text || hourOf(before.at) !== hourOf(at)
  })
}

/** JSON: ms since the start of the day, and texts. */
interface Encoded {
  at: number[]
  text: string[]
}

export const encodeChanges = (changes: readonly FaultText[], dayStart: number): string =>
  JSON.stringify({
    at: changes.map(({ at }) => at - dayStart),
    text: changes.map(({ text }) => text),
  } satisfies Encoded)

export function decodeChanges(text: string, dayStart: number): FaultText[] {
  const encoded = JSON.parse(text) as Encoded
  return encoded.at.map((at, i) => ({ at: dayStart + at, text: encoded.text[i]! }))
}

export interface Fault {
  text: string
  /** ms */
  from: number
  /** null: no reading ends it. */
  to: number | null
}

/** The faults of one instance, by time: each stands until another text takes its place. */
export function faultsOf(readings: readonly FaultText[]): Fault[] {
  const faults: Fault[] = []
  let standing = null as Fault | null
  for (const { at, text } of [...readings].sort(inOrder)) {
    if (standing?.text === text) continue
    if (standing) standing.to = at
    standing = isFault(text) ? { text, from: at, to: null } : null
    if (standing) faults.push(standing)
  }
  return faults
}
