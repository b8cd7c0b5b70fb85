import { FIX_HOLDS_MS, type Fix } from '../readings/fix-quality.ts'
import { decimal } from './fields.ts'
import { STATUS } from './map.ts'
import type { Sentence } from './sentence.ts'

/** By the quality of GGA: GPS, differential, precise, RTK fixed, RTK float. */
const GRADES = new Map([
  ['1', 1],
  ['2', 2],
  ['3', 3],
  ['4', 4],
  ['5', 3],
])

/** None, estimated, entered by hand, simulated. */
const NO_FIX = new Set(['0', '6', '7', '8'])

/**
 * Makes a watch over the receivers of one line: how well the talker of a sentence has its position, as its last GGA said; 'lost' too
 * where it has none and its last RMC or GLL said that there is no fix. `at` is when the sentence was received, ms.
 */
export function fixWatch(): (sentence: Sentence, at: number) => Fix | undefined {
  /** By talker: two letters each. */
  const said = new Map<string, { fix: Fix; at: number }>()
  const lostAt = new Map<string, number>()
  return ({ talker, formatter, fields }, at) => {
    if (formatter === 'GGA') {
      const quality = fields[5] ?? ''
      const grade = GRADES.get(quality)
      if (grade !== undefined) said.set(talker, { fix: { grade, satellites: decimal(fields[6]) ?? 0 }, at })
      else if (NO_FIX.has(quality)) said.set(talker, { fix: 'lost', at })
      else said.delete(talker)
    }
    const status = fields[STATUS[formatter]?.status ?? -1]
    if (status === 'V') lostAt.set(talker, at)
    if (status === 'A') lostAt.delete(talker)
    const last = said.get(talker)
    if (last && at - last.at <= FIX_HOLDS_MS) return last.fix
    return at - (lostAt.get(talker) ?? Number.NEGATIVE_INFINITY) <= FIX_HOLDS_MS ? 'lost' : undefined
  }
}
