import type { FixQuality } from '../readings/fix-quality.ts'
import { decimal } from './fields.ts'
import type { Sentence } from './sentence.ts'

/** By the quality of GGA: GPS, differential, precise, RTK fixed, RTK float; others are no fix. */
const GRADES = new Map([
  ['1', 1],
  ['2', 2],
  ['3', 3],
  ['4', 4],
  ['5', 3],
])

/** Makes a watch over the receivers of one line: how well the talker of a sentence has its position, as its last GGA said. */
export function fixWatch(): (sentence: Sentence) => FixQuality | undefined {
  /** By talker: two letters each. */
  const said = new Map<string, FixQuality>()
  return ({ talker, formatter, fields }) => {
    if (formatter === 'GGA') {
      const grade = GRADES.get(fields[5] ?? '')
      if (grade === undefined) said.delete(talker)
      else said.set(talker, { grade, satellites: decimal(fields[6]) ?? 0 })
    }
    return said.get(talker)
  }
}
